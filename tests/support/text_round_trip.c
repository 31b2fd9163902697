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

int part_of_text(const void *text, size_t size, const struct demo *into, struct byte_writer *demo,
                 struct text_error *err)
{
    struct pieces pieces = {.text = text, .size = size, .piece = size};
    const struct text_source source = {&pieces, read_piece};
    struct media_sink sink = media_sink_memory(demo);
    return demo_text_read_part(&source, into, &sink, NULL, err);
}

bool text_part_comes_back(const struct demo *demo, uint64_t blocks, const uint8_t *data,
                          size_t size)
{
    struct byte_writer text = {0}, back = {0};
    struct demo_text_report report;
    struct format_error err;
    struct text_error text_err;
    const struct demo_text_options options = {
        .is_part = true,
        .part = {(uint32_t)blocks / 3, size % 2 == 0 ? (uint32_t)blocks / 2 : DEMO_TEXT_END}};
    struct media_sink sink = media_sink_memory(&text);
    (void)!demo_text_write(demo, &options, &sink, &report, &err);
    const int code = part_of_text(text.data, text.size, demo, &back, &text_err);
    const bool same = code == 0 && back.size == size && memcmp(back.data, data, size) == 0;
    byte_writer_free(&text);
    byte_writer_free(&back);
    return same || blocks == 0;
}

static int add_line(void *context, const struct demo_string *string)
{
    strings_list_write(context, string);
    return ((struct byte_writer *)context)->failed ? FORMAT_MEMORY : 0;
}

int strings_of_demo(const struct demo *demo, struct byte_writer *list,
                    struct demo_strings_report *report, struct format_error *err)
{
    return demo_strings_list(demo, add_line, list, report, err);
}

int demo_of_strings(const void *list, size_t size, size_t piece, const struct demo *demo,
                    struct byte_writer *made, struct demo_strings_report *report,
                    struct text_error *list_err, struct format_error *err)
{
    struct pieces pieces = {.text = list, .size = size, .piece = piece};
    const struct text_source source = {&pieces, read_piece};
    struct media_sink sink = media_sink_memory(made);
    return demo_strings_apply(demo, &source, &sink, report, list_err, err);
}
