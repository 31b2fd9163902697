#include "engine/capture/picture.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "formats/pictures/png.h"

bool picture_may_be_named(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *point = strrchr(name, '.');
    static const char ending[] = ".png";
    bool is_png = point && strlen(point) == 4;
    for (int i = 0; is_png && i < 4; i++) {
        is_png = (point[i] | 0x20) == (ending[i] | 0x20);
    }
    return !point || point == name || is_png || (platform_exists(path) && !platform_is_file(path));
}

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
