/* The round trip of a demo through its text, as a test. */
#ifndef TESTS_ENGINE_EDIT_TEXT_COMES_BACK_H
#define TESTS_ENGINE_EDIT_TEXT_COMES_BACK_H

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/families.h"
#include "tests/support/text_round_trip.h"

/* False: these bytes are no demo that has a text. */
static inline bool come_back(const char *name, const uint8_t *data, size_t size,
                             struct demo_text_report *report)
{
    struct byte_writer text = {0}, back = {0};
    struct format_error err = {0};
    struct text_error text_err;
    struct demo demo;
    demo_open(&demo, data, size, "a.dem");
    const bool has_text = demo.code == 0 && demo_text_has(demo.family);
    if (has_text) {
        const int code = text_of_demo(&demo, size % 2 == 0, &text, report, &err);
        cr_assert_neq(code, FORMAT_MEMORY);
        cr_assert(code == 0 || (err.offset <= size && err.what[0]), "%s: %s", name, err.what);
        cr_assert_eq(demo_of_text(text.data, text.size, SIZE_MAX, &back, &text_err), 0,
                     "%s: line %llu, column %llu: %s", name, (unsigned long long)text_err.line,
                     (unsigned long long)text_err.column, text_err.what);
        cr_assert(back.size == size && memcmp(back.data, data, size) == 0, "%s (%zu bytes)", name,
                  size);
        cr_assert(text_part_comes_back(&demo, report->blocks, data, size), "%s (%zu bytes): a part",
                  name, size);
    }
    demo_close(&demo);
    byte_writer_free(&text);
    byte_writer_free(&back);
    return has_text;
}

/* Demos with turned bits: `rounds` of them. */
static inline void come_back_turned(const char *name, const uint8_t *data, size_t size, int rounds)
{
    uint32_t random = (uint32_t)size;
    for (int k = 0; k < rounds; k++) {
        struct demo_text_report report;
        uint8_t *copy = malloc(size); /* so that a reader past its end is noticed */
        memcpy(copy, data, size);
        for (int bits = 0; bits <= k % 8; bits++) {
            random = random * 1664525 + 1013904223;
            copy[(random >> 8) % size] ^= (uint8_t)(1 << (random >> 29));
        }
        (void)come_back(name, copy, size, &report);
        free(copy);
    }
}

/* Beginnings of a demo, `step` bytes apart; their number that are demos. */
static inline size_t come_back_shortened(const char *name, const uint8_t *data, size_t size,
                                         size_t step)
{
    size_t read = 0;
    for (size_t length = 1 + size % step; length <= size; length += step) {
        struct demo_text_report report;
        uint8_t *copy = malloc(length);
        memcpy(copy, data, length);
        read += come_back(name, copy, length, &report);
        free(copy);
    }
    return read;
}

/* A text that cannot be compiled, and what is told of it. */
struct text_mistake {
    const char *text;
    uint64_t line, column;
    const char *what; /* a part of it */
};

static inline void expect_mistakes(const struct text_mistake *mistakes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct text_mistake *m = &mistakes[i];
        struct byte_writer made = {0};
        struct text_error error;
        cr_expect_eq(demo_of_text(m->text, strlen(m->text), SIZE_MAX, &made, &error), FORMAT_BAD,
                     "%s", m->text);
        cr_expect(error.line == m->line && error.column == m->column && strstr(error.what, m->what),
                  "line %llu, column %llu: %s\nis not line %llu, column %llu: %s\nof:\n%s",
                  (unsigned long long)error.line, (unsigned long long)error.column, error.what,
                  (unsigned long long)m->line, (unsigned long long)m->column, m->what, m->text);
        byte_writer_free(&made);
    }
}

#endif
