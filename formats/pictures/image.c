#include "formats/pictures/image.h"

#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"
#include "formats/base/stb.h"
#include "formats/pictures/jpeg_check.h"

enum {
    /* Deflate compresses at most about 1032 : 1, and a 1-bit PNG has eight pixels per byte. */
    PNG_PIXELS_PER_BYTE = 1032 * 8,
    PNG_MAGIC = 8,
    PNG_CHUNK_HEADER = 8, /* length and type */
    PNG_CHUNK_SUM = 4,
    TGA_HEADER = 18,
    TGA_RUN = 128, /* pixels of the longest run */
    TGA_RLE = 8,   /* bit of the type */
    /* A block of 64 pixels takes a bit at least, and none is larger than the components' most
     * frequent one. */
    JPEG_PIXELS_PER_BYTE = 64 * 8,
    RGB = 3,
    RGBA = 4
};

enum kind { KIND_PNG, KIND_TGA, KIND_JPEG };

static const char *const kind_names[] = {"PNG", "TGA", "JPEG"};

static bool is_png(const uint8_t *data, size_t size)
{
    static const uint8_t magic[PNG_MAGIC] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    return size >= sizeof(magic) && memcmp(data, magic, sizeof(magic)) == 0;
}

/* Every chunk up to the end must lie inside the file, and the image's first IDAT must not be empty:
 * stb allocates a chunk's stated size before it reads the bytes, and copies an empty one to NULL.
 * (PNG 1.2 section 3.2.) */
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
                return format_fail(err, FORMAT_BAD, at, "a PNG with an empty first IDAT chunk");
            }
            has_data = true;
        }
        if (left - length < PNG_CHUNK_SUM) {
            break;
        }
        at += PNG_CHUNK_HEADER + length + PNG_CHUNK_SUM;
    }
    return format_fail(err, FORMAT_TRUNCATED, size, "a PNG without IEND");
}

/* What a file is by its first bytes that is neither PNG nor TGA; NULL: not known. */
static const char *name_other_kind(const uint8_t *data, size_t size)
{
    static const struct {
        size_t at, count;
        const char *bytes, *name;
    } kinds[] = {{0, 4, "DDS ", "a DDS file"},       {0, 4, "GIF8", "a GIF picture"},
                 {0, 2, "BM", "a BMP picture"},      {8, 4, "WEBP", "a WebP picture"},
                 {0, 4, "\xabKTX", "a KTX file"},    {0, 4, "8BPS", "a Photoshop file"},
                 {0, 4, "II*\0", "a TIFF picture"},  {0, 4, "MM\0*", "a TIFF picture"},
                 {0, 2, "#?", "a Radiance picture"}, {0, 3, "\xff\xd8\xff", "a JPEG picture"}};
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        if (size >= kinds[i].at + kinds[i].count &&
            memcmp(data + kinds[i].at, kinds[i].bytes, kinds[i].count) == 0) {
            return kinds[i].name;
        }
    }
    return NULL;
}

/* Checks the header, and that the file has enough bytes for it: stb leaves missing rows
 * uninitialised. (Truevision's TGA 2.0 specification.) */
static int check_tga(const uint8_t *data, size_t size, struct format_error *err)
{
    const char *other = name_other_kind(data, size);
    if (other) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "is %s, which is not read", other);
    }
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

/* Checks that there is an image that can be decoded, and sets its size. */
static int measure_image(enum kind kind, int *width, int *height, const uint8_t *data, size_t size,
                         int max_side, struct format_error *err)
{
    int channels = 0;
    int code = kind == KIND_PNG    ? check_png(data, size, err)
               : kind == KIND_JPEG ? jpeg_check(data, size, err)
                                   : check_tga(data, size, err);
    if (code < 0) {
        return code;
    }
    if (size > INT_MAX || !stbi_info_from_memory(data, (int)size, width, height, &channels)) {
        return format_fail(err, FORMAT_BAD, 0, "a damaged %s", kind_names[kind]);
    }
    if (*width < 1 || *height < 1 || *width > max_side || *height > max_side ||
        (size_t)*width * (size_t)*height > IMAGE_MAX_PIXELS) {
        return format_fail(err, FORMAT_BAD, 0, "%dx%d pixels exceed the limit", *width, *height);
    }
    const size_t most = kind == KIND_PNG    ? PNG_PIXELS_PER_BYTE
                        : kind == KIND_JPEG ? JPEG_PIXELS_PER_BYTE
                                            : SIZE_MAX; /* its bytes are counted above */
    if ((size_t)*width * (size_t)*height / most > size) {
        return format_fail(err, FORMAT_TRUNCATED, size, "too short for %dx%d pixels", *width,
                           *height);
    }
    return FORMAT_OK;
}

/* Pixels of 16 bits a channel lose their lower half here and not in stb, which leaks them when
 * memory ends just then. */
static uint8_t *decode_image(const uint8_t *data, size_t size, int wanted)
{
    int width = 0, height = 0, channels = 0;
    if (!stbi_is_16_bit_from_memory(data, (int)size)) {
        return stbi_load_from_memory(data, (int)size, &width, &height, &channels, wanted);
    }
    uint16_t *wide = stbi_load_16_from_memory(data, (int)size, &width, &height, &channels, wanted);
    uint8_t *bytes = (uint8_t *)wide; /* in place: writes stay behind reads */
    for (size_t i = 0; wide && i < (size_t)width * (size_t)height * (size_t)wanted; i++) {
        bytes[i] = (uint8_t)(wide[i] >> 8);
    }
    return bytes;
}

static int fail_to_decode(struct format_error *err)
{
    const char *reason = stbi_failure_reason();
    const int code = !reason || strcmp(reason, "outofmem") == 0 ? FORMAT_MEMORY : FORMAT_BAD;
    return format_fail(err, code, 0, "cannot be decoded: %.60s",
                       code == FORMAT_MEMORY ? "out of memory" : reason);
}

int image_read(struct image *image, const uint8_t *data, size_t size, int max_side,
               struct format_error *err)
{
    *image = (struct image){0};
    const int code = measure_image(is_png(data, size) ? KIND_PNG : KIND_TGA, &image->width,
                                   &image->height, data, size, max_side, err);
    if (code == FORMAT_OK) {
        image->rgb = decode_image(data, size, RGB);
    }
    if (!image->rgb) {
        *image = (struct image){0};
        return code < 0 ? code : fail_to_decode(err);
    }
    return FORMAT_OK;
}

int image_rgba_measure(struct image_rgba *image, const uint8_t *data, size_t size, int max_side,
                       struct format_error *err)
{
    const enum kind kind = is_png(data, size)    ? KIND_PNG
                           : jpeg_is(data, size) ? KIND_JPEG
                                                 : KIND_TGA;
    int width = 0, height = 0;
    *image = (struct image_rgba){0};
    const int code = measure_image(kind, &width, &height, data, size, max_side, err);
    if (code == FORMAT_OK) {
        image->width = width;
        image->height = height;
    }
    return code;
}

int image_read_rgba(struct image_rgba *image, const uint8_t *data, size_t size, int max_side,
                    struct format_error *err)
{
    const int code = image_rgba_measure(image, data, size, max_side, err);
    if (code < 0) {
        return code;
    }
    image->rgba = decode_image(data, size, RGBA);
    if (!image->rgba) {
        *image = (struct image_rgba){0};
        return fail_to_decode(err);
    }
    return FORMAT_OK;
}

void image_rgba_halve(struct image_rgba *image)
{
    const int width = image->width, half_width = width > 1 ? width / 2 : 1;
    const int height = image->height, half_height = height > 1 ? height / 2 : 1;
    const size_t right = width > 1 ? RGBA : 0, below = height > 1 ? (size_t)width * RGBA : 0;
    uint8_t *out = image->rgba; /* in place: writes stay behind reads */
    for (int y = 0; y < half_height; y++) {
        const uint8_t *p = image->rgba + (size_t)y * 2 * (size_t)width * RGBA;
        for (int x = 0; x < half_width; x++, p += right) {
            for (int c = 0; c < RGBA; c++, p++) {
                *out++ = (uint8_t)((p[0] + p[right] + p[below] + p[right + below] + 2) / 4);
            }
        }
    }
    image->width = half_width;
    image->height = half_height;
}

void image_rgba_free(struct image_rgba *image)
{
    stbi_image_free(image->rgba);
    *image = (struct image_rgba){0};
}

void image_free(struct image *image)
{
    stbi_image_free(image->rgb);
    *image = (struct image){0};
}
