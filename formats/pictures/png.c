#include "formats/pictures/png.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/checksum.h"
#include "formats/base/deflate.h"
#include "formats/pictures/image.h"

enum { CHANNELS = 3, FILTERS = 5, CHUNK_HEAD = 8 };

static const uint8_t magic[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

/* PNG 1.2 section 6.6. */
static uint8_t predict_paeth(int left, int up, int corner)
{
    const int guess = left + up - corner;
    const int a = abs(guess - left), b = abs(guess - up), c = abs(guess - corner);
    return (uint8_t)(a <= b && a <= c ? left : b <= c ? up : corner);
}

/* A row as the filter has it, of bytes samples; above: the row before, or zeros. (PNG 1.2 section
 * 6) Returns how far it is from zero, which is how badly it packs. */
static uint32_t filter_row(int filter, const uint8_t *row, const uint8_t *above, size_t bytes,
                           uint8_t *out)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < bytes; i++) {
        const int left = i < CHANNELS ? 0 : row[i - CHANNELS];
        const int corner = i < CHANNELS ? 0 : above[i - CHANNELS];
        const int up = above[i];
        const int guess = filter == 0   ? 0
                          : filter == 1 ? left
                          : filter == 2 ? up
                          : filter == 3 ? (left + up) >> 1
                                        : predict_paeth(left, up, corner);
        out[i] = (uint8_t)(row[i] - guess);
        sum += out[i] < 128 ? out[i] : 256u - out[i];
    }
    return sum;
}

static void unpack_row(const uint32_t *pixels, int width, uint8_t *rgb)
{
    for (int x = 0; x < width; x++) {
        *rgb++ = (uint8_t)(pixels[x] >> 16);
        *rgb++ = (uint8_t)(pixels[x] >> 8);
        *rgb++ = (uint8_t)pixels[x];
    }
}

/* Filters all rows: each is preceded by the number of the filter that is expected to compress best.
 * rows: space for two rows, and for one with each filter. */
static void filter_rows(const uint32_t *pixels, int width, int height, uint8_t *rows, uint8_t *out)
{
    const size_t bytes = (size_t)width * CHANNELS;
    uint8_t *row = rows, *above = rows + bytes, *tries = rows + 2 * bytes;
    memset(above, 0, bytes);
    for (int y = 0; y < height; y++) {
        unpack_row(pixels + (size_t)y * (size_t)width, width, row);
        int best = 0;
        uint32_t best_sum = UINT32_MAX;
        for (int filter = 0; filter < FILTERS; filter++) {
            uint8_t *filtered = tries + (size_t)filter * bytes;
            const uint32_t sum = filter_row(filter, row, above, bytes, filtered);
            if (sum < best_sum) {
                best = filter;
                best_sum = sum;
            }
        }
        *out++ = (uint8_t)best;
        memcpy(out, tries + (size_t)best * bytes, bytes);
        out += bytes;
        uint8_t *used = above;
        above = row;
        row = used;
    }
}

static void put_u32(struct byte_writer *out, uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8) {
        byte_writer_u8(out, value >> shift & 255);
    }
}

static size_t begin_chunk(struct byte_writer *out, const char *type)
{
    const size_t at = out->size;
    put_u32(out, 0);
    byte_writer_bytes(out, type, 4);
    return at;
}

/* Fills in the chunk's length and appends its checksum. */
static void end_chunk(struct byte_writer *out, size_t at)
{
    if (out->failed) {
        return;
    }
    const size_t length = out->size - at - CHUNK_HEAD;
    for (int i = 0; i < 4; i++) {
        out->data[at + (size_t)i] = (uint8_t)(length >> (24 - 8 * i));
    }
    put_u32(out, checksum_crc32(0, out->data + at + 4, length + 4));
}

int png_encode_rgb(const uint32_t *pixels, int width, int height, struct byte_writer *out)
{
    static const uint8_t kind[5] = {8, 2}; /* bits of a channel, true colour, and 0: as usual */
    if (width < 1 || height < 1 || width > PNG_MAX_SIDE || height > PNG_MAX_SIDE) {
        return FORMAT_BAD;
    }
    const size_t row = (size_t)width * CHANNELS, total = (row + 1) * (size_t)height;
    uint8_t *rows = malloc(row * (2 + FILTERS));
    uint8_t *filtered = malloc(total);
    int code = rows && filtered ? FORMAT_OK : FORMAT_MEMORY;
    if (code == FORMAT_OK) {
        filter_rows(pixels, width, height, rows, filtered);
        byte_writer_bytes(out, magic, sizeof(magic));
        size_t chunk = begin_chunk(out, "IHDR");
        put_u32(out, (uint32_t)width);
        put_u32(out, (uint32_t)height);
        byte_writer_bytes(out, kind, sizeof(kind));
        end_chunk(out, chunk);
        chunk = begin_chunk(out, "IDAT");
        code = deflate_zlib(out, filtered, total, DEFLATE_FAST);
        end_chunk(out, chunk);
        end_chunk(out, begin_chunk(out, "IEND"));
    }
    free(filtered);
    free(rows);
    return out->failed ? FORMAT_MEMORY : code;
}

int png_read_rgb(const uint8_t *data, size_t size, uint32_t **pixels, int *width, int *height)
{
    *pixels = NULL;
    *width = 0;
    *height = 0;
    if (size < sizeof(magic) || memcmp(data, magic, sizeof(magic)) != 0) {
        return FORMAT_UNKNOWN;
    }
    struct image image;
    int code = image_read(&image, data, size, PNG_MAX_SIDE, NULL);
    if (code < 0) {
        return code == FORMAT_MEMORY ? code : FORMAT_BAD;
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
