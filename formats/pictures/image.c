#include "formats/pictures/image.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/base/stb.h"

enum {
    /* Deflate cannot shrink by more than about 1032 : 1, and a PNG of one bit a pixel holds eight
     * in a byte. */
    PNG_PIXELS_PER_BYTE = 1032 * 8,
    PNG_MAGIC = 8,
    PNG_CHUNK_HEADER = 8, /* length and type */
    PNG_CHUNK_SUM = 4,
    TGA_HEADER = 18,
    TGA_RUN = 128, /* pixels of the longest run */
    TGA_RLE = 8,   /* bit of the type */
    CHANNELS = 3
};

static bool is_png(const uint8_t *data, size_t size)
{
    static const uint8_t magic[PNG_MAGIC] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    return size >= sizeof(magic) && memcmp(data, magic, sizeof(magic)) == 0;
}

/* Every chunk up to the end must lie inside the file, and the first of the picture's own must hold
 * something: stb reserves what a chunk says before it looks for the bytes, and copies an empty one
 * to no memory at all. (PNG 1.2 section 3.2.) */
static int check_png(const uint8_t *data, size_t size, struct format_error *err)
{
    bool has_data = false;
    for (size_t at = PNG_MAGIC; size - at >= PNG_CHUNK_HEADER;) {
        const uint32_t length = (uint32_t)data[at] << 24 | (uint32_t)data[at + 1] << 16 |
                                (uint32_t)data[at + 2] << 8 | data[at + 3];
        const uint8_t *type = data + at + 4;
        const size_t left = size - at - PNG_CHUNK_HEADER;
        if (length > left) {
            return format_fail(err, FORMAT_TRUNCATED, at, "a PNG chunk of %lu bytes",
                               (unsigned long)length);
        }
        if (memcmp(type, "IEND", 4) == 0) {
            return FORMAT_OK;
        }
        if (memcmp(type, "IDAT", 4) == 0) {
            if (length == 0 && !has_data) {
                return format_fail(err, FORMAT_BAD, at, "a PNG whose picture begins empty");
            }
            has_data = true;
        }
        if (left - length < PNG_CHUNK_SUM) {
            break;
        }
        at += PNG_CHUNK_HEADER + length + PNG_CHUNK_SUM;
    }
    return format_fail(err, FORMAT_TRUNCATED, size, "a PNG without its end");
}

/* The header alone, and whether the bytes can hold what it says: stb leaves rows that are missing
 * as the memory was. (Truevision's TGA 2.0 specification.) */
static int check_tga(const uint8_t *data, size_t size, struct format_error *err)
{
    if (size < TGA_HEADER) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "neither a PNG nor a TGA");
    }
    const unsigned type = data[2];
    const bool mapped = data[1] == 1;
    if (data[1] > 1 || (type & ~TGA_RLE) < 1 || (type & ~TGA_RLE) > 3 ||
        mapped != ((type & ~TGA_RLE) == 1)) {
        return format_fail(err, FORMAT_UNKNOWN, 2, "neither a PNG nor a TGA of a known type");
    }
    const uint64_t pixels = (uint64_t)bytes_u16(data + 12) * bytes_u16(data + 14);
    const unsigned pixel_bytes = (data[16] + 7u) / 8;
    const unsigned entry_bytes = (data[7] + 7u) / 8;
    uint64_t need = TGA_HEADER + data[0];
    need += mapped ? (uint64_t)bytes_u16(data + 5) * entry_bytes : 0;
    if (type & TGA_RLE) {
        need += (pixels + TGA_RUN - 1) / TGA_RUN * (1 + pixel_bytes);
    } else {
        need += pixels * pixel_bytes;
    }
    if (need > size) {
        return format_fail(err, FORMAT_TRUNCATED, size, "a TGA of %ux%u needs %llu bytes",
                           bytes_u16(data + 12), bytes_u16(data + 14), (unsigned long long)need);
    }
    return FORMAT_OK;
}

_Static_assert(IMAGE_MAX_SIDE <= (int)STB_MAX_SIDE, "stb would refuse what is promised");

int image_measure(struct image *image, const uint8_t *data, size_t size, int max_side,
                  struct format_error *err)
{
    *image = (struct image){0};
    const bool png = is_png(data, size);
    int code = png ? check_png(data, size, err) : check_tga(data, size, err);
    if (code < 0) {
        return code;
    }
    int width = 0, height = 0, channels = 0;
    if (size > INT_MAX || !stbi_info_from_memory(data, (int)size, &width, &height, &channels)) {
        return format_fail(err, FORMAT_BAD, 0, "a broken %s", png ? "PNG" : "TGA");
    }
    if (width < 1 || height < 1 || width > max_side || height > max_side ||
        (size_t)width * (size_t)height > IMAGE_MAX_PIXELS) {
        return format_fail(err, FORMAT_BAD, 0, "%dx%d pixels are too many", width, height);
    }
    if (png && (size_t)width * (size_t)height / PNG_PIXELS_PER_BYTE > size) {
        return format_fail(err, FORMAT_TRUNCATED, size, "too short for %dx%d pixels", width,
                           height);
    }
    image->width = width;
    image->height = height;
    return FORMAT_OK;
}

/* Pixels of 16 bits a channel lose their lower half here and not in stb, which leaks them when
 * memory ends just then. */
static uint8_t *decode(const uint8_t *data, size_t size, int *width, int *height)
{
    int channels = 0;
    if (!stbi_is_16_bit_from_memory(data, (int)size)) {
        return stbi_load_from_memory(data, (int)size, width, height, &channels, CHANNELS);
    }
    uint16_t *wide = stbi_load_16_from_memory(data, (int)size, width, height, &channels, CHANNELS);
    uint8_t *rgb = (uint8_t *)wide; /* written behind what is still to be read */
    for (size_t i = 0; wide && i < (size_t)*width * (size_t)*height * CHANNELS; i++) {
        rgb[i] = (uint8_t)(wide[i] >> 8);
    }
    return rgb;
}

int image_read(struct image *image, const uint8_t *data, size_t size, int max_side,
               struct format_error *err)
{
    int code = image_measure(image, data, size, max_side, err);
    if (code < 0) {
        return code;
    }
    image->rgb = decode(data, size, &image->width, &image->height);
    if (!image->rgb) {
        const char *reason = stbi_failure_reason();
        code = !reason || strcmp(reason, "outofmem") == 0 ? FORMAT_MEMORY : FORMAT_BAD;
        *image = (struct image){0};
        return format_fail(err, code, 0, "cannot be decoded: %.60s",
                           code == FORMAT_MEMORY ? "no memory" : reason);
    }
    return FORMAT_OK;
}

void image_free(struct image *image)
{
    stbi_image_free(image->rgb);
    *image = (struct image){0};
}
