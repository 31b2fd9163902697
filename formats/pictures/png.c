#include "formats/pictures/png.h"

#include <stdlib.h>
#include <string.h>

#include <stb/stb_image_write.h>

#include "formats/pictures/image.h"

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
    struct image image;
    int code = image_read(&image, data, size, PNG_MAX_SIDE, NULL);
    if (code < 0) {
        return FORMAT_BAD;
    }
    size_t count = (size_t)image.width * (size_t)image.height;
    uint32_t *out = malloc(count * sizeof(*out));
    if (!out) {
        image_free(&image);
        return FORMAT_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        const uint8_t *rgb = image.rgb + i * 3;
        out[i] = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
    }
    *width = image.width;
    *height = image.height;
    image_free(&image);
    *pixels = out;
    return FORMAT_OK;
}
