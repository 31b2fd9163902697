/* Pixels and nothing else: rows of red, green, blue from top to bottom, frame after frame. */
#include <stdlib.h>

#include "assets/output_file.h"
#include "engine/capture/outputs/outputs.h"

struct raw_output {
    struct output_file file;
    size_t count; /* pixels a frame */
    uint8_t *rgb;
};

static int open_file(struct film_output *output, const struct film_format *format,
                     struct format_error *err)
{
    const size_t count = (size_t)format->width * (size_t)format->height;
    struct raw_output *raw = calloc(1, sizeof(*raw));
    uint8_t *rgb = malloc(count * 3);
    int code = raw && rgb ? outputs_open_file(&raw->file, format, err)
                          : format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    if (code < 0) {
        free(raw);
        free(rgb);
        return code;
    }
    raw->count = count;
    raw->rgb = rgb;
    output->state = raw;
    return 0;
}

static int add_frame(struct film_output *output, uint64_t frame, const uint32_t *pixels,
                     struct format_error *err)
{
    struct raw_output *raw = output->state;
    const struct media_sink sink = output_file_sink(&raw->file);
    (void)frame;
    for (size_t i = 0; i < raw->count; i++) {
        raw->rgb[3 * i] = (uint8_t)(pixels[i] >> 16);
        raw->rgb[3 * i + 1] = (uint8_t)(pixels[i] >> 8);
        raw->rgb[3 * i + 2] = (uint8_t)pixels[i];
    }
    const int code = sink.append(sink.context, raw->rgb, raw->count * 3);
    if (code < 0) {
        output_file_explain(&raw->file, err);
        return code;
    }
    output->size += raw->count * 3;
    return 0;
}

static int end_file(struct film_output *output, enum output_end end, struct format_error *err)
{
    struct raw_output *raw = output->state;
    const int code = output_file_close(&raw->file, end, err);
    free(raw->rgb);
    free(raw);
    output->state = NULL;
    return code;
}

const struct film_output_kind film_output_raw = {
    .pictures = true, .open = open_file, .frame = add_frame, .end = end_file};
