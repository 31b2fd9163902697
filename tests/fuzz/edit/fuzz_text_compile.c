/* Fuzz target: hostile texts. A mistake has a place inside the text; what is made of a text is made
 * again of the text that it has. */
#include <string.h>

#include "assets/builtin/builtin.h"
#include "engine/playback/families.h"
#include "tests/fuzz/stages/require.h"
#include "tests/support/text_round_trip.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_made(const struct byte_writer *made)
{
    struct byte_writer text = {0}, back = {0};
    struct demo_text_report report;
    struct format_error err;
    struct text_error text_err;
    struct demo demo;
    demo_open(&demo, made->data, made->size, "a.dem");
    if (demo.code == 0 && demo_text_has(demo.family)) {
        (void)!text_of_demo(&demo, false, &text, &report, &err);
        require(demo_of_text(text.data, text.size, text.size, &back, &text_err) == 0);
        require(back.size == made->size && memcmp(back.data, made->data, back.size) == 0);
    }
    demo_close(&demo);
    byte_writer_free(&text);
    byte_writer_free(&back);
}

/* The text as a part of a built-in demo. */
static void check_part(const uint8_t *text, size_t size)
{
    struct byte_writer made = {0};
    struct text_error err;
    struct demo demo;
    const uint8_t *data;
    size_t demo_size;
    require(builtin_find("demo1.dem", &data, &demo_size));
    demo_open(&demo, data, demo_size, "demo1.dem");
    if (part_of_text(text, size, &demo, &made, &err) < 0) {
        require(err.line > 0 && err.line <= size + 1 && err.column > 0 && err.column <= size + 1);
        require(err.what[0] != '\0');
    }
    demo_close(&demo);
    byte_writer_free(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct byte_writer made = {0};
    struct text_error err;
    check_part(data, size);
    const size_t piece = size > 0 ? 1 + data[size - 1] : 1;
    if (demo_of_text(data, size, piece, &made, &err) == 0) {
        check_made(&made);
    } else {
        require(err.line > 0 && err.line <= size + 1 && err.column > 0 && err.column <= size + 1);
        require(err.what[0] != '\0');
    }
    byte_writer_free(&made);
    return 0;
}
