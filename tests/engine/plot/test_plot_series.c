/* Values over time in a bounded number of columns. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/plot/plot_series.h"
#include "tests/support/scarce.h"

enum { PIXELS = 100 };

static void add(struct plot_series *series, double time, double value)
{
    cr_assert_eq(plot_series_add(series, time, value), 0);
}

Test(plot_series, a_peak_of_one_update_stays)
{
    struct plot_series series = {.start = 10.0};
    struct plot_column columns[PIXELS];
    for (int i = 0; i < 3600 * 10; i++) {
        add(&series, 10.0 + i * 0.1, i == 18055 ? 900.0 : i == 18056 ? -40.0 : 100.0);
    }
    cr_expect_leq(series.count, (size_t)PLOT_COLUMNS);
    cr_expect_gt(series.count, (size_t)PLOT_COLUMNS / 2 - 1);
    plot_series_fit(&series, 10.0, 3610.0, columns, PIXELS);
    uint32_t sum = 0;
    for (int i = 0; i < PIXELS; i++) {
        sum += columns[i].count;
        cr_expect_eq(columns[i].high, i == 50 ? 900.0f : 100.0f, "%d", i);
        cr_expect_eq(columns[i].low, i == 50 ? -40.0f : 100.0f, "%d", i);
        cr_expect_float_eq(plot_column_mean(&columns[i]), 100.0, 2.0);
    }
    cr_expect_eq(sum, 36000u);
    double low, high;
    cr_expect(plot_series_range(&series, 10.0, 3610.0, &low, &high));
    cr_expect_eq(low, -40.0);
    cr_expect_eq(high, 900.0);
    cr_expect(plot_series_range(&series, 10.0, 1000.0, &low, &high));
    cr_expect_eq(high, 100.0, "before the peak");
    plot_series_free(&series);
}

Test(plot_series, first_and_last_are_in_order)
{
    struct plot_series series = {0};
    struct plot_column columns[2];
    for (int i = 0; i < 10; i++) {
        add(&series, i, i);
    }
    plot_series_fit(&series, 0.0, 10.0, columns, 2);
    cr_expect_eq(columns[0].first, 0.0f);
    cr_expect_eq(columns[0].last, 4.0f);
    cr_expect_eq(columns[1].first, 5.0f);
    cr_expect_eq(columns[1].last, 9.0f);
    cr_expect_eq(plot_column_mean(&columns[1]), 7.0);
    plot_series_free(&series);
}

Test(plot_series, a_pause_is_a_gap)
{
    struct plot_series series = {0};
    struct plot_column columns[PIXELS];
    add(&series, 0.0, 1.0);
    add(&series, 99.5, 2.0);
    plot_series_fit(&series, 0.0, 100.0, columns, PIXELS);
    cr_expect_eq(columns[0].count, 1u);
    for (int i = 1; i < PIXELS - 1; i++) {
        cr_expect_eq(columns[i].count, 0u, "%d", i);
    }
    cr_expect_eq(columns[PIXELS - 1].count, 1u);
    plot_series_free(&series);
}

Test(plot_series, the_last_moment_is_in_the_last_pixel)
{
    struct plot_series series = {0};
    struct plot_column columns[PIXELS];
    add(&series, 1.0, 5.0);
    plot_series_fit(&series, 0.0, 1.001, columns, PIXELS);
    cr_expect_eq(columns[PIXELS - 1].count, 1u);
    plot_series_fit(&series, 2.0, 3.0, columns, PIXELS);
    for (int i = 0; i < PIXELS; i++) {
        cr_expect_eq(columns[i].count, 0u, "%d", i);
    }
    plot_series_free(&series);
}

Test(plot_series, what_is_no_number_is_left_out)
{
    struct plot_series series = {.start = 5.0};
    double low, high;
    add(&series, 4.0, 1.0);
    add(&series, NAN, 1.0);
    add(&series, 6.0, NAN);
    add(&series, 1e300, 1.0);
    cr_expect_not(plot_series_range(&series, 0.0, 100.0, &low, &high));
    add(&series, 6.0, INFINITY);
    add(&series, 1e7, -1e300);
    cr_expect(plot_series_range(&series, 0.0, 1e8, &low, &high));
    cr_expect_eq(low, -1e9);
    cr_expect_eq(high, 1e9);
    cr_expect_leq(series.count, (size_t)PLOT_COLUMNS);
    plot_series_free(&series);
}

Test(plot_series, memory_may_end_at_any_time)
{
    for (uint64_t at = 1; at < 10; at++) {
        struct plot_series series = {0};
        int status = 0;
        scarce_begin_from(at);
        for (int i = 0; status == 0 && i < 1000; i++) {
            status = plot_series_add(&series, i, i);
        }
        plot_series_free(&series);
        scarce_end();
        cr_expect_eq(scarce_blocks(), 0u, "%u", (unsigned)at);
        cr_expect(status == 0 || status == FORMAT_MEMORY);
        cr_expect(at > 1 || status == FORMAT_MEMORY);
    }
}
