/* AVI files. */
#include <stdlib.h>

#include "assets/output_file.h"
#include "engine/capture/outputs/outputs.h"

struct avi_output {
    struct output_file file;
    struct avi_writer avi;
    bool failed;
};

static int explain_failure(struct film_output *output, int code, struct format_error *err)
{
    struct avi_output *avi = output->state;
    output->size = avi->avi.size;
    if (code < 0) {
        avi->failed = true;
        (void)(code == FORMAT_MEMORY
                   ? format_fail(err, code, 0, "out of memory")
                   : format_fail(err, code, 0, "a film of more than 1 TB, or a picture of 1 GB"));
        output_file_explain(&avi->file, err);
    }
    return code;
}

static int open_file(struct film_output *output, const struct film_format *format,
                     struct format_error *err)
{
    const struct avi_format shape = {.width = (uint32_t)format->width,
                                     .height = (uint32_t)format->height,
                                     .fps_num = format->fps.num,
                                     .fps_den = format->fps.den,
                                     .codec = format->codec,
                                     .quality = format->quality,
                                     .sound_rate = format->sound_rate};
    struct avi_output *avi = calloc(1, sizeof(*avi));
    if (!avi) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    int code = outputs_open_file(&avi->file, format, err);
    if (code < 0) {
        free(avi);
        return code;
    }
    const struct media_sink sink = output_file_sink(&avi->file);
    output->state = avi;
    code = explain_failure(output, avi_begin(&avi->avi, &sink, &shape), err);
    if (code < 0) {
        avi_free(&avi->avi);
        (void)!output_file_close(&avi->file, OUTPUT_NONE, NULL);
        free(avi);
    }
    return code;
}

static int add_frame(struct film_output *output, uint64_t frame, const uint32_t *pixels,
                     struct format_error *err)
{
    struct avi_output *avi = output->state;
    (void)frame;
    return explain_failure(output, avi_add_frame(&avi->avi, pixels), err);
}

static int add_sound(struct film_output *output, const int16_t *samples, size_t count,
                     struct format_error *err)
{
    struct avi_output *avi = output->state;
    return explain_failure(output, avi_add_sound(&avi->avi, samples, count), err);
}

static int end_file(struct film_output *output, enum output_end end, struct format_error *err)
{
    struct avi_output *avi = output->state;
    int code = explain_failure(output, avi_end(&avi->avi), avi->failed ? NULL : err);
    output->left = avi->avi.streams[AVI_VIDEO].length;
    const int closed = output_file_close(&avi->file, end, code < 0 ? NULL : err);
    avi_free(&avi->avi);
    free(avi);
    output->state = NULL;
    return code < 0 ? code : closed;
}

const struct film_output_kind film_output_avi = {.pictures = true,
                                                 .sound = true,
                                                 .pieces = true,
                                                 .open = open_file,
                                                 .frame = add_frame,
                                                 .add_sound = add_sound,
                                                 .end = end_file};
