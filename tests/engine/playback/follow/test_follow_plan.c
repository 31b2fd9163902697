/* Plans of whose eyes a demo is seen with, from facts that are made up. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/follow/follow_figures.h"
#include "engine/playback/follow/follow_plan.h"
#include "engine/playback/follow/follow_worth.h"
#include "tests/support/random_numbers.h"

enum { EVENTS = 70000, STATUSES = 300000, GOOD = DEMO_STATUS_VIEW | DEMO_STATUS_ALIVE };

static struct demo_event events[EVENTS];
static struct demo_status statuses[STATUSES];
static struct follow_facts facts;

static void begin_match(double length, int players)
{
    facts = (struct follow_facts){.length = length, .events = events, .statuses = statuses};
    for (int i = 0; i < players; i++) {
        statuses[facts.num_statuses++] =
            (struct demo_status){.slot = (uint8_t)i, .bits = GOOD, .stack = 13};
    }
}

static void add_status(double time, int slot, uint32_t bits, int stack, int frags)
{
    statuses[facts.num_statuses++] = (struct demo_status){.time = time,
                                                          .slot = (uint8_t)slot,
                                                          .bits = (uint8_t)bits,
                                                          .stack = (uint8_t)stack,
                                                          .frags = frags};
}

static void add_kill(double time, int killer, int victim)
{
    events[facts.num_events++] = (struct demo_event){
        .time = time, .kind = DEMO_EVENT_FRAG, .player = (int16_t)killer, .other = (int16_t)victim};
}

static struct follow_plan plan_of(enum follow_target target)
{
    struct follow_plan plan;
    cr_assert_eq(follow_plan_build(&plan, target, &facts), 0);
    return plan;
}

static int at(const struct follow_plan *plan, double time)
{
    const struct follow_shot *shot = follow_plan_at(plan, time);
    return shot ? shot->slot : -1;
}

/* What each plan keeps to, whatever the facts. */
static void check_plan(const struct follow_plan *plan)
{
    cr_assert_gt(plan->count, 0u);
    cr_expect_eq(plan->shots[0].start, 0.0);
    cr_expect_eq(plan->shots[plan->count - 1].end, facts.length);
    for (uint32_t i = 0; i < plan->count; i++) {
        const struct follow_shot *shot = &plan->shots[i];
        cr_assert_lt(shot->start, shot->end, "%u", i);
        cr_assert(i == 0 || (shot->start == shot[-1].end && shot->slot != shot[-1].slot), "%u", i);
        cr_assert(i + 1 == plan->count || shot->cut_short ||
                      shot->end - shot->start >= FOLLOW_SHOT_SECONDS,
                  "%u: %f", i, shot->end - shot->start);
    }
}

/* The player loses one of these bits in [start, end]. */
static bool loses_within(int slot, double start, double end, uint32_t lost)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < facts.num_statuses; i++) {
        const struct demo_status *s = &statuses[i];
        if (s->slot == slot) {
            if (s->time >= start && s->time <= end && (bits & ~(uint32_t)s->bits & lost)) {
                return true;
            }
            bits = s->bits;
        }
    }
    return false;
}

Test(follow_plan, shows_frags_from_the_killers_eyes)
{
    begin_match(60.0, 3);
    add_kill(10.0, 0, 1);
    add_kill(20.0, 1, 2);
    add_kill(30.0, 2, 0);
    struct follow_plan plan = plan_of(FOLLOW_AUTO);
    check_plan(&plan);
    cr_expect_eq(plan.count, 3u);
    for (double before = 0.0; before < 1.5; before += 0.5) {
        cr_expect(at(&plan, 10.0 - before) == 0 && at(&plan, 20.0 - before) == 1 &&
                      at(&plan, 30.0 - before) == 2,
                  "%f s before", before);
    }
    cr_expect(at(&plan, 10.5) == 0 && at(&plan, 20.5) == 1 && at(&plan, 59.0) == 2);
    const struct follow_figures figures = follow_figures_find(&plan, &facts);
    cr_expect(figures.frags == 3 && figures.of_killer == 3 && figures.of_victim == 0 &&
              figures.early == 3 && figures.cut_short == 0 && figures.shortest > 5.0);
    follow_plan_free(&plan);
}

/* A player kills and is killed at nearly the same time: one shot of that player shows both frags.
 */
Test(follow_plan, a_victims_eyes_are_better_than_none)
{
    begin_match(20.0, 3);
    add_kill(10.0, 0, 1);
    add_kill(11.0, 1, 2);
    add_kill(11.5, 2, 1);
    struct follow_plan plan = plan_of(FOLLOW_AUTO);
    const struct follow_figures figures = follow_figures_find(&plan, &facts);
    cr_expect(figures.of_killer + figures.of_victim == 3, "%u and %u", figures.of_killer,
              figures.of_victim);
    follow_plan_free(&plan);
}

/* A quad is worth a cut, but not from a fight that goes on. */
Test(follow_plan, no_shot_ends_in_a_fight)
{
    for (int fights = 0; fights < 2; fights++) {
        begin_match(60.0, 2);
        add_kill(9.0, 0, 1);
        for (int i = 0; i < 16; i++) {
            if (fights) {
                add_status(9.5 + i * 0.5, 0, GOOD, i % 2 ? 13 : 10, 0); /* a hit a second */
            }
            if (i == 5) {
                add_status(12.0, 1, GOOD | DEMO_STATUS_QUAD, 25, 0);
            }
        }
        struct follow_plan plan = plan_of(FOLLOW_AUTO);
        check_plan(&plan);
        cr_expect_eq(at(&plan, 9.0), 0);
        cr_expect_eq(at(&plan, 14.0), fights ? 0 : 1);
        cr_expect_eq(at(&plan, 16.0), fights ? 0 : 1);
        cr_expect_eq(at(&plan, 19.0), 1);
        follow_plan_free(&plan);
    }
}

Test(follow_plan, who_leaves_is_left)
{
    begin_match(60.0, 3);
    add_kill(10.0, 0, 1);
    add_status(11.0, 0, 0, 0, 0);
    add_status(11.1, 2, DEMO_STATUS_VIEW, 0, 0); /* dead */
    struct follow_plan plan = plan_of(FOLLOW_AUTO);
    check_plan(&plan);
    cr_expect(at(&plan, 10.0) == 0 && at(&plan, 12.0) == 1 && at(&plan, 50.0) == 1);
    follow_plan_free(&plan);
}

Test(follow_plan, targets_have_plans_of_their_own)
{
    begin_match(60.0, 3);
    add_kill(10.0, 0, 1);
    add_status(10.0, 0, GOOD, 13, 1);
    add_kill(20.0, 1, 2);
    add_status(20.0, 1, GOOD, 13, 1);
    add_status(24.0, 1, GOOD | DEMO_STATUS_FLAG, 13, 1);
    add_kill(30.0, 2, 0);
    add_status(34.0, 1, GOOD | DEMO_STATUS_FLAG, 13, 2);
    add_status(40.0, 2, GOOD | DEMO_STATUS_HIDDEN, 13, 1);
    static const struct {
        enum follow_target target;
        double time;
        int slot;
    } cases[] = {
        {FOLLOW_KILLER, 5.0, 0},   {FOLLOW_KILLER, 15.0, 1},  {FOLLOW_KILLER, 25.0, 2},
        {FOLLOW_VICTIM, 5.0, 1},   {FOLLOW_VICTIM, 15.0, 2},  {FOLLOW_VICTIM, 25.0, 0},
        {FOLLOW_LEADER, 11.0, 0},  {FOLLOW_LEADER, 33.0, 0},  {FOLLOW_LEADER, 35.0, 1},
        {FOLLOW_CARRIER, 25.0, 1}, {FOLLOW_CARRIER, 55.0, 1}, {FOLLOW_POWERUP, 45.0, 2},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct follow_plan plan = plan_of(cases[i].target);
        check_plan(&plan);
        cr_expect_eq(at(&plan, cases[i].time), cases[i].slot, "%s at %.0f: %d",
                     follow_target_name(cases[i].target), cases[i].time, at(&plan, cases[i].time));
        follow_plan_free(&plan);
    }
}

Test(follow_plan, without_such_a_player_there_is_no_plan)
{
    begin_match(60.0, 2);
    for (int i = FOLLOW_KILLER; i < FOLLOW_TARGETS; i++) {
        struct follow_plan plan = plan_of((enum follow_target)i);
        cr_expect_eq(plan.count, i == FOLLOW_LEADER ? 1u : 0u, "%d", i);
        cr_expect(i == FOLLOW_LEADER || !follow_plan_at(&plan, 1.0));
        follow_plan_free(&plan);
    }
    facts.num_statuses = 0; /* no views */
    struct follow_plan plan = plan_of(FOLLOW_AUTO);
    cr_expect_eq(plan.count, 0u);
    follow_plan_free(&plan);
}

/* Some mods count damage: points for which nobody is named as dead. */
Test(follow_plan, points_are_no_frags_where_frags_name_their_victims)
{
    begin_match(60.0, 2);
    add_kill(10.0, 0, -1);
    cr_expect_not(follow_facts_name_victims(&facts));
    struct follow_plan plan = plan_of(FOLLOW_KILLER);
    cr_expect_eq(at(&plan, 5.0), 0);
    follow_plan_free(&plan);
    add_kill(20.0, 1, 0);
    cr_expect(follow_facts_name_victims(&facts));
    plan = plan_of(FOLLOW_KILLER);
    cr_expect_eq(at(&plan, 5.0), 1);
    cr_expect_eq(follow_figures_find(&plan, &facts).frags, 1u);
    follow_plan_free(&plan);
}

/* A wild match: everybody is hurt, dies, comes back, leaves; frags all the time. */
static void make_wild(uint32_t seed, double length, uint32_t changes, uint32_t frags, int players)
{
    begin_match(length, players);
    for (uint32_t i = 0; i < changes; i++) {
        const uint32_t kind = next_random(&seed) % 16;
        const uint32_t bits = kind == 0 ? 0 : kind < 4 ? DEMO_STATUS_VIEW : GOOD | (kind & 8) << 2;
        add_status(length * i / changes, (int)(next_random(&seed) % (uint32_t)players), bits,
                   (int)(next_random(&seed) % 64), (int)(next_random(&seed) % 50));
    }
    for (uint32_t i = 0; i < frags; i++) {
        add_kill(length * i / frags, (int)(next_random(&seed) % (uint32_t)players),
                 (int)(next_random(&seed) % (uint32_t)players));
    }
}

Test(follow_plan, keeps_its_rules_in_wild_matches)
{
    for (uint32_t seed = 1; seed <= 12; seed++) {
        make_wild(seed, 300.0, 2000 * seed % 5000 + 200, 150, 2 + (int)seed % 7);
        for (int i = FOLLOW_AUTO; i < FOLLOW_TARGETS; i++) {
            struct follow_plan plan = plan_of((enum follow_target)i);
            if (plan.count == 0) {
                continue;
            }
            check_plan(&plan);
            for (uint32_t k = 0; k < plan.count; k++) {
                const struct follow_shot *shot = &plan.shots[k];
                cr_expect(
                    !shot->cut_short || loses_within(shot->slot, shot->start, shot->end, GOOD),
                    "%u: %s: %f", seed, follow_target_name((enum follow_target)i), shot->start);
                cr_expect(!shot->cut_short || shot->end - shot->start >= FOLLOW_SHOT_SECONDS / 2 ||
                              loses_within(shot->slot, shot->start, shot->end, DEMO_STATUS_VIEW),
                          "%u: %f s", seed, shot->end - shot->start);
            }
            follow_plan_free(&plan);
        }
    }
}

/* Slots, numbers and times as a broken demo may have them; and a day that never ends. */
Test(follow_plan, hostile_facts_have_plans_of_bounded_size)
{
    static const double lengths[] = {0.0, 0.01, 3600.0, 86400.0, 1e7, 1e9};
    for (size_t i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
        make_wild(7, lengths[i], STATUSES - 100, EVENTS - 100, 32);
        for (uint32_t k = 0; k < facts.num_events; k += 3) {
            events[k].time = k % 2 ? -1.0 : lengths[i] * 2.0 + 1.0;
            events[k].player = (int16_t)(k % 3 ? -1 : INT16_MAX);
            events[k].other = (int16_t)(k % 2 ? 32 : INT16_MIN);
        }
        for (uint32_t k = 0; k < facts.num_statuses; k += 5) {
            statuses[k].slot = (uint8_t)(k % 256);
            statuses[k].frags = k % 2 ? INT32_MAX : INT32_MIN;
        }
        struct follow_worth worth;
        cr_assert_eq(follow_worth_find(&worth, FOLLOW_AUTO, &facts), 0);
        cr_expect(worth.cells <= FOLLOW_CELLS_MAX && worth.players <= 32);
        follow_worth_free(&worth);
        struct follow_plan plan = plan_of(FOLLOW_AUTO);
        cr_expect(plan.count >= 1 && plan.count <= FOLLOW_CELLS_MAX);
        cr_expect(at(&plan, -1.0) >= 0 && at(&plan, 1e12) >= 0);
        follow_plan_free(&plan);
    }
}

Test(follow_plan, equal_facts_have_equal_plans)
{
    make_wild(3, 300.0, 4000, 200, 8);
    struct follow_plan a = plan_of(FOLLOW_AUTO), b = plan_of(FOLLOW_AUTO);
    cr_assert_eq(a.count, b.count);
    for (uint32_t i = 0; i < a.count; i++) {
        cr_expect(a.shots[i].start == b.shots[i].start && a.shots[i].slot == b.shots[i].slot);
    }
    follow_plan_free(&a);
    follow_plan_free(&b);
}

Test(follow_target, names)
{
    for (int i = FOLLOW_AUTO; i < FOLLOW_TARGETS; i++) {
        const char *name = follow_target_name((enum follow_target)i);
        cr_expect_eq(follow_target_find(name), (enum follow_target)i);
        cr_expect_gt(strlen(follow_target_meaning((enum follow_target)i)), 5u);
    }
    cr_expect_eq(follow_target_find("AUTO"), FOLLOW_AUTO);
    cr_expect_eq(follow_target_find(""), FOLLOW_PLAYER);
    cr_expect_eq(follow_target_find("auto1"), FOLLOW_PLAYER);
}
