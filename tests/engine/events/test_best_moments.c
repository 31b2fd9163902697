/* The moments that are worth seeing, from events made by hand. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "engine/events/best_moments.h"

static struct event_list list;
static struct best_moment found[BEST_MOMENTS_MAX];

static struct game_event frag(double time, int32_t killer, int32_t victim)
{
    static const char *const names[] = {"ann", "bob", "cat", "dan"};
    return (struct game_event){.kind = GAME_EVENT_FRAG,
                               .time = time,
                               .player = {.slot = killer, .name = names[killer], .team = ""},
                               .other = {.slot = victim, .name = names[victim], .team = ""},
                               .weapon = GAME_WEAPON_ROCKET,
                               .text = "rl",
                               .value = NAN,
                               .air = NAN,
                               .distance = NAN,
                               .turn = NAN};
}

static void add(struct game_event event)
{
    event_list_add(&list, &event);
}

static uint32_t find(uint32_t most)
{
    const uint32_t count = best_moments_find(&list, found, most);
    event_list_free(&list);
    return count;
}

Test(best_moments, a_run_counts_more_than_its_frags)
{
    add(frag(10, 0, 1));
    add(frag(12, 0, 2));
    add(frag(14, 0, 3));
    add(frag(30, 1, 0));
    cr_assert_eq(find(1), 1u);
    cr_expect_eq(found[0].time, 14);
    cr_expect_eq(found[0].player, 0);
    cr_expect_str_eq(found[0].text, "ann: 3 frags in 4.0 s");
}

Test(best_moments, a_death_ends_a_run)
{
    add(frag(10, 0, 1));
    add(frag(11, 1, 0));
    add(frag(12, 0, 1));
    cr_assert_eq(find(8), 1u);
    cr_expect_str_eq(found[0].text, "ann kills bob, rocket");
}

Test(best_moments, in_the_order_of_time_and_apart)
{
    for (int i = 0; i < 20; i++) {
        add(frag(10 * i + 5, i % 2, 2));
    }
    struct game_event hit = frag(52, 3, 1);
    hit.air = 0.5;
    hit.distance = 640;
    add(hit);
    cr_assert_eq(find(5), 5u);
    bool has_hit = false;
    for (int i = 0; i < 5; i++) {
        cr_expect(i == 0 || found[i].time >= found[i - 1].time + 3);
        has_hit |= strcmp(found[i].text, "dan hits bob in the air, 640 units away") == 0;
    }
    cr_expect(has_hit);
}

Test(best_moments, levels_flags_and_monsters)
{
    struct game_event event = frag(3, 0, 1);
    event.kind = GAME_EVENT_CAPTURE;
    event.text = "red flag";
    add(event);
    event = frag(20, 0, 1);
    event.kind = GAME_EVENT_KILL;
    for (int i = 0; i < 3; i++) {
        event.time += 1;
        add(event);
    }
    event = frag(40, 0, 1);
    event.kind = GAME_EVENT_FINISH;
    event.player.name = event.text = "";
    add(event);
    cr_assert_eq(find(8), 3u);
    cr_expect_str_eq(found[0].text, "ann captures the red flag");
    cr_expect_str_eq(found[1].text, "3 monsters in 2.0 s");
    cr_expect_str_eq(found[2].text, "the level is finished");
}

Test(best_moments, none)
{
    cr_expect_eq(find(8), 0u);
    add(frag(1, 0, 1));
    cr_expect_eq(find(0), 0u);
}
