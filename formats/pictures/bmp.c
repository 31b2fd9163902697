#include "formats/pictures/bmp.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"

enum { RGBA = 4, AT_FILE_SIZE = 2, AT_PIXELS = 10, AT_WIDTH = 18, AT_HEIGHT = 22, AT_BITS = 28 };
enum { AT_COMPRESSION = 30 };

struct head {
    uint32_t file_size, pixels_at, compression;
    int64_t width, height;
    unsigned bits;
};

bool bmp_is(const uint8_t *data, size_t size)
{
    return size >= 2 && data[0] == 'B' && data[1] == 'M';
}

static struct head read_head(const uint8_t *data)
{
    const int64_t height = (int32_t)bytes_u32(data + AT_HEIGHT);
    return (struct head){.file_size = bytes_u32(data + AT_FILE_SIZE),
                         .pixels_at = bytes_u32(data + AT_PIXELS),
                         .compression = bytes_u32(data + AT_COMPRESSION),
                         .width = (int32_t)bytes_u32(data + AT_WIDTH),
                         .height = height < 0 ? -height : height,
                         .bits = bytes_u16(data + AT_BITS)};
}

static int check_head(const struct head *head, size_t size, int max_side, struct format_error *err)
{
    if (head->file_size != size) {
        return format_fail(err, head->file_size > size ? FORMAT_TRUNCATED : FORMAT_BAD,
                           AT_FILE_SIZE, "a BMP of %lu bytes by its head, of %zu in fact",
                           (unsigned long)head->file_size, size);
    }
    if (head->compression != 0) {
        return format_fail(err, FORMAT_UNKNOWN, AT_COMPRESSION,
                           "a compressed BMP, which is not read");
    }
    if (head->bits != 8 && head->bits != 24 && head->bits != 32) {
        return format_fail(err, FORMAT_UNKNOWN, AT_BITS, "a BMP of %u bits, which is not read",
                           head->bits);
    }
    if (head->width < 1 || head->height < 1 || head->width > max_side || head->height > max_side ||
        head->width * head->height > IMAGE_MAX_PIXELS) {
        return format_fail(err, FORMAT_BAD, AT_WIDTH, "%lldx%lld pixels exceed the limit",
                           (long long)head->width, (long long)head->height);
    }
    const uint64_t pixels = (uint64_t)head->width * (uint64_t)head->height * (head->bits / 8);
    const uint64_t palette = head->bits == 8 ? BMP_PALETTE : 0;
    if (head->pixels_at > size || pixels > size - head->pixels_at || BMP_HEADER + palette > size) {
        return format_fail(err, FORMAT_TRUNCATED, size, "too short for %lldx%lld pixels",
                           (long long)head->width, (long long)head->height);
    }
    return FORMAT_OK;
}

static void read_row(const struct head *head, const uint8_t *palette, const uint8_t *in,
                     uint8_t *out)
{
    for (int64_t x = 0; x < head->width; x++, in += head->bits / 8, out += RGBA) {
        const uint8_t *from = head->bits == 8 ? palette + (size_t)*in * 4 : in;
        out[0] = from[2];
        out[1] = from[1];
        out[2] = from[0];
        out[3] = head->bits == 32 ? from[3] : 255;
    }
}

int bmp_read(struct image_rgba *image, const uint8_t *data, size_t size, int max_side,
             struct format_error *err)
{
    *image = (struct image_rgba){0};
    if (!bmp_is(data, size)) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not a BMP");
    }
    if (size < BMP_HEADER) {
        return format_fail(err, FORMAT_TRUNCATED, size, "the picture header is truncated");
    }
    const struct head head = read_head(data);
    const int code = check_head(&head, size, max_side, err);
    if (code < 0) {
        return code;
    }
    const size_t row = (size_t)head.width * RGBA;
    uint8_t *rgba = malloc(row * (size_t)head.height);
    if (!rgba) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (%lldx%lld pixels)",
                           (long long)head.width, (long long)head.height);
    }
    const uint8_t *in = data + head.pixels_at;
    for (size_t y = (size_t)head.height; y-- > 0; in += (size_t)head.width * (head.bits / 8)) {
        read_row(&head, data + BMP_HEADER, in, rgba + y * row);
    }
    *image = (struct image_rgba){(int)head.width, (int)head.height, rgba};
    return FORMAT_OK;
}
