/* Events of real QuakeWorld matches against their scoreboards and KTX's tables. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/family/demo_items.h"
#include "tests/engine/events/events_stage.h"
#include "tests/support/read_stats.h"
#include "tests/support/real_data.h"

enum { DEATHS = KIND(FRAG) | KIND(TEAM_KILL) | KIND(SUICIDE) | KIND(DEATH), SLOTS = 32 };

static struct events_stage stage;

struct score {
    int32_t frags, team_kills, deaths, own; /* deaths: all; own: without a killer */
};

static struct score scores[GAME_PLAYERS];

/* Counts all deaths from that time on. */
static void count_scores(double from)
{
    memset(scores, 0, sizeof scores);
    for (uint32_t i = 0; i < stage.count; i++) {
        const struct game_event *event = &stage.events[i];
        const int32_t player = event->player.slot, other = event->other.slot;
        const bool by_other = event->kind == GAME_EVENT_FRAG || event->kind == GAME_EVENT_TEAM_KILL;
        if ((DEATHS >> event->kind & 1) == 0 || event->time < from) {
            continue;
        }
        cr_assert_geq(player, 0, "event %u", i);
        scores[player].frags += event->kind == GAME_EVENT_FRAG;
        scores[player].team_kills += event->kind == GAME_EVENT_TEAM_KILL;
        scores[player].own += !by_other;
        cr_assert(!by_other || other >= 0, "event %u", i);
        scores[by_other ? other : player].deaths++;
    }
}

static uint8_t *read_real(const char *name, uint32_t kinds, size_t *size)
{
    uint8_t *data = real_data_read(size, "quakeworld/%s", name);
    events_stage_read(&stage, data, *size, name, kinds, 0);
    return data;
}

/* The scoreboard's frags, which began with these. */
static void expect_board(const char *name, const int32_t *begun, double from)
{
    struct demo_stats stats;
    size_t size;
    uint8_t *data = read_real(name, DEATHS, &size);
    count_scores(from);
    cr_assert_eq(read_stats(&stats, data, size, name), 0);
    for (uint32_t i = 0; i < SLOTS; i++) {
        if (!stats.players[i].name || stats.players[i].spectator) {
            continue;
        }
        cr_expect_eq(stats.players[i].frags,
                     scores[i].frags - scores[i].team_kills - scores[i].own +
                         (begun ? begun[i] : 0),
                     "%s: player %u", name, i);
    }
    demo_stats_free(&stats);
    free(data);
}

/* KTX's table: one has 19 deaths and 5 frags of mates, whom he telefragged: lines that name the
 * victim alone. */
Test(events_quakeworld, a_team_match_as_its_scoreboard_has_it)
{
    expect_board("corpus/2on2_frobodm2_2022.mvd", NULL, 10.2);
    cr_expect_eq(scores[3].deaths, 19);
    cr_expect_eq(scores[3].team_kills, 5);
    cr_expect_eq(scores[0].deaths, 11);
    cr_expect_eq(scores[1].frags, 14);
}

Test(events_quakeworld, a_duel_as_its_scoreboard_has_it)
{
    expect_board("corpus/duel_dm3_2026.mvd", NULL, 10.1);
    cr_expect_eq(scores[1].deaths, 2);
}

/* A demo cut from a longer game: its first scores are not 0. */
Test(events_quakeworld, a_free_for_all_as_its_scoreboard_has_it)
{
    static const int32_t begun[GAME_PLAYERS] = {[0] = 2, [6] = -1, [7] = 1, [8] = -1};
    expect_board("corpus/overkill.mvd", begun, 0.0);
}

/* Duel in rounds: a point is a kill of the other, or his death by himself. KTX counts 10 rounds. */
Test(events_quakeworld, rounds_of_a_duel)
{
    size_t size;
    uint8_t *data = read_real("corpus/1on1_tron_2024.mvd", DEATHS | KIND(ROUND), &size);
    uint32_t rounds = 0;
    for (uint32_t i = 0; i < stage.count; i++) {
        rounds += stage.events[i].kind == GAME_EVENT_ROUND;
    }
    count_scores(0.0);
    cr_expect_eq(rounds, 10 * 2 + 1, "countdowns, beginnings, and the end");
    cr_expect_eq(scores[0].frags + scores[1].own, 2);
    cr_expect_eq(scores[1].frags, 8);
    cr_expect_eq(scores[0].deaths, 8);
    free(data);
}

/* KTX's table of armours and megahealths, and of launchers, both players. */
Test(events_quakeworld, pickups_as_ktx_counts_them)
{
    static const struct {
        int32_t item;
        uint32_t took[2];
    } rows[] = {{DEMO_ITEM_GREEN_ARMOR, {4, 2}},
                {DEMO_ITEM_YELLOW_ARMOR, {6, 3}},
                {DEMO_ITEM_RED_ARMOR, {2, 6}},
                {DEMO_ITEM_MEGA, {0, 8}}};
    size_t size;
    uint8_t *data = read_real("corpus/1on1_tron_2024.mvd", KIND(PICKUP), &size);
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        uint32_t took[2] = {0, 0};
        for (uint32_t i = 0; i < stage.count; i++) {
            if (stage.events[i].item == rows[row].item) {
                took[stage.events[i].player.slot & 1]++;
            }
        }
        cr_expect_eq(took[0], rows[row].took[0], "row %zu: %u", row, took[0]);
        cr_expect_eq(took[1], rows[row].took[1], "row %zu: %u", row, took[1]);
    }
    free(data);
}

/* Team messages overwrite the speaker's name in the console. */
Test(events_quakeworld, all_talk_of_a_team_match_has_its_speaker)
{
    size_t size;
    uint32_t unknown = 0, to_team = 0;
    uint8_t *data = read_real("corpus/2on2_frobodm2_2022.mvd", KIND(CHAT), &size);
    for (uint32_t i = 0; i < stage.count; i++) {
        unknown += stage.events[i].player.slot < 0;
        to_team += stage.events[i].to_team;
    }
    cr_expect_eq(stage.count, 153);
    cr_expect_eq(unknown, 1, "%u: the server's own line", unknown);
    cr_expect_geq(to_team, 120, "%u", to_team);
    free(data);
}
