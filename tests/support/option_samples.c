#include "tests/support/option_samples.h"

#include <stdio.h>

static void check_numbers(const struct option_row *row,
                          void (*check)(const struct option_row *row, const char *value))
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
        check(row, value);
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
    {&option_time, {"90", "1:30.5", "1m30s", "frag 3 -5s"}},
    {&option_times, {"1,2m,50%,level 2"}},
    {&option_ranges, {"1-2"}},
    {&option_view_names, {"3", "bro,,auto", "a b,c"}},
    {&option_blocks, {"0,7,123456"}},
    {&option_server_times, {"-5,0,1.5"}},
    {&option_size, {"160x100", "3840x2160"}},
    {&option_color, {"4,4", "0,13", "30ff00,00a0ff"}},
    {&option_camera, {"eye", "chase:0,-4096", "free:1.25,-3,0.001,10,20"}},
    {&option_fps, {"0.01", "23.976", "1000", "30000/1001"}},
    {&option_piece, {"1/1", "7/1000000"}},
};

void option_samples_each(const struct option_row *row,
                         void (*check)(const struct option_row *row, const char *value))
{
    if (row->words) {
        for (const struct option_word *word = row->words; word->text; word++) {
            check(row, word->text);
        }
    } else if (row->max > row->min) {
        check_numbers(row, check);
    }
    for (size_t k = 0; k < sizeof(samples) / sizeof(samples[0]); k++) {
        for (int v = 0; samples[k].type == row->type && v < 4 && samples[k].values[v]; v++) {
            check(row, samples[k].values[v]);
        }
    }
}
