#include "formats/pictures/lmp.h"

#include "formats/base/bytes.h"

enum { SIDE_MAX = 16384 };

int lmp_read(struct lmp_picture *picture, const uint8_t *data, size_t size,
             struct format_error *err)
{
    *picture = (struct lmp_picture){0};
    struct byte_reader r = byte_reader_make(data, size);
    int32_t width = byte_reader_i32(&r);
    int32_t height = byte_reader_i32(&r);
    if (r.overrun) {
        return format_fail(err, FORMAT_TRUNCATED, size, "the picture header is truncated");
    }
    if (width < 1 || height < 1 || width > SIDE_MAX || height > SIDE_MAX) {
        return format_fail(err, FORMAT_BAD, 0, "a picture of %d x %d pixels", (int)width,
                           (int)height);
    }
    const uint8_t *pixels = byte_reader_take(&r, (size_t)width * (size_t)height);
    if (!pixels) {
        return format_fail(err, FORMAT_TRUNCATED, size, "%d x %d pixels are truncated", (int)width,
                           (int)height);
    }
    *picture = (struct lmp_picture){width, height, pixels};
    return FORMAT_OK;
}
