/* y4m, into a file or a pipe. */
#include <stdlib.h>

#include "assets/output_file.h"
#include "engine/capture/outputs/outputs.h"

struct y4m_output {
    struct output_file file;
    struct y4m_writer y4m;
};

static int explain_failure(struct film_output *output, int code, struct format_error *err)
{
    struct y4m_output *y4m = output->state;
    output->size = y4m->y4m.size;
    if (code < 0) {
        (void)format_fail(err, code, 0, "out of memory");
        output_file_explain(&y4m->file, err);
    }
    return code;
}

struct y4m_format outputs_y4m_format(const struct film_format *format)
{
    return (struct y4m_format){.width = (uint32_t)format->width,
                               .height = (uint32_t)format->height,
                               .fps_num = format->fps.num,
                               .fps_den = format->fps.den,
                               .chroma = format->chroma};
}

static int open_file(struct film_output *output, const struct film_format *format,
                     struct format_error *err)
{
    const struct y4m_format shape = outputs_y4m_format(format);
    struct y4m_output *y4m = calloc(1, sizeof(*y4m));
    if (!y4m) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    int code = outputs_open_file(&y4m->file, format, err);
    if (code < 0) {
        free(y4m);
        return code;
    }
    const struct media_sink sink = output_file_sink(&y4m->file), none = outputs_no_sink();
    output->state = y4m;
    code =
        explain_failure(output, y4m_begin(&y4m->y4m, format->inside ? &none : &sink, &shape), err);
    y4m->y4m.sink = sink;
    if (code < 0) {
        y4m_free(&y4m->y4m);
        (void)!output_file_close(&y4m->file, OUTPUT_NONE, NULL);
        free(y4m);
    }
    return code;
}

static int add_frame(struct film_output *output, uint64_t frame, const uint32_t *pixels,
                     struct format_error *err)
{
    struct y4m_output *y4m = output->state;
    (void)frame;
    return explain_failure(output, y4m_add_frame(&y4m->y4m, pixels), err);
}

static int end_file(struct film_output *output, enum output_end end, struct format_error *err)
{
    struct y4m_output *y4m = output->state;
    const int code = output_file_close(&y4m->file, end, err);
    y4m_free(&y4m->y4m);
    free(y4m);
    output->state = NULL;
    return code;
}

const struct film_output_kind film_output_y4m = {
    .pictures = true, .pieces = true, .open = open_file, .frame = add_frame, .end = end_file};
