/* The figures of a timed run, against numbers worked out by hand. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/commands/timing.h"

static bool near(double value, double wanted)
{
    return fabs(value - wanted) <= 1e-9 * (1.0 + fabs(wanted));
}

#define EXPECT_NEAR(value, wanted)                                                                 \
    cr_expect(near(value, wanted), "%s is %.12g, not %.12g", #value, (double)(value),              \
              (double)(wanted))

/* A run whose frames take only drawing time, in milliseconds. */
static struct timing_figures figures_of(const double *ms, uint32_t count)
{
    struct timing_frame *frames = calloc(count + 1, sizeof(*frames));
    struct timing_figures figures;
    cr_assert_not_null(frames);
    for (uint32_t i = 0; i < count; i++) {
        frames[i].draw = ms[i] / 1000.0;
    }
    const struct timing_run run = {frames, count, 0};
    cr_assert_eq(timing_figures_make(&run, &figures), 0);
    free(frames);
    return figures;
}

Test(timing, a_frame_is_the_sum_of_its_parts)
{
    const struct timing_frame frame = {0.001, 0.002, 0.004, 0.008};
    EXPECT_NEAR(timing_frame_total(&frame), 0.015);
}

Test(timing, no_frame)
{
    struct timing_figures f = figures_of(NULL, 0);
    cr_expect_eq(f.frames, 0u);
    EXPECT_NEAR(f.fps, 0.0);
    EXPECT_NEAR(f.p999_ms, 0.0);
}

Test(timing, one_frame_is_every_figure)
{
    const double ms[] = {8.0};
    struct timing_figures f = figures_of(ms, 1);
    cr_expect_eq(f.frames, 1u);
    EXPECT_NEAR(f.seconds, 0.008);
    EXPECT_NEAR(f.fps, 125.0);
    EXPECT_NEAR(f.mean_ms, 8.0);
    EXPECT_NEAR(f.median_ms, 8.0);
    EXPECT_NEAR(f.p95_ms, 8.0);
    EXPECT_NEAR(f.p999_ms, 8.0);
    EXPECT_NEAR(f.low1_fps, 125.0);
    EXPECT_NEAR(f.low01_fps, 125.0);
}

Test(timing, median_is_the_lower_of_two_and_the_middle_of_three)
{
    const double ms[] = {30.0, 10.0, 20.0, 40.0};
    EXPECT_NEAR(figures_of(ms, 4).median_ms, 20.0); /* 2 of 4 frames take no longer */
    EXPECT_NEAR(figures_of(ms, 3).median_ms, 20.0);
    EXPECT_NEAR(figures_of(ms, 2).median_ms, 10.0);
    EXPECT_NEAR(figures_of(ms, 4).mean_ms, 25.0);
    EXPECT_NEAR(figures_of(ms, 4).fps, 40.0);
}

Test(timing, percentiles_of_a_hundred_and_of_a_thousand)
{
    static double ms[1000]; /* n, n - 1, ... 1 ms */
    for (int i = 0; i < 100; i++) {
        ms[i] = 100.0 - i;
    }
    struct timing_figures f = figures_of(ms, 100);
    EXPECT_NEAR(f.median_ms, 50.0);
    EXPECT_NEAR(f.p95_ms, 95.0);
    EXPECT_NEAR(f.p99_ms, 99.0);
    EXPECT_NEAR(f.p999_ms, 100.0);
    EXPECT_NEAR(f.low1_fps, 10.0); /* the slowest frame: 100 ms */
    EXPECT_NEAR(f.low01_fps, 10.0);
    EXPECT_NEAR(f.seconds, 5.05);

    for (int i = 0; i < 1000; i++) {
        ms[i] = 1000.0 - i;
    }
    f = figures_of(ms, 1000);
    EXPECT_NEAR(f.median_ms, 500.0);
    EXPECT_NEAR(f.p95_ms, 950.0);
    EXPECT_NEAR(f.p99_ms, 990.0);
    EXPECT_NEAR(f.p999_ms, 999.0);
    EXPECT_NEAR(f.low1_fps, 1000.0 / 995.5); /* the mean of 991..1000 ms */
    EXPECT_NEAR(f.low01_fps, 1.0);
}

Test(timing, lows_are_frames_over_the_time_they_took)
{
    static double ms[200]; /* the slowest 1 % are two frames: 10 ms and 30 ms */
    for (int i = 0; i < 200; i++) {
        ms[i] = 2.0;
    }
    ms[17] = 30.0;
    ms[150] = 10.0;
    struct timing_figures f = figures_of(ms, 200);
    EXPECT_NEAR(f.low1_fps, 50.0);
    EXPECT_NEAR(f.low01_fps, 1000.0 / 30.0);
    EXPECT_NEAR(f.p99_ms, 2.0);
    EXPECT_NEAR(f.p999_ms, 30.0);
}

Test(timing, many_equal_frames)
{
    static double ms[5000];
    for (int i = 0; i < 5000; i++) {
        ms[i] = 4.0;
    }
    struct timing_figures f = figures_of(ms, 5000);
    EXPECT_NEAR(f.seconds, 20.0);
    EXPECT_NEAR(f.fps, 250.0);
    EXPECT_NEAR(f.median_ms, 4.0);
    EXPECT_NEAR(f.p999_ms, 4.0);
    EXPECT_NEAR(f.low1_fps, 250.0);
    EXPECT_NEAR(f.low01_fps, 250.0);
}

Test(timing, frames_without_any_time_divide_by_nothing)
{
    const double ms[] = {0.0, 0.0};
    struct timing_figures f = figures_of(ms, 2);
    EXPECT_NEAR(f.fps, 0.0);
    EXPECT_NEAR(f.low1_fps, 0.0);
}

Test(timing, the_split_is_of_means_and_the_run_keeps_its_order)
{
    struct timing_frame frames[2] = {{0.003, 0.002, 0.010, 0.001}, {0.001, 0.004, 0.002, 0.001}};
    const struct timing_run run = {frames, 2, 0};
    struct timing_figures f;
    cr_assert_eq(timing_figures_make(&run, &f), 0);
    EXPECT_NEAR(f.parse_ms, 2.0);
    EXPECT_NEAR(f.simulate_ms, 3.0);
    EXPECT_NEAR(f.draw_ms, 6.0);
    EXPECT_NEAR(f.present_ms, 1.0);
    EXPECT_NEAR(f.mean_ms, 12.0);
    EXPECT_NEAR(f.median_ms, 8.0);
    EXPECT_NEAR(frames[0].draw, 0.010);
}

Test(timing, print_says_the_original_line_first_and_the_hash_in_full)
{
    const double ms[] = {10.0, 10.0};
    struct timing_figures f = figures_of(ms, 2);
    char text[1024] = "";
    FILE *out = tmpfile();
    cr_assert_not_null(out);
    timing_print(out, &f, 0x00000000000000abu);
    rewind(out);
    size_t size = fread(text, 1, sizeof(text) - 1, out);
    fclose(out);
    text[size] = '\0';
    const char first[] = "2 frames 0.0 seconds 100.0 fps\n";
    cr_expect_eq(strncmp(text, first, strlen(first)), 0, "%s", text);
    cr_expect_not_null(strstr(text, "hash: 00000000000000ab\n"), "%s", text);
    cr_expect_not_null(strstr(text, "median 10.000"), "%s", text);
}
