#include "engine/capture/film_layout.h"

#include <string.h>

#include "assets/file_source.h"
#include "assets/platform.h"
#include "engine/capture/outputs/outputs.h"
#include "formats/media/wav.h"

enum { SAMPLE_BYTES = 4, HEAD_MAX = 256 };

bool film_layout_can(enum film_kind kind)
{
    return kind == FILM_Y4M || kind == FILM_RAW || kind == FILM_WAV;
}

/* Samples from the film's first frame up to this one. */
static uint64_t count_samples(const struct film_layout *layout, uint64_t frame)
{
    const struct film_format *format = &layout->format;
    return film_samples_before(format->fps, format->sound_rate, frame) -
           film_samples_before(format->fps, format->sound_rate, layout->whole.first);
}

/* Header of a file that ends before `frame`. */
static int make_head(const struct film_layout *layout, uint64_t frame, struct byte_writer *head)
{
    const struct media_sink sink = media_sink_memory(head);
    if (layout->format.kind == FILM_WAV) {
        struct wav_writer wav;
        return wav_begin(&wav, &sink, layout->format.sound_rate, 2, count_samples(layout, frame));
    }
    if (layout->format.kind == FILM_Y4M) {
        const struct y4m_format shape = outputs_y4m_format(&layout->format);
        struct y4m_writer y4m;
        const int code = y4m_begin(&y4m, &sink, &shape);
        y4m_free(&y4m);
        return code;
    }
    return 0;
}

int film_layout_make(struct film_layout *layout, const struct film_format *format,
                     struct film_piece whole, struct format_error *err)
{
    *layout = (struct film_layout){.format = *format, .whole = whole};
    const int code = film_output_check(format, err);
    if (code < 0) {
        return code;
    }
    if (format->kind == FILM_Y4M) {
        const struct y4m_format shape = outputs_y4m_format(format);
        layout->frame_bytes = Y4M_FRAME_LINE + y4m_frame_size(&shape);
    } else if (format->kind == FILM_RAW) {
        layout->frame_bytes = (size_t)format->width * (size_t)format->height * 3;
    }
    return make_head(layout, whole.last, &layout->head) < 0
               ? format_fail(err, FORMAT_MEMORY, 0, "out of memory")
               : 0;
}

void film_layout_free(struct film_layout *layout)
{
    byte_writer_free(&layout->head);
}

uint64_t film_layout_at(const struct film_layout *layout, uint64_t frame)
{
    const uint64_t bytes = layout->format.kind == FILM_WAV
                               ? count_samples(layout, frame) * SAMPLE_BYTES
                               : (frame - layout->whole.first) * layout->frame_bytes;
    return layout->head.size + bytes;
}

bool film_layout_is_whole(const struct film_layout *layout, const char *path)
{
    struct disk_file file;
    uint8_t head[HEAD_MAX];
    if (layout->head.size > sizeof(head) || platform_open_file(path, &file) < 0) {
        return false;
    }
    const struct byte_source source = file_source(&file);
    const bool whole =
        source.size == film_layout_at(layout, layout->whole.last) &&
        byte_source_read(&source, 0, head, layout->head.size, "the header", NULL) == 0 &&
        (layout->head.size == 0 || memcmp(head, layout->head.data, layout->head.size) == 0);
    platform_close_file(&file);
    return whole;
}

int film_layout_cut(const struct film_layout *layout, struct output_file *file, uint64_t frame,
                    struct format_error *err)
{
    const struct media_sink sink = output_file_sink(file);
    struct byte_writer head = {0};
    int code = make_head(layout, frame, &head) < 0
                   ? format_fail(err, FORMAT_MEMORY, 0, "out of memory")
                   : sink.cut(sink.context, film_layout_at(layout, frame));
    if (code == 0 && head.size > 0) {
        code = sink.patch(sink.context, 0, head.data, head.size);
    }
    output_file_explain(file, err);
    byte_writer_free(&head);
    return code;
}
