/* The scale chosen on machines of a given speed. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "engine/viewer/scale/auto_scale.h"
#include "engine/viewer/scale/picture_fit.h"

#define PERIOD (1.0 / 60.0)

/* A machine with given times for drawing, enlarging, uploading and presenting, which waits for the
 * next refresh. */
struct machine {
    struct auto_scale a;
    double full, enlarge, upload, present, now;
    int changes;
};

static void run(struct machine *m, double seconds)
{
    for (const double end = m->now + seconds; m->now < end;) {
        const double s = m->a.scale;
        const struct frame_cost cost = {m->full / (s * s), s > 1 ? m->enlarge : 0.0, m->upload};
        const double made = cost.picture + cost.over + cost.upload;
        const double interval = ceil((made + m->present) / PERIOD) * PERIOD;
        m->now += interval;
        m->changes += auto_scale_add(&m->a, m->now, &cost, interval, PERIOD);
        cr_assert(m->a.scale >= 1 && m->a.scale <= PICTURE_SCALES);
    }
}

static struct machine make(int width, int height, double full_ms)
{
    struct machine m = {.full = full_ms / 1000.0, .enlarge = 0.002, .present = 0.001};
    auto_scale_begin(&m.a, width, height);
    return m;
}

Test(auto_scale, starts_at_the_default_scale)
{
    cr_expect_eq(make(960, 600, 1).a.scale, 1);
    cr_expect_eq(make(1920, 1080, 1).a.scale, 1);
    cr_expect_eq(make(3840, 2160, 1).a.scale, 2);
    cr_expect_eq(make(7680, 4320, 1).a.scale, 3);
    cr_expect_eq(make(30000, 30000, 1).a.scale, PICTURE_SCALES);
}

Test(auto_scale, fast_machines_draw_every_pixel)
{
    struct machine m = make(3840, 2160, 6.0);
    run(&m, 2.0);
    cr_expect_eq(m.a.scale, 2, "not before it is known");
    run(&m, 4.0);
    cr_expect_eq(m.a.scale, 1);
    run(&m, 600.0);
    cr_expect_eq(m.changes, 1);
}

Test(auto_scale, slow_machines_draw_coarser_at_once)
{
    struct machine m = make(1920, 1080, 40.0);
    run(&m, 1.5);
    cr_expect_eq(m.a.scale, 2);
    run(&m, 600.0);
    cr_expect_eq(m.changes, 1, "and stay there");
    m = make(3840, 2160, 400.0);
    run(&m, 8.0);
    cr_expect_eq(m.a.scale, PICTURE_SCALES, "the coarsest there is");
    run(&m, 60.0);
    cr_expect_eq(m.a.scale, PICTURE_SCALES);
}

Test(auto_scale, a_scale_just_fast_enough_stays)
{
    for (double ms = 1.0; ms < 300.0; ms *= 1.07) {
        struct machine m = make(3840, 2160, ms);
        run(&m, 30.0);
        const int settled = m.a.scale, changes = m.changes;
        run(&m, 600.0);
        cr_expect_leq(m.changes, changes, "%.1f ms: goes to and fro", ms);
        cr_expect_eq(m.a.scale, settled);
    }
}

/* Scenes that are heavy now and then make finer pictures a mistake, again and again. */
Test(auto_scale, mistakes_become_rare)
{
    struct machine m = make(1920, 1080, 8.0);
    int before = 0;
    for (int minute = 0; minute < 30; minute++) {
        m.full = 0.008;
        run(&m, 6.0);
        m.full = 0.020;
        run(&m, 6.0);
        before = minute == 14 ? m.changes : before;
    }
    cr_expect_lt(m.changes - before, before, "%d changes, then %d", before, m.changes - before);
    cr_expect_lt(m.changes, 30);
}

Test(auto_scale, single_hitches_change_nothing)
{
    struct machine m = make(1920, 1080, 8.0);
    for (int i = 0; i < 200; i++) {
        m.full = 0.100;
        run(&m, PERIOD); /* one picture */
        m.full = 0.008;
        run(&m, 0.5);
    }
    cr_expect_eq(m.changes, 0);
}

Test(auto_scale, a_slow_way_to_the_screen)
{
    struct machine m = make(1920, 1080, 9.0);
    m.present = 0.010; /* late by both together: coarser pictures help */
    run(&m, 30.0);
    cr_expect_eq(m.a.scale, 2);
    m = make(1920, 1080, 9.0);
    m.present = 0.060; /* nothing helps: at least the picture is a fine one */
    run(&m, 30.0);
    cr_expect_eq(m.a.scale, 1);
}

/* A window system that copies every picture for long. */
Test(auto_scale, a_hopeless_way_to_the_screen)
{
    struct machine m = make(3840, 2160, 50.0);
    m.present = 0.100;
    run(&m, 60.0);
    cr_expect_eq(m.a.scale, 2, "coarser ones would save a few of 116 ms");
    const int changes = m.changes;
    run(&m, 600.0);
    cr_expect_eq(m.changes, changes);
}

/* Uploading takes the same at every scale. */
Test(auto_scale, a_slow_upload)
{
    struct machine m = make(3840, 2160, 12.0);
    m.upload = 0.008; /* coarser pictures make room for it */
    run(&m, 60.0);
    cr_expect_eq(m.a.scale, 2);
    m = make(3840, 2160, 12.0);
    m.upload = 0.040; /* nothing does: then a fine one costs a quarter more than the coarsest */
    run(&m, 60.0);
    cr_expect_eq(m.a.scale, 1);
    const int changes = m.changes;
    run(&m, 600.0);
    cr_expect_eq(m.changes, changes);
    m = make(3840, 2160, 120.0);
    m.upload = 0.040; /* here drawing takes more than the upload */
    run(&m, 60.0);
    cr_expect_eq(m.a.scale, 3);
}

Test(auto_scale, settles_for_any_upload_time)
{
    for (double full = 1.0; full < 300.0; full *= 1.3) {
        for (double upload = 0.5; upload < 100.0; upload *= 1.3) {
            struct machine m = make(3840, 2160, full);
            m.upload = upload / 1000.0;
            run(&m, 60.0);
            const int settled = m.a.scale, changes = m.changes;
            run(&m, 300.0);
            cr_expect_leq(m.changes, changes, "%.1f and %.1f ms: %d changes, then %d", full, upload,
                          changes, m.changes - changes);
            cr_expect_eq(m.a.scale, settled, "%.1f and %.1f ms", full, upload);
        }
    }
}

Test(auto_scale, pictures_are_never_smaller_than_quakes)
{
    struct machine m = make(960, 600, 400.0);
    run(&m, 60.0);
    cr_expect_eq(m.a.scale, 3);
    m = make(1300, 500, 400.0);
    run(&m, 60.0);
    cr_expect_eq(m.a.scale, 2, "250 lines");
    m = make(320, 200, 400.0);
    run(&m, 60.0);
    cr_expect_eq(m.a.scale, 1);
    m = make(100, 50, 400.0);
    run(&m, 60.0);
    cr_expect_eq(m.a.scale, 1);
}

Test(auto_scale, faster_screens_ask_for_more)
{
    const struct frame_cost cost = {.picture = 0.0085};
    struct auto_scale a;
    auto_scale_begin(&a, 1920, 1080);
    for (int i = 0; i < 100; i++) {
        auto_scale_add(&a, i / 144.0, &cost, 0.0, 1.0 / 144.0);
    }
    cr_expect_gt(a.scale, 1);
    auto_scale_begin(&a, 1920, 1080);
    for (int i = 0; i < 100; i++) {
        auto_scale_add(&a, i / 60.0, &cost, 0.0, PERIOD);
    }
    cr_expect_eq(a.scale, 1);
}
