/* HUD state across snapshots: each event alone, with its times in ms. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake3/match/q3_hud_state.h"
#include "engine/quake3/match/q3_stat_index.h"
#include "engine/quake3/q3_state.h"

enum { IMPRESSIVE = 9, EXCELLENT = 10, TEAM = 3, PICKUP = 19, OBITUARY = 60 };

static struct q3_hud_state hud;
static struct q3_player_state before, now;
static struct q3_hud_step step;

static void begin(void)
{
    memset(&hud, 0, sizeof(hud));
    memset(&before, 0, sizeof(before));
    memset(&now, 0, sizeof(now));
    now.fields[Q3_PS_CLIENT_NUM] = before.fields[Q3_PS_CLIENT_NUM] = 2;
    step =
        (struct q3_hud_step){.game = q3_game_of(68), .before = &before, .now = &now, .time = 5000};
}

TestSuite(q3_hud_state, .init = begin);

Test(q3_hud_state, awards_wait_3000_ms_and_ten_at_most)
{
    for (int i = 1; i <= 12; i++) {
        now.persistant[IMPRESSIVE] = i;
        q3_hud_state_step(&hud, &step);
        before = now;
    }
    cr_expect_eq(hud.num_awards, 10u, "the eleventh would wait 30 s");
    cr_expect_null(q3_hud_award_at(&hud, 4999));
    for (int i = 0; i < 10; i++) {
        const struct q3_hud_award *first = q3_hud_award_at(&hud, 5000 + i * 3000);
        const struct q3_hud_award *last = q3_hud_award_at(&hud, 5000 + i * 3000 + 2999);
        cr_assert(first && first == last, "%d", i);
        cr_expect(first->kind == Q3_AWARD_IMPRESSIVE && first->count == i + 1);
    }
    cr_expect_null(q3_hud_award_at(&hud, 35000));
}

Test(q3_hud_state, no_awards_for_spectators_or_at_the_end)
{
    now.persistant[IMPRESSIVE] = 1;
    now.persistant[TEAM] = before.persistant[TEAM] = 3;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.num_awards, 0u, "a spectator");
    now.persistant[TEAM] = before.persistant[TEAM] = 0;
    step.ended = true;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.num_awards, 0u, "the scores are shown");
    step.ended = false;
    now.fields[Q3_PS_PM_TYPE] = 5;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.num_awards, 0u, "intermission");
    now.fields[Q3_PS_PM_TYPE] = 0;
    now.persistant[TEAM] = 1;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.num_awards, 0u, "another team's counts");
    now.persistant[TEAM] = 0;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.num_awards, 1u);
    now.persistant[EXCELLENT] = 1;
    before = now;
    before.persistant[EXCELLENT] = 0;
    step.own_excellent = true;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.num_awards, 1u, "the server's own rule");
    now.persistant[IMPRESSIVE] = 2;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.num_awards, 2u, "for excellent alone");
}

static void send(int32_t event, int32_t other, int32_t other2, int32_t parm, const char *victim,
                 const char *attacker)
{
    const struct q3_event e = {
        .entity = 2, .event = event, .other = other, .other2 = other2, .parm = parm};
    q3_hud_state_event(&hud, &step, &e, victim, attacker);
}

Test(q3_hud_state, pickups_select_weapons_but_not_the_machinegun)
{
    send(PICKUP, 0, 0, 12, "", ""); /* rocket launcher */
    cr_expect(hud.pickup_time == 5000 && hud.pickup_item == 12);
    cr_expect(hud.select_time == 5000 && hud.select_weapon == 5);
    step.time = 6000;
    send(PICKUP, 0, 0, 7, "", ""); /* mega health */
    cr_expect(hud.pickup_time == 6000 && hud.select_time == 5000);
    send(PICKUP, 0, 0, 9, "", ""); /* shotgun */
    cr_expect(hud.select_time == 6000 && hud.select_weapon == 3);
    step.time = 7000;
    send(PICKUP, 0, 0, 10, "", ""); /* machinegun */
    cr_expect(hud.pickup_item == 10 && hud.select_time == 6000);
    send(PICKUP, 0, 0, 0, "", ""); /* no item */
    cr_expect_eq(hud.pickup_item, 0);
}

Test(q3_hud_state, deaths_are_of_others_of_the_own_player_or_by_it)
{
    now.persistant[0] = 9;
    now.persistant[2] = 1;
    step.num_lines = 4;
    send(OBITUARY, 1, 3, 10, "one", "three");
    cr_expect(hud.num_deaths == 1 && hud.words_kind == Q3_WORDS_NONE && hud.killed_time == 0);
    cr_expect(hud.deaths[0].time == 5000 && hud.deaths[0].victim == 1);
    cr_expect(hud.deaths[0].attacker == 3 && hud.deaths[0].means == 10 && hud.deaths[0].order == 4);
    cr_expect_str_eq(hud.names[Q3_HUD_VICTIMS], "one");
    cr_expect_str_eq(hud.names[Q3_HUD_ATTACKERS], "three");
    send(OBITUARY, 2, 3, 10, "two", "three");
    cr_expect_eq(hud.killed_time, 5000);
    cr_expect_str_eq(hud.names[Q3_HUD_KILLER], "three");
    cr_expect_eq(hud.words_kind, Q3_WORDS_NONE);
    send(OBITUARY, 1, 2, 10, "one", "two");
    cr_expect(hud.words_kind == Q3_WORDS_FRAGGED && hud.words_time == 5000);
    cr_expect(hud.words_rank == 1 && hud.words_score == 9);
    cr_expect_str_eq(hud.names[Q3_HUD_FRAGGED], "one");
    hud.words_kind = Q3_WORDS_NONE;
    send(OBITUARY, 2, 2, 20, "two", "two");
    cr_expect_eq(hud.words_kind, Q3_WORDS_NONE, "a suicide is no frag");
    step.team_game = true;
    send(OBITUARY, 1, 2, 10, "one", "two");
    cr_expect_eq(hud.words_rank, -1);
}

Test(q3_hud_state, names_are_cut_to_35_bytes)
{
    static const char name[] = "0123456789012345678901234567890123456789";
    send(OBITUARY, 1, 3, 10, name, "three");
    cr_expect_eq(strlen(hud.names[Q3_HUD_VICTIMS]), 35u);
    cr_expect_eq(strncmp(hud.names[Q3_HUD_VICTIMS], name, 35), 0);
}

Test(q3_hud_state, clock_and_killer)
{
    step.start = 1000;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.clock, 4000);
    step.start = 5000;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.clock, 0);
    hud.clock = 77;
    step.start = 5001;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.clock, 77, "the start is in the future: the clock keeps its time");
    snprintf(hud.names[Q3_HUD_KILLER], sizeof(hud.names[0]), "x");
    hud.killed_time = 4000;
    hud.ended_time = 4800;
    q3_hud_state_step(&hud, &step);
    cr_expect_str_eq(hud.names[Q3_HUD_KILLER], "x", "until 200 ms after");
    hud.ended_time = 4799;
    hud.killed_time = 4800;
    q3_hud_state_step(&hud, &step);
    cr_expect_str_eq(hud.names[Q3_HUD_KILLER], "x");
    hud.killed_time = 4799;
    q3_hud_state_step(&hud, &step);
    cr_expect_str_eq(hud.names[Q3_HUD_KILLER], "");
}

Test(q3_hud_state, a_hit_and_a_new_life)
{
    now.fields[Q3_PS_DAMAGE_EVENT] = 1;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.hit_time, 0, "no damage");
    now.fields[Q3_PS_DAMAGE_COUNT] = 5;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.hit_time, 5000);
    before = now;
    step.time = 6000;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.hit_time, 5000, "the same event");
    before.fields[Q3_PS_PM_TYPE] = 3;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.ended_time, 0);
    now.fields[Q3_PS_PM_TYPE] = 5;
    q3_hud_state_step(&hud, &step);
    now.fields[Q3_PS_PM_TYPE] = 0;
    step.time = 6050;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.ended_time, 6000, "the last snapshot of the intermission");
    now.fields[Q3_PS_CLIENT_NUM] = 4;
    now.fields[Q3_PS_DAMAGE_EVENT] = 2;
    step.time = 7000;
    q3_hud_state_step(&hud, &step);
    cr_expect_eq(hud.hit_time, 5000, "another player's");
    step.restarted = true;
    now.fields[Q3_PS_WEAPON] = 5;
    q3_hud_state_step(&hud, &step);
    cr_expect(hud.hit_time == 0 && hud.num_awards == 0);
    cr_expect(hud.words_kind == Q3_WORDS_FIGHT && hud.words_time == 7000);
    cr_expect(hud.select_weapon == 5 && hud.select_time == 7000);
}

Test(q3_hud_state, the_first_award_shows_at_once)
{
    step.time = 1000;
    now.persistant[IMPRESSIVE] = 1;
    q3_hud_state_step(&hud, &step);
    cr_assert_eq(hud.num_awards, 1u);
    cr_expect_eq(hud.awards[0].start, 1000);
}

Test(q3_hud_state, an_empty_weapon_selects_the_highest_that_has_ammunition)
{
    enum { NO_AMMO = 21, GRAPPLE = 10 };
    now.stats[2] = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 5 | 1 << GRAPPLE;
    now.ammo[1] = now.ammo[GRAPPLE] = -1;
    now.ammo[3] = 7;
    now.ammo[7] = 9; /* not owned */
    send(NO_AMMO, 0, 0, 0, "", "");
    cr_expect(hud.select_time == 5000 && hud.select_weapon == 3, "%d", hud.select_weapon);
    now.ammo[3] = 0;
    send(NO_AMMO, 0, 0, 0, "", "");
    cr_expect_eq(hud.select_weapon, 1);
}

Test(q3_hud_state, a_holdable_and_overtime_have_words)
{
    for (int32_t item = 0; item < 3; item++) {
        step.time = 6000 + item;
        send(24 + item, 0, 0, 0, "", "");
        cr_expect(hud.words_kind == Q3_WORDS_USED && hud.words_time == 6000 + item);
        cr_expect_eq(hud.words_rank, item);
    }
    step.game = q3_game_of(91);
    step.time = 7000;
    send(84, 0, 0, 0, "", "");
    cr_expect(hud.words_kind == Q3_WORDS_OVERTIME && hud.words_time == 7000);
}
