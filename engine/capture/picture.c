#include "engine/capture/picture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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

int picture_write_png(const struct renderer *renderer, const char *path, struct format_error *err)
{
    const struct render_frame frame = renderer_frame(renderer);
    const size_t count = (size_t)frame.width * (size_t)frame.height;
    uint32_t *pixels = malloc(count * sizeof(*pixels));
    struct byte_writer png = {0};
    int status = FORMAT_MEMORY;
    for (size_t i = 0; pixels && i < count; i++) {
        pixels[i] = frame.palette[frame.indices[i]];
    }
    if (!pixels || png_encode_rgb(pixels, frame.width, frame.height, &png) < 0) {
        (void)format_fail(err, status, 0, "no memory");
    } else {
        status = write_file(path, &png, err);
    }
    byte_writer_free(&png);
    free(pixels);
    return status;
}
