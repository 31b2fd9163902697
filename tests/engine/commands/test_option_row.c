/* Every row of the option registry: its value survives being written and read again. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/options/option_help.h"

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
}

static void expect_numbers_kept(const struct option_row *row)
{
    const double shares[] = {0.0, 0.25, 0.5, 1.0 / 3.0, 1.0};
    const bool whole =
        row->type == &option_int || row->type == &option_auto || row->type == &option_crosshair;
    for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++) {
        char value[64];
        const double number = row->min + (row->max - row->min) * shares[i];
        if (whole) {
            snprintf(value, sizeof(value), "%ld", (long)number);
        } else {
            snprintf(value, sizeof(value), "%.9g", number);
        }
        expect_kept(row, value);
    }
}

static const struct {
    const struct option_type *type;
    const char *values[4];
} samples[] = {
    {&option_switch, {""}},
    {&option_auto, {"auto"}},
    {&option_text, {"a", "two words", "it's", "--x"}},
    {&option_name, {"3", "Ranger the 2nd"}},
    {&option_time, {"90", "1:30.5", "1m30s", "-50%"}},
    {&option_times, {"1,2m,50%"}},
    {&option_blocks, {"0,7,123456"}},
    {&option_server_times, {"-5,0,1.5"}},
    {&option_size, {"160x100", "3840x2160"}},
    {&option_camera, {"eye", "chase:0,-4096", "free:1.25,-3,0.001,10,20"}},
    {&option_fps, {"0.01", "23.976", "1000", "30000/1001"}},
    {&option_piece, {"1/1", "7/1000000"}},
};

Test(options, every_row_reads_what_it_writes)
{
    for (size_t i = 0; i < option_count(); i++) {
        const struct option_row *row = option_at(i);
        if (row->words) {
            for (const struct option_word *word = row->words; word->text; word++) {
                expect_kept(row, word->text);
            }
        } else if (row->max > row->min) {
            expect_numbers_kept(row);
        }
        for (size_t k = 0; k < sizeof(samples) / sizeof(samples[0]); k++) {
            for (int v = 0; samples[k].type == row->type && v < 4 && samples[k].values[v]; v++) {
                expect_kept(row, samples[k].values[v]);
            }
        }
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
