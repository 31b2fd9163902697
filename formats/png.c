#include "formats/png.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <stb/stb_image_write.h>

/* Only the PNG decoder of stb, private to this file. The warnings are stb's own; that
 * for unused functions is given at the end of the file, so that it stays off. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wsign-compare"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_MAX_DIMENSIONS PNG_MAX_SIDE
#define STBI_ASSERT(x) ((void)0)
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

/* Deflate cannot shrink by more than about 1032 : 1, and a PNG of one bit a pixel holds eight in a
 * byte; what claims more pixels than that is refused before memory is taken for it. */
enum { MAX_PIXELS_PER_BYTE = 1032 * 8, MAX_PIXELS = 1 << 26 };

static void write_bytes(void *context, void *data, int size)
{
    if (size > 0) {
        byte_writer_bytes(context, data, (size_t)size);
    }
}

int png_encode_rgb(const uint32_t *pixels, int width, int height, struct byte_writer *out)
{
    if (width < 1 || height < 1 || width > PNG_MAX_SIDE || height > PNG_MAX_SIDE) {
        return FORMAT_BAD;
    }
    size_t count = (size_t)width * (size_t)height;
    uint8_t *rgb = malloc(count * 3);
    if (!rgb) {
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        rgb[i * 3] = (uint8_t)(pixels[i] >> 16);
        rgb[i * 3 + 1] = (uint8_t)(pixels[i] >> 8);
        rgb[i * 3 + 2] = (uint8_t)pixels[i];
    }
    int written = stbi_write_png_to_func(write_bytes, out, width, height, 3, rgb, width * 3);
    free(rgb);
    return written && !out->failed ? FORMAT_OK : FORMAT_MEMORY;
}

int png_read_rgb(const uint8_t *data, size_t size, uint32_t **pixels, int *width, int *height)
{
    static const uint8_t magic[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    *pixels = NULL;
    *width = 0;
    *height = 0;
    if (size < sizeof(magic) || memcmp(data, magic, sizeof(magic)) != 0) {
        return FORMAT_UNKNOWN;
    }
    int w = 0;
    int h = 0;
    int channels = 0;
    if (size > INT_MAX || !stbi_info_from_memory(data, (int)size, &w, &h, &channels)) {
        return FORMAT_BAD;
    }
    if (w < 1 || h < 1 || (size_t)w * (size_t)h > MAX_PIXELS ||
        (size_t)w * (size_t)h / MAX_PIXELS_PER_BYTE > size) {
        return FORMAT_BAD;
    }
    stbi_uc *rgb = stbi_load_from_memory(data, (int)size, &w, &h, &channels, 3);
    if (!rgb) {
        return FORMAT_BAD;
    }
    size_t count = (size_t)w * (size_t)h;
    uint32_t *out = malloc(count * sizeof(*out));
    if (!out) {
        stbi_image_free(rgb);
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        out[i] = (uint32_t)rgb[i * 3] << 16 | (uint32_t)rgb[i * 3 + 1] << 8 | rgb[i * 3 + 2];
    }
    stbi_image_free(rgb);
    *pixels = out;
    *width = w;
    *height = h;
    return FORMAT_OK;
}
