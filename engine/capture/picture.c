#include "engine/capture/picture.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "formats/pictures/png.h"

/* Straight into the file: it may be a pipe or a device. */
static int write_file(const char *path, const struct byte_writer *bytes, struct format_error *err)
{
    FILE *file = fopen(path, "wb");
    if (!file) {
        return format_fail(err, FORMAT_BAD, 0, "%s", strerror(errno));
    }
    const bool good = fwrite(bytes->data, 1, bytes->size, file) == bytes->size;
    return fclose(file) == 0 && good ? 0 : format_fail(err, FORMAT_BAD, 0, "%s", strerror(errno));
}

int picture_write_pixels(const uint32_t *pixels, int width, int height, const char *path,
                         struct format_error *err)
{
    struct byte_writer png = {0};
    int status = FORMAT_MEMORY;
    if (png_encode_rgb(pixels, width, height, &png) < 0) {
        (void)format_fail(err, status, 0, "out of memory");
    } else {
        status = write_file(path, &png, err);
    }
    byte_writer_free(&png);
    return status;
}

int picture_write_png(struct renderer *renderer, const char *path, struct format_error *err)
{
    struct render_frame frame;
    return renderer_frame(renderer, &frame) < 0
               ? format_fail(err, FORMAT_MEMORY, 0, "out of memory")
               : picture_write_pixels(frame.pixels, frame.width, frame.height, path, err);
}
