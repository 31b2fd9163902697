/* Frame rate, late refreshes and draw times of pictures whose times are given. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "engine/viewer/scale/frame_stats.h"

#define PERIOD (1.0 / 60.0)

/* A frame whose overlay took a quarter of its time, and whose upload took twice its time. */
static double add(struct frame_stats *frame_stats, double now, double draw, bool moving)
{
    const struct frame_cost cost = {draw * 0.75, draw * 0.25, draw * 2.0};
    return frame_stats_add(frame_stats, now, &cost, moving);
}

Test(frame_stats, nothing_yet)
{
    struct frame_stats frame_stats = {0};
    const struct frame_stats_figures f = frame_stats_figures(&frame_stats, 100.0, PERIOD);
    cr_expect(f.rate == 0.0 && f.draw_median == 0.0 && f.draw_worst == 0.0 && f.late == 0);
}

Test(frame_stats, every_refresh_has_its_picture)
{
    struct frame_stats frame_stats = {0};
    double now = 50.0;
    for (int i = 0; i < 300; i++) {
        now += PERIOD;
        add(&frame_stats, now, i == 290 ? 0.009 : 0.004, true);
    }
    const struct frame_stats_figures f = frame_stats_figures(&frame_stats, now, PERIOD);
    cr_expect_float_eq(f.rate, 60.0, 1e-6);
    cr_expect_eq(f.late, 0);
    cr_expect_float_eq(f.draw_median, 0.004, 1e-9);
    cr_expect_float_eq(f.draw_worst, 0.009, 1e-9);
    cr_expect_float_eq(f.upload_median, 0.008, 1e-9);
}

Test(frame_stats, late_pictures_are_counted_by_refreshes)
{
    struct frame_stats frame_stats = {0};
    double now = 0.0;
    add(&frame_stats, now, 0.001, false);
    static const int refreshes[] = {1, 1, 2, 1, 4, 1}; /* none was there in 1 and in 3 of them */
    for (int i = 0; i < 6; i++) {
        now += refreshes[i] * PERIOD * 1.02; /* clocks are never quite the same */
        cr_expect_gt(add(&frame_stats, now, 0.001, true), 0.0);
    }
    const struct frame_stats_figures f = frame_stats_figures(&frame_stats, now, PERIOD);
    cr_expect_eq(f.late, 4);
    cr_expect_float_eq(f.rate, 6.0 / (10 * PERIOD * 1.02), 1e-6);
}

Test(frame_stats, pauses_are_not_late)
{
    struct frame_stats frame_stats = {0};
    add(&frame_stats, 1.0, 0.002, true); /* nothing came before it */
    cr_expect_eq(add(&frame_stats, 1.5, 0.002, false), 0.0);
    cr_expect_gt(add(&frame_stats, 1.5 + PERIOD, 0.002, true), 0.0);
    cr_expect_eq(add(&frame_stats, 60.0, 0.002, true), 0.0, "the machine slept");
    cr_expect_eq(add(&frame_stats, 59.0, 0.002, true), 0.0);
    const struct frame_stats_figures f = frame_stats_figures(&frame_stats, 60.1, PERIOD);
    cr_expect_eq(f.late, 0);
}

Test(frame_stats, only_the_last_second_counts)
{
    struct frame_stats frame_stats = {0};
    double now = 0.0;
    for (int i = 0; i < 3 * FRAME_STATS_KEPT; i++) { /* more than are kept */
        now += 0.001;
        add(&frame_stats, now, 0.5, true);
    }
    for (int i = 0; i < 61; i++) {
        now += PERIOD;
        add(&frame_stats, now, 0.003, true);
    }
    const struct frame_stats_figures f = frame_stats_figures(&frame_stats, now, PERIOD);
    cr_expect_float_eq(f.draw_worst, 0.003, 1e-9);
    cr_expect_float_eq(frame_stats_figures(&frame_stats, now + 30.0, PERIOD).draw_median, 0.003,
                       1e-9, "the newest always counts");
}
