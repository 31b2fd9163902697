/* Frame rate, late refreshes and draw times of pictures whose times are given. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "engine/viewer/scale/pace.h"

#define PERIOD (1.0 / 60.0)

/* A picture that took a quarter of its time for what lies over it, and twice its time to upload. */
static double add(struct pace *pace, double now, double draw, bool moving)
{
    const struct pace_cost cost = {draw * 0.75, draw * 0.25, draw * 2.0};
    return pace_add(pace, now, &cost, moving);
}

Test(pace, nothing_yet)
{
    struct pace pace = {0};
    const struct pace_figures f = pace_figures(&pace, 100.0, PERIOD);
    cr_expect(f.rate == 0.0 && f.draw_median == 0.0 && f.draw_worst == 0.0 && f.late == 0);
}

Test(pace, every_refresh_has_its_picture)
{
    struct pace pace = {0};
    double now = 50.0;
    for (int i = 0; i < 300; i++) {
        now += PERIOD;
        add(&pace, now, i == 290 ? 0.009 : 0.004, true);
    }
    const struct pace_figures f = pace_figures(&pace, now, PERIOD);
    cr_expect_float_eq(f.rate, 60.0, 1e-6);
    cr_expect_eq(f.late, 0);
    cr_expect_float_eq(f.draw_median, 0.004, 1e-9);
    cr_expect_float_eq(f.draw_worst, 0.009, 1e-9);
    cr_expect_float_eq(f.upload_median, 0.008, 1e-9);
}

Test(pace, late_pictures_are_counted_by_refreshes)
{
    struct pace pace = {0};
    double now = 0.0;
    add(&pace, now, 0.001, false);
    static const int refreshes[] = {1, 1, 2, 1, 4, 1}; /* none was there in 1 and in 3 of them */
    for (int i = 0; i < 6; i++) {
        now += refreshes[i] * PERIOD * 1.02; /* clocks are never quite the same */
        cr_expect_gt(add(&pace, now, 0.001, true), 0.0);
    }
    const struct pace_figures f = pace_figures(&pace, now, PERIOD);
    cr_expect_eq(f.late, 4);
    cr_expect_float_eq(f.rate, 6.0 / (10 * PERIOD * 1.02), 1e-6);
}

Test(pace, pauses_are_not_late)
{
    struct pace pace = {0};
    add(&pace, 1.0, 0.002, true); /* nothing came before it */
    cr_expect_eq(add(&pace, 1.5, 0.002, false), 0.0);
    cr_expect_gt(add(&pace, 1.5 + PERIOD, 0.002, true), 0.0);
    cr_expect_eq(add(&pace, 60.0, 0.002, true), 0.0, "the machine slept");
    cr_expect_eq(add(&pace, 59.0, 0.002, true), 0.0);
    const struct pace_figures f = pace_figures(&pace, 60.1, PERIOD);
    cr_expect_eq(f.late, 0);
}

Test(pace, only_the_last_second_counts)
{
    struct pace pace = {0};
    double now = 0.0;
    for (int i = 0; i < 3 * PACE_KEPT; i++) { /* more than are kept */
        now += 0.001;
        add(&pace, now, 0.5, true);
    }
    for (int i = 0; i < 61; i++) {
        now += PERIOD;
        add(&pace, now, 0.003, true);
    }
    const struct pace_figures f = pace_figures(&pace, now, PERIOD);
    cr_expect_float_eq(f.draw_worst, 0.003, 1e-9);
    cr_expect_float_eq(pace_figures(&pace, now + 30.0, PERIOD).draw_median, 0.003, 1e-9,
                       "the newest always counts");
}
