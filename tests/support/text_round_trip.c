#include "tests/support/text_round_trip.h"

#include <string.h>

int text_of_demo(const struct demo *demo, bool numbers, struct byte_writer *text,
                 struct demo_text_report *report, struct format_error *err)
{
    const struct demo_text_options options = {.numbers = numbers};
    struct media_sink sink = media_sink_memory(text);
    return demo_text_write(demo, &options, &sink, report, err);
}

struct pieces {
    const uint8_t *text;
    size_t size, at, piece;
};

static ptrdiff_t read_piece(void *context, void *bytes, size_t size)
{
    struct pieces *p = context;
    const size_t left = p->size - p->at;
    size_t count = size < p->piece ? size : p->piece;
    count = count < left ? count : left;
    if (count > 0) {
        memcpy(bytes, p->text + p->at, count);
    }
    p->at += count;
    return (ptrdiff_t)count;
}

int demo_of_text(const void *text, size_t size, size_t piece, struct byte_writer *demo,
                 struct text_error *err)
{
    struct pieces pieces = {.text = text, .size = size, .piece = piece};
    const struct text_source source = {&pieces, read_piece};
    struct media_sink sink = media_sink_memory(demo);
    return demo_text_read(&source, &sink, NULL, err);
}
