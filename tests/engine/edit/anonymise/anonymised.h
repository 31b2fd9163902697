/* A demo with stand-ins, for the tests of each family. */
#ifndef TESTS_ENGINE_EDIT_ANONYMISE_ANONYMISED_H
#define TESTS_ENGINE_EDIT_ANONYMISE_ANONYMISED_H

#include <criterion/criterion.h>
#include <ctype.h>
#include <string.h>

#include "engine/edit/anonymise/anonymise.h"
#include "engine/edit/validate/validate.h"
#include "engine/playback/families.h"

struct anonymised {
    struct anon_names *names;
    struct demo demo;
    struct byte_writer out;
    struct anonymise_report report;
    struct format_error err;
    int code;
};

static struct anonymised anonymise(const char *name, const uint8_t *data, size_t size)
{
    struct anonymised a = {.names = anon_names_create()};
    cr_assert_not_null(a.names);
    cr_assert_eq(demo_open(&a.demo, data, size, name), 0, "%s", name);
    a.code = anonymise_demo(a.names, &a.demo, name, false, &a.out, &a.report, &a.err);
    return a;
}

static void anonymised_free(struct anonymised *a)
{
    demo_close(&a->demo);
    byte_writer_free(&a->out);
    anon_names_free(a->names);
}

static bool same_bytes(const struct byte_writer *a, const void *data, size_t size)
{
    return a->size == size && memcmp(a->data, data, size) == 0;
}

/* Rewriting the result changes nothing. */
static void expect_stays(const char *name, const struct byte_writer *out)
{
    struct anonymised again = anonymise(name, out->data, out->size);
    cr_expect_eq(again.code, 0, "%s: %s", name, again.err.what);
    cr_expect_eq(again.report.replaced, 0u, "%s", name);
    cr_expect(same_bytes(&again.out, out->data, out->size), "%s", name);
    anonymised_free(&again);
}

/* Whether originals play it stays. */
static void expect_same_refusals(const char *name, const struct anonymised *a)
{
    struct validate_report from, to;
    struct format_error err;
    struct demo made;
    const enum validate_engine engine = validate_engine_of(&a->demo);
    cr_assert_eq(demo_open(&made, a->out.data, a->out.size, name), 0, "%s", name);
    cr_assert_geq(validate_demo(&a->demo, engine, NULL, NULL, &from, &err), 0);
    cr_assert_geq(validate_demo(&made, engine, NULL, NULL, &to, &err), 0);
    cr_expect_eq(to.refusals, from.refusals, "%s", name);
    demo_close(&made);
}

/* --- a search of its own ------------------------------------------------------------------------
 */

/* A text without colours and case; *size becomes shorter. Quake's bit 7 goes if glyphs. */
static void plain_letters(uint8_t *text, size_t *size, bool glyphs)
{
    size_t to = 0;
    for (size_t i = 0; i < *size; i++) {
        if (!glyphs && text[i] == '^' && i + 1 < *size && text[i + 1] != '^') {
            i++;
            continue;
        }
        text[to++] = (uint8_t)tolower(glyphs ? text[i] & 0x7f : text[i]);
    }
    *size = to;
}

/* How often the name is in the text with no letter or digit around it; both as of plain_letters. */
static size_t count_words(const uint8_t *text, size_t size, const uint8_t *name, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; length > 0 && i + length <= size; i++) {
        count += memcmp(text + i, name, length) == 0 && (i == 0 || !isalnum(text[i - 1])) &&
                 (i + length == size || !isalnum(text[i + length]));
    }
    return count;
}

#endif
