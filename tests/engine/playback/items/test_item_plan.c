/* Item timers: what a plan tells at a time, and whether items of real matches come back then. */
#include <criterion/criterion.h>
#include <math.h>

#include "engine/playback/demo_source.h"
#include "engine/playback/items/item_plan.h"
#include "tests/support/real_data.h"

Test(item_plan, the_last_change_counts)
{
    struct item_plan_level levels[] = {{5.0, 0, 2}, {100.0, 2, 1}};
    struct item_plan_item items[] = {
        {.kind = DEMO_ITEM_QUAD, .origin = {1, 2, 3}, .first = 0, .count = 3},
        {.kind = DEMO_ITEM_MEGA, .first = 3, .count = 2},
        {.kind = DEMO_ITEM_RING, .first = 5, .count = 1}};
    struct item_change changes[] = {{5.0, 5.0, 0, ITEM_THERE},       {10.0, 70.0, 0, ITEM_TAKEN},
                                    {70.5, 70.5, 0, ITEM_THERE},     {5.0, 5.0, 1, ITEM_THERE},
                                    {20.0, INFINITY, 1, ITEM_TAKEN}, {100.0, 0.0, 2, ITEM_UNKNOWN}};
    const struct item_plan plan = {
        .levels = levels, .num_levels = 2, .items = items, .num_items = 3, .changes = changes};
    struct demo_item_wait waits[DEMO_ITEMS];
    cr_expect_eq(item_plan_at(&plan, 4.9, waits), 0u, "no level yet");
    cr_assert_eq(item_plan_at(&plan, 9.9, waits), 2u);
    cr_expect(waits[0].there && !waits[0].taken && waits[0].origin[2] == 3.0f);
    cr_assert_eq(item_plan_at(&plan, 30.0, waits), 2u);
    cr_expect(!waits[0].there && waits[0].taken && waits[0].wait == 40.0);
    cr_expect(waits[1].taken && waits[1].wait < 0.0, "held");
    cr_assert_eq(item_plan_at(&plan, 70.2, waits), 2u);
    cr_expect(!waits[0].there && !waits[0].taken, "late: nothing is known");
    cr_assert_eq(item_plan_at(&plan, 99.0, waits), 2u);
    cr_expect(waits[0].there);
    cr_assert_eq(item_plan_at(&plan, 1e9, waits), 1u, "the next level's");
    cr_expect(!waits[0].there && !waits[0].taken);
    const struct item_plan none = {0};
    cr_expect_eq(item_plan_at(&none, 1.0, waits), 0u);
}

/* A new round brings items back before their time; what was seen late may have been there, unless
 * the demo has all items; much later it was there and taken at once. */
Test(item_plan, items_come_back_when_they_are_seen)
{
    static const double back_at[] = {30.0, 70.0, 70.0, INFINITY},
                        seen_at[] = {12.0, 71.7, 130.0, 44.0};
    static const double wanted[2][4] = {{12.0, 70.0, 70.0, 44.0}, {12.0, 71.7, 70.0, 44.0}};
    for (int sees_all = 0; sees_all < 2; sees_all++) {
        for (int i = 0; i < 4; i++) {
            struct item_plan_item item = {.kind = DEMO_ITEM_MEGA, .count = 3};
            struct item_change changes[] = {{5.0, 5.0, 0, ITEM_THERE},
                                            {10.0, back_at[i], 0, ITEM_TAKEN},
                                            {seen_at[i], seen_at[i], 0, ITEM_THERE}};
            struct item_plan plan = {
                .items = &item, .num_items = 1, .changes = changes, .num_changes = 3};
            item_plan_settle(&plan, sees_all != 0);
            cr_expect_eq(changes[1].back, wanted[sees_all][i], "%d %d: %g", sees_all, i,
                         changes[1].back);
        }
    }
}

/* Returns how many items came back at a known time, *right: within a second of it. */
static unsigned check_demo(const char *name, unsigned *right)
{
    struct demo_source source;
    struct timeline *timeline;
    struct format_error err = {0};
    const struct demo_search search = {0};
    struct item_plan plan;
    unsigned count = 0;
    *right = 0;
    cr_assert_eq(demo_source_open_bytes(&source, name, &search, &err), 0, "%s", err.what);
    cr_assert_eq(timeline_open_demo(&timeline, &source.demo, &(struct timeline_options){0}, &err),
                 0);
    cr_assert_eq(item_plan_read(&plan, timeline), 0);
    for (size_t i = 1; i < plan.num_changes; i++) {
        const struct item_change *taken = &plan.changes[i - 1], *back = &plan.changes[i];
        if (taken->item == back->item && taken->now == ITEM_TAKEN && back->now == ITEM_THERE &&
            !isinf(taken->back)) {
            count++;
            *right += fabs(back->time - taken->back) < 1.0;
        }
    }
    item_plan_free(&plan);
    timeline_close(timeline);
    demo_source_close(&source);
    return count;
}

/* A few are not: they are taken again at once, between two updates. The second has rounds. */
Test(item_plan, items_of_real_matches_come_back_as_told)
{
    static const char *const names[] = {"quakeworld/corpus/duel_dm3_2026.mvd",
                                        "quakeworld/corpus/1on1_tron_2024.mvd",
                                        "quakeworld/corpus/2on2_frobodm2_2022.mvd"};
    unsigned all = 0, all_right = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsigned right;
        const unsigned count = check_demo(real_data_path("%s", names[i]).text, &right);
        cr_log_info("%s: %u of %u", names[i], right, count);
        all += count;
        all_right += right;
    }
    cr_expect_geq(all, 20u);
    cr_expect_geq(all_right * 100, all * 90, "%u of %u", all_right, all);
}
