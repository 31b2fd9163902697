/* A PNG file a frame, each called by its number in the film. A file is put in its place whole. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/outputs/outputs.h"
#include "engine/capture/picture_name.h"
#include "formats/pictures/png.h"

struct pictures_output {
    const char *pattern; /* borrowed */
    int width, height;
    bool force;
    struct byte_writer png; /* its memory is used again */
};

static int begin_pictures(struct film_output *output, const struct film_format *format,
                          struct format_error *err)
{
    struct pictures_output *pictures = calloc(1, sizeof(*pictures));
    if (!pictures) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    *pictures = (struct pictures_output){.pattern = format->path,
                                         .width = format->width,
                                         .height = format->height,
                                         .force = format->force};
    output->state = pictures;
    return 0;
}

static int add_frame(struct film_output *output, uint64_t frame, const uint32_t *pixels,
                     struct format_error *err)
{
    struct pictures_output *pictures = output->state;
    char path[4096];
    if (!picture_name_make(path, sizeof(path), pictures->pattern, frame)) {
        return format_fail(err, FORMAT_BAD, 0, "cannot write: %s", strerror(ENAMETOOLONG));
    }
    if (!pictures->force && platform_exists(path)) {
        return format_fail(err, FORMAT_BAD, 0,
                           "picture %llu is there already; --force replaces it, --resume leaves it",
                           (unsigned long long)frame);
    }
    pictures->png.size = 0;
    if (png_encode_rgb(pixels, pictures->width, pictures->height, &pictures->png) < 0) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    if (platform_write_file(path, pictures->png.data, pictures->png.size) < 0) {
        return format_fail(err, FORMAT_BAD, 0, "cannot write picture %llu: %s",
                           (unsigned long long)frame, strerror(errno));
    }
    output->size += pictures->png.size;
    return 0;
}

static int end_pictures(struct film_output *output, enum film_file_end end,
                        struct format_error *err)
{
    struct pictures_output *pictures = output->state;
    (void)end, (void)err;
    byte_writer_free(&pictures->png);
    free(pictures);
    output->state = NULL;
    return 0;
}

const struct film_output_kind film_output_pictures = {.pictures = true,
                                                      .pieces = true,
                                                      .open = begin_pictures,
                                                      .frame = add_frame,
                                                      .end = end_pictures};
