/* Rows of kills: what counts, when they are told, what ends them. */
#include <criterion/criterion.h>

#include "engine/playback/streaks/streak_plan.h"

enum { MOST = 64 };

static struct demo_event events[MOST];
static uint32_t count;
static struct streak_plan plan;

static void add(double time, enum demo_event_kind kind, int player, int other)
{
    events[count++] = (struct demo_event){
        .time = time, .kind = kind, .player = (int16_t)player, .other = (int16_t)other};
}

static void build(bool deaths_count)
{
    streak_plan_free(&plan);
    cr_assert_eq(streak_plan_build(&plan, events, count, deaths_count), 0);
}

static void expect(size_t i, double time, enum streak_kind kind, uint32_t kills, int player,
                   int other)
{
    const struct streak *s = &plan.streaks[i];
    cr_assert_lt(i, plan.count);
    cr_expect(s->time == time && s->kind == kind && s->kills == kills && s->player == player &&
                  s->other == other,
              "%zu: %g %d %u %d %d", i, s->time, (int)s->kind, s->kills, s->player, s->other);
}

Test(streak_plan, rows_and_who_ends_them)
{
    count = 0;
    for (int i = 0; i < 7; i++) {
        add(10.0 * i, DEMO_EVENT_FRAG, 1, 2);
    }
    add(100.0, DEMO_EVENT_FRAG, 3, 1);
    build(false);
    cr_assert_eq(plan.count, 2u);
    expect(0, 40.0, STREAK_ROW, 5, 1, -1);
    expect(1, 100.0, STREAK_ENDED, 7, 3, 1);
    streak_plan_free(&plan);
}

Test(streak_plan, quick_kills)
{
    count = 0;
    add(1.0, DEMO_EVENT_FRAG, 1, 2);
    add(4.0, DEMO_EVENT_FRAG, 1, 3);
    add(4.5, DEMO_EVENT_FRAG, 1, 4);
    add(7.6, DEMO_EVENT_FRAG, 1, 4);
    build(false);
    cr_assert_eq(plan.count, 2u);
    expect(0, 4.0, STREAK_QUICK, 2, 1, -1);
    expect(1, 4.5, STREAK_QUICK, 3, 1, -1);
    streak_plan_free(&plan);
}

Test(streak_plan, what_does_not_count)
{
    count = 0;
    for (int i = 0; i < 4; i++) {
        add(10.0 * i, DEMO_EVENT_FRAG, 1, 2);
    }
    add(50.0, DEMO_EVENT_FRAG, 1, 1);   /* a suicide ends a row that is too short to be told */
    add(60.0, DEMO_EVENT_FRAG, 1, -1);  /* the victim is not known */
    add(70.0, DEMO_EVENT_FRAG, 1, 999); /* no such slot */
    add(80.0, DEMO_EVENT_DEATH, 1, 2);  /* of QuakeWorld: a team mate's death */
    build(false);
    cr_expect_eq(plan.count, 0u);
    count = 0;
    for (int i = 0; i < 4; i++) {
        add(10.0 * i, DEMO_EVENT_DEATH, 1, 2);
    }
    add(45.0, DEMO_EVENT_LEVEL, -1, -1);
    for (int i = 5; i < 10; i++) {
        add(10.0 * i, DEMO_EVENT_DEATH, 1, 2);
    }
    build(true);
    cr_assert_eq(plan.count, 1u);
    expect(0, 90.0, STREAK_ROW, 5, 1, -1);
    streak_plan_free(&plan);
}
