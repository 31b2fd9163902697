#include "formats/pictures/pcx.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"

enum {
    MANUFACTURER = 10,
    VERSION = 5,
    RUNS = 1,        /* encoding */
    RUN_MARK = 0xc0, /* both bits set: the other bits are the repeat count of the next byte */
    RUN_LONGEST = 63,
    OWN_PALETTE = 768 /* bytes, the file's last */
};

struct head {
    unsigned manufacturer, version, encoding, bits, planes;
    int width, height;
    int line; /* bytes of a row in the file: width and perhaps some to fill up */
};

static struct head read_head(const uint8_t *data)
{
    struct head head = {.manufacturer = data[0],
                        .version = data[1],
                        .encoding = data[2],
                        .bits = data[3],
                        .planes = data[65],
                        .width = bytes_u16(data + 8) - bytes_u16(data + 4) + 1,
                        .height = bytes_u16(data + 10) - bytes_u16(data + 6) + 1,
                        .line = bytes_u16(data + 66)};
    head.line = head.line < head.width ? head.width : head.line;
    return head;
}

/* Runs may continue across rows: some programs write that. */
static int read_rows(const struct head *head, uint8_t *pixels, const uint8_t *data, size_t size,
                     struct format_error *err)
{
    struct byte_reader r = byte_reader_make(data, size);
    byte_reader_take(&r, PCX_HEADER);
    unsigned count = 0;
    uint8_t value = 0;
    for (int y = 0; y < head->height; y++) {
        for (int x = 0; x < head->line; x++, count--) {
            while (count == 0 && !r.overrun) { /* a run of length 0 is skipped */
                value = byte_reader_u8(&r);
                count = 1;
                if ((value & RUN_MARK) == RUN_MARK) {
                    count = value & RUN_LONGEST;
                    value = byte_reader_u8(&r);
                }
            }
            if (r.overrun) {
                return format_fail(err, FORMAT_TRUNCATED, size, "row %d of %d is truncated", y,
                                   head->height);
            }
            if (x < head->width) {
                pixels[(size_t)y * (size_t)head->width + (size_t)x] = value;
            }
        }
    }
    return FORMAT_OK;
}

bool pcx_is(const uint8_t *data, size_t size)
{
    return size > PCX_HEADER && data[0] == MANUFACTURER && data[2] == RUNS && data[3] == 8;
}

static int check_head(struct head *head, const uint8_t *data, size_t size, struct format_error *err)
{
    if (size < PCX_HEADER) {
        return format_fail(err, FORMAT_TRUNCATED, size, "the picture header is truncated");
    }
    *head = read_head(data);
    if (head->manufacturer != MANUFACTURER || head->version != VERSION || head->encoding != RUNS ||
        head->bits != 8 || head->planes > 1) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not an 8-bit PCX picture");
    }
    if (head->width < 1 || head->height < 1 || head->width > PCX_MAX_SIDE ||
        head->height > PCX_MAX_SIDE) {
        return format_fail(err, FORMAT_BAD, 4, "a picture of %d x %d pixels", head->width,
                           head->height);
    }
    if ((uint64_t)head->line * (uint64_t)head->height >
        (uint64_t)(size - PCX_HEADER) * RUN_LONGEST / 2 + RUN_LONGEST) {
        return format_fail(err, FORMAT_TRUNCATED, size, "%zu bytes cannot encode %d x %d pixels",
                           size, head->width, head->height);
    }
    return FORMAT_OK;
}

int pcx_measure(struct pcx *picture, const uint8_t *data, size_t size, struct format_error *err)
{
    struct head head = {0};
    *picture = (struct pcx){0};
    const int code = check_head(&head, data, size, err);
    if (code == FORMAT_OK) {
        picture->width = head.width;
        picture->height = head.height;
    }
    return code;
}

int pcx_read(struct pcx *picture, const uint8_t *data, size_t size, struct format_error *err)
{
    struct head head = {0};
    *picture = (struct pcx){0};
    int code = check_head(&head, data, size, err);
    if (code < 0) {
        return code;
    }
    picture->pixels = malloc((size_t)head.width * (size_t)head.height);
    if (!picture->pixels) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory (%d x %d pixels)", head.width,
                           head.height);
    }
    picture->width = head.width;
    picture->height = head.height;
    code = read_rows(&head, picture->pixels, data, size, err);
    if (code < 0) {
        pcx_free(picture);
    }
    return code;
}

void pcx_free(struct pcx *picture)
{
    free(picture->pixels);
    *picture = (struct pcx){0};
}

int pcx_read_rgba(struct image_rgba *image, const uint8_t *data, size_t size,
                  struct format_error *err)
{
    struct pcx pcx;
    *image = (struct image_rgba){0};
    const int code = pcx_read(&pcx, data, size, err);
    if (code < 0) {
        return code;
    }
    const size_t count = (size_t)pcx.width * (size_t)pcx.height;
    const uint8_t *palette = size > OWN_PALETTE ? data + size - OWN_PALETTE : NULL;
    uint8_t *rgba = malloc(count * 4);
    for (size_t i = 0; rgba && i < count; i++) {
        const uint8_t grey[3] = {pcx.pixels[i], pcx.pixels[i], pcx.pixels[i]};
        memcpy(rgba + i * 4, palette ? palette + pcx.pixels[i] * 3 : grey, 3);
        rgba[i * 4 + 3] = 255;
    }
    if (rgba) {
        *image = (struct image_rgba){pcx.width, pcx.height, rgba};
    }
    pcx_free(&pcx);
    return rgba ? FORMAT_OK : format_fail(err, FORMAT_MEMORY, 0, "out of memory");
}
