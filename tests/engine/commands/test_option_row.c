/* Every row of the option registry: its value survives being written and read again. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/options/option_help.h"
#include "formats/text/spelling.h"
#include "tests/support/option_samples.h"

/* Reads a value, writes it, reads that into other options, and expects the same text again. */
static void expect_kept(const struct option_row *row, const char *value)
{
    static char first[OPTION_TEXT_MAX], second[OPTION_TEXT_MAX];
    struct options a = options_default(), b = options_default();
    cr_assert(option_read(row, &a, value), "--%s %s", row->name, value);
    cr_expect(option_is_given(row, &a), "--%s", row->name);
    cr_assert(option_write(row, &a, first, sizeof(first)), "--%s %s", row->name, value);
    cr_assert(option_read(row, &b, first), "--%s %s", row->name, first);
    cr_assert(option_write(row, &b, second, sizeof(second)), "--%s %s", row->name, first);
    cr_expect_str_eq(first, second, "--%s %s", row->name, value);
    options_free(&a);
    options_free(&b);
}

Test(options, every_row_reads_what_it_writes)
{
    for (size_t i = 0; i < option_count(); i++) {
        option_samples_each(option_at(i), expect_kept);
    }
}

Test(options, defaults_are_what_help_says)
{
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        struct options options = options_default();
        char before[OPTION_TEXT_MAX], after[OPTION_TEXT_MAX];
        if (row->initial && option_write(row, &options, before, sizeof(before))) {
            cr_assert(option_read(row, &options, row->initial), "--%s", row->name);
            cr_assert(option_write(row, &options, after, sizeof(after)));
            cr_expect_str_eq(before, after, "--%s", row->name);
        }
        cr_expect(row->help && row->help[0], "--%s", row->name);
        cr_expect_eq(row->value == NULL,
                     row->type == &option_switch || (row->flags & OPTION_SETTING), "--%s",
                     row->name);
    }
    cr_expect_leq(option_count(), (size_t)OPTIONS_MAX);
}

/* What a cast shows comes when it is asked for. */
Test(options, overlays_are_off_by_default)
{
    static const char *const names[] = {"show-streaks", "show-names", "see-through", "show-items",
                                        "show-frags",   "radar",      "show-keys",   "summary"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        const struct option_row *row = option_find(COMMAND_SHOT, names[i], strlen(names[i]));
        const struct options options = options_default();
        char text[OPTION_TEXT_MAX];
        cr_assert_not_null(row, "%s", names[i]);
        cr_expect_not(option_write(row, &options, text, sizeof(text)), "--%s", names[i]);
    }
}

Test(options, numbers_are_written_without_exponents)
{
    static const struct {
        double value;
        const char *text;
    } numbers[] = {{10.0, "10"}, {3000.0, "3000"}, {0.1, "0.1"}, {2.5, "2.5"}, {120.25, "120.25"}};
    const struct option_row *row = option_find(COMMAND_SEARCH, "within", 6);
    struct options options = options_default();
    char text[32];
    cr_assert_not_null(row);
    for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        options.find.within = numbers[i].value;
        cr_assert(option_write(row, &options, text, sizeof(text)));
        cr_expect_str_eq(text, numbers[i].text);
    }
}

Test(options, mistyped_words_get_suggestions)
{
    cr_expect_str_eq(option_suggest(COMMAND_SHOT, "no-bop"), "no-bob");
    cr_expect_null(option_suggest(COMMAND_SHOT, "bogus-option"));
    cr_expect_str_eq(command_suggest("rendr"), "render");
    cr_expect_str_eq(command_suggest("shto"), "shot");
    cr_expect_null(command_suggest("demo1"));
    cr_expect_eq(spelling_distance("kitten", "sitting"), 3);
    cr_expect_eq(spelling_distance("", "abc"), 3);
}
