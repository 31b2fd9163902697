/* Times and layout of a contact sheet's tiles. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/capture/sheet_plan.h"
#include "engine/playback/demo_source.h"
#include "formats/pictures/png.h"

enum { FRAGS = 1u << DEMO_EVENT_FRAG, LEVELS = 1u << DEMO_EVENT_LEVEL };

struct opened {
    struct demo_source source;
    struct timeline *timeline;
    double length;
};

static struct opened open_demo(const char *name)
{
    static const struct timeline_options options = {.background = false};
    const struct demo_search search = {0};
    struct opened o;
    cr_assert_eq(demo_source_open_bytes(&o.source, name, &search, NULL), 0);
    cr_assert_eq(timeline_open_demo(&o.timeline, &o.source.demo, &options, NULL), 0);
    o.length = timeline_length(o.timeline);
    return o;
}

static void close_demo(struct opened *o)
{
    timeline_close(o->timeline);
    demo_source_close(&o->source);
}

static struct sheet_plan plan_of(const struct opened *o, uint32_t kinds, uint32_t most)
{
    struct sheet_plan plan;
    const struct sheet_choice choice = {.kinds = kinds, .most = most, .to = o->length};
    cr_assert_eq(sheet_plan_make(&plan, o->timeline, &choice), 0);
    return plan;
}

Test(sheet_plan, the_last_tile_is_the_end_if_asked)
{
    struct opened o = open_demo("builtin:demo1");
    struct sheet_choice choice = {.most = 4, .from = 2.0, .to = 8.0, .end = true};
    struct sheet_plan plan;
    cr_assert_eq(sheet_plan_make(&plan, o.timeline, &choice), 0);
    cr_assert_eq(plan.count, 4u);
    cr_expect_eq(plan.moments[2].time, 7.0, "three middles of equal parts");
    cr_expect_eq(plan.moments[3].time, 8.0);
    cr_expect_str_eq(plan.moments[3].text, "end");
    sheet_plan_free(&plan);
    choice.kinds = FRAGS | LEVELS;
    for (choice.most = 1; choice.most < 64; choice.most += 62) {
        cr_assert_eq(sheet_plan_make(&plan, o.timeline, &choice), 0);
        cr_assert(plan.count >= 1 && plan.count <= choice.most);
        cr_expect_eq(plan.moments[plan.count - 1].time, 8.0);
        sheet_plan_free(&plan);
    }
    close_demo(&o);
}

Test(sheet_plan, even_times_are_the_middles_of_equal_parts)
{
    struct opened o = open_demo("builtin:demo1");
    struct sheet_plan plan = plan_of(&o, 0, 4);
    cr_assert_eq(plan.count, 4u);
    for (uint32_t i = 0; i < 4; i++) {
        cr_expect_float_eq(plan.moments[i].time, o.length * (2 * i + 1) / 8.0, 1e-9);
    }
    cr_expect_neq(plan.moments[0].text[0], '\0', "the level");
    cr_expect_eq(plan.moments[1].text[0], '\0', "the same level");
    sheet_plan_free(&plan);
    const struct sheet_choice part = {.most = 1, .from = 10.0, .to = 14.0};
    cr_assert_eq(sheet_plan_make(&plan, o.timeline, &part), 0);
    cr_expect_eq(plan.moments[0].time, 12.0);
    sheet_plan_free(&plan);
    close_demo(&o);
}

Test(sheet_plan, events_are_those_of_the_timeline)
{
    struct opened o = open_demo("builtin:demo1");
    struct sheet_plan plan = plan_of(&o, FRAGS, 1000);
    double time = -1.0;
    struct demo_event event;
    uint32_t count = 0;
    for (; timeline_next_event(o.timeline, time, FRAGS, &event); count++, time = event.time) {
        cr_assert_lt(count, plan.count);
        cr_expect_eq(plan.moments[count].time, event.time);
        cr_expect_str_eq(plan.moments[count].text, event.text);
    }
    cr_expect_gt(count, 1u);
    cr_expect_eq(count, plan.count);
    cr_expect_eq(plan.found, count);
    const double last = plan.moments[count - 1].time;
    sheet_plan_free(&plan);
    const struct sheet_choice behind = {
        .kinds = FRAGS, .most = 9, .from = nextafter(last, INFINITY), .to = o.length};
    cr_assert_eq(sheet_plan_make(&plan, o.timeline, &behind), 0);
    cr_expect_eq(plan.count, 0u);
    sheet_plan_free(&plan);
    close_demo(&o);
}

Test(sheet_plan, too_many_events_are_thinned_evenly)
{
    struct opened o = open_demo("builtin:demo1");
    const uint32_t all = (1u << DEMO_EVENT_KINDS) - 1;
    struct sheet_plan whole = plan_of(&o, all, 1000), some = plan_of(&o, all, 3);
    cr_assert_gt(whole.count, 5u);
    cr_expect_eq(some.count, 3u);
    cr_expect_eq(some.found, whole.count);
    for (uint32_t i = 0; i < 3; i++) {
        cr_expect_eq(some.moments[i].time, whole.moments[i * whole.count / 3].time);
    }
    sheet_plan_free(&whole);
    sheet_plan_free(&some);
    close_demo(&o);
}

Test(sheet_plan, a_level_is_shown_two_seconds_after_its_start)
{
    struct opened o = open_demo("builtin:demo1");
    struct sheet_plan plan = plan_of(&o, LEVELS, 10);
    cr_assert_geq(plan.count, 1u);
    cr_expect_eq(plan.moments[0].time, 2.0);
    sheet_plan_free(&plan);
    const struct sheet_choice begin = {.kinds = LEVELS, .most = 10, .to = 1.0};
    cr_assert_eq(sheet_plan_make(&plan, o.timeline, &begin), 0);
    cr_expect_eq(plan.moments[0].time, 0.5, "the middle of what counts");
    sheet_plan_free(&plan);
    close_demo(&o);
}

Test(sheet_plan, tiles_do_not_overlap)
{
    struct sheet_layout l;
    int x, y, right = 0, bottom = 0;
    cr_assert(sheet_lay_out(&l, 7, 3, 1, 200, 100));
    cr_expect_eq(l.columns, 3);
    cr_expect_eq(l.rows, 3);
    for (uint32_t i = 0; i < 7; i++) {
        sheet_place(&l, i, &x, &y);
        cr_expect(x >= l.gap && x + 200 + l.gap <= l.width);
        cr_expect(y >= l.gap + l.line && y + 100 + l.line + l.gap <= l.height);
        cr_expect(i % 3 == 0 || x >= right + l.gap);
        cr_expect(i < 3 || i % 3 != 0 || y >= bottom + l.line);
        right = x + 200;
        bottom = i % 3 == 2 ? y + 100 : bottom;
    }
    cr_assert(sheet_lay_out(&l, 1, 0, 1, 160, 100));
    cr_expect_eq(l.columns, 1);
    cr_expect_eq(l.rows, 1);
    cr_expect_eq(l.width, 160 + 2 * l.gap);
    cr_assert(sheet_lay_out(&l, 6, 3, 1, 160, 100));
    cr_expect_eq(l.rows, 2, "no empty row");
    cr_expect_not(sheet_lay_out(&l, 1000, 1, 1, 160, 100), "too high");
    cr_expect_not(sheet_lay_out(&l, 1000, 100, 1, 320, 100), "too wide");
    cr_expect_not(sheet_lay_out(&l, 30, 5, 1, 3000, 2000), "too large");
}

Test(sheet_plan, a_sheet_may_be_as_high_as_a_png)
{
    struct sheet_layout l;
    cr_assert(sheet_lay_out(&l, 1, 1, 1, 160, 100));
    const int around = l.height - 100;
    cr_assert(sheet_lay_out(&l, 1, 1, 1, 160, PNG_MAX_SIDE - around));
    cr_expect_eq(l.height, (int)PNG_MAX_SIDE);
    cr_expect_not(sheet_lay_out(&l, 1, 1, 1, 160, PNG_MAX_SIDE - around + 1));
}
