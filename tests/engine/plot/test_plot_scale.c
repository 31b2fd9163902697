/* Ticks and labels of a plot's axes. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "engine/plot/plot_scale.h"

static void expect_ticks(const struct plot_ticks *ticks, int64_t first, int64_t step,
                         uint32_t count)
{
    cr_expect_eq(ticks->first, first, "first %lld", (long long)ticks->first);
    cr_expect_eq(ticks->step, step, "step %lld", (long long)ticks->step);
    cr_expect_eq(ticks->count, count, "count %u", (unsigned)ticks->count);
}

Test(plot_scale, numbers_go_by_1_2_and_5)
{
    struct plot_ticks ticks = plot_ticks_of_numbers(0.0, 100.0, 11, true);
    expect_ticks(&ticks, 0, 10000, 11);
    ticks = plot_ticks_of_numbers(0.0, 100.0, 10, true);
    expect_ticks(&ticks, 0, 20000, 6);
    ticks = plot_ticks_of_numbers(0.0, 100.0, 5, true);
    expect_ticks(&ticks, 0, 50000, 3);
    ticks = plot_ticks_of_numbers(-7.0, 12.5, 6, true);
    expect_ticks(&ticks, -5000, 5000, 4);
    ticks = plot_ticks_of_numbers(0.0, 0.3, 4, false);
    expect_ticks(&ticks, 0, 100, 4);
    ticks = plot_ticks_of_numbers(0.0, 1.0, 20, true);
    expect_ticks(&ticks, 0, 1000, 2); /* none between two integers */
}

Test(plot_scale, time_goes_as_clocks_do)
{
    static const struct {
        double length;
        int64_t step;
    } rows[] = {{1.0, 100},       {9.0, 1000},        {30.0, 5000},        {100.0, 10000},
                {120.0, 15000},   {300.0, 30000},     {600.0, 60000},      {1200.0, 120000},
                {3600.0, 600000}, {36000.0, 3600000}, {90000.0, 18000000}, {200000.0, 36000000},
                {1e7, 1152000000}};
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const struct plot_ticks ticks = plot_ticks_of_time(0.0, rows[i].length, 11);
        cr_expect_eq(ticks.step, rows[i].step, "%g: %lld", rows[i].length, (long long)ticks.step);
        cr_expect_leq(ticks.count, 11u);
    }
    const struct plot_ticks later = plot_ticks_of_time(61.0, 122.0, 5);
    expect_ticks(&later, 75000, 15000, 4);
}

Test(plot_scale, no_value_breaks_it)
{
    static const double values[] = {-INFINITY, -1e300, -1e9,  -1.0,     0.0, 1e-300,
                                    1.0,       1e9,    1e300, INFINITY, NAN};
    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        for (size_t k = 0; k < sizeof(values) / sizeof(values[0]); k++) {
            double low = values[i], high = values[k];
            const struct plot_ticks numbers = plot_ticks_of_numbers(low, high, 8, false);
            const struct plot_ticks times = plot_ticks_of_time(low, high, 8);
            cr_expect_leq(numbers.count, 8u, "%g %g", low, high);
            cr_expect_leq(times.count, 8u, "%g %g", low, high);
            plot_scale_round(&low, &high, 8, true);
            cr_expect_lt(low, high, "%g %g", values[i], values[k]);
        }
    }
}

Test(plot_scale, round_scales_hold_what_they_are_for)
{
    double low = 0.0, high = 187.0;
    plot_scale_round(&low, &high, 6, true);
    cr_expect_eq(low, 0.0);
    cr_expect_eq(high, 200.0);
    low = -3.0;
    high = 21.0;
    plot_scale_round(&low, &high, 6, true);
    cr_expect_eq(low, -10.0, "6 ticks with what was added");
    cr_expect_eq(high, 30.0);
    low = high = 0.0;
    plot_scale_round(&low, &high, 6, true);
    cr_expect_lt(low, high);
}

static const char *number(int64_t value, int64_t step)
{
    static char text[PLOT_LABEL];
    plot_format_number(text, value, step);
    return text;
}

static const char *clock_of(int64_t value, int64_t step)
{
    static char text[PLOT_LABEL];
    plot_format_time(text, value, step);
    return text;
}

Test(plot_scale, labels)
{
    cr_expect_str_eq(number(0, 1000), "0");
    cr_expect_str_eq(number(1500000, 500000), "1500");
    cr_expect_str_eq(number(-250, 50), "-0.25");
    cr_expect_str_eq(number(-5000, 500), "-5.0");
    cr_expect_str_eq(number(7, 1), "0.007");
    cr_expect_str_eq(clock_of(0, 1000), "0:00");
    cr_expect_str_eq(clock_of(90000, 15000), "1:30");
    cr_expect_str_eq(clock_of(1500, 500), "0:01.5");
    cr_expect_str_eq(clock_of(-61000, 1000), "-1:01");
    cr_expect_str_eq(clock_of(3723000, 1000), "1:02:03");
    cr_expect_str_eq(clock_of(INT64_C(86400) * 10000, 1000), "240:00:00");
}
