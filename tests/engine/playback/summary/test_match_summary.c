/* The summary of a match: counts up to a time, shares, teams, KTX's statistics, hostile facts; the
 * same by every way to a time. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/playback_context.h"
#include "engine/playback/summary/match_facts.h"
#include "tests/support/real_data.h"

static struct match_summary summary;

static struct demo_event kill(double time, int16_t player, int16_t other)
{
    return (struct demo_event){
        .time = time, .kind = DEMO_EVENT_FRAG, .player = player, .other = other};
}

static const struct demo_player_info four[] = {
    {.slot = 0, .name = "ann", .team = "red", .frags = 5, .accuracy = 41},
    {.slot = 1, .name = "bob", .team = "red", .frags = -2},
    {.slot = 2, .name = "cy\x12", .team = "blue", .frags = 9},
    {.slot = 3, .name = "di", .team = "blue", .frags = 1},
    {.slot = 4, .name = "eve", .team = "", .frags = 3, .spectator = true},
};

static struct summary_facts begin(void)
{
    return (struct summary_facts){
        .time = 100.0, .players = four, .num_players = 5, .scores_add_up = true};
}

static int32_t value(const struct summary_row *row, enum summary_column column)
{
    cr_expect(row->known >> column & 1, "%s of %s", summary_column_title(column), row->name);
    return row->values[column];
}

static const struct summary_row *row_of(const char *name)
{
    for (uint32_t i = 0; i < summary.num_players; i++) {
        if (strcmp(summary.players[i].name, name) == 0) {
            return &summary.players[i];
        }
    }
    cr_assert_fail("no %s", name);
    return NULL;
}

Test(match_summary, kills_up_to_the_time)
{
    struct summary_facts facts = begin();
    const struct demo_event events[] = {kill(1, 0, 2),   kill(2, 0, 3),  kill(3, 2, 0),
                                        kill(4, 1, 0),   kill(5, 3, 3),  kill(6, -1, 3),
                                        kill(100, 0, 2), kill(101, 0, 2)};
    facts.events = events;
    facts.num_events = 8;
    match_summary_find(&summary, &facts);
    cr_assert_eq(summary.num_players, 4u, "no spectators");
    cr_expect_str_eq(summary.players[1].name, "ann", "by score");
    const struct summary_row *ann = row_of("ann"), *di = row_of("di");
    cr_expect_eq(value(ann, SUMMARY_KILLS), 3);
    cr_expect_eq(value(ann, SUMMARY_DEATHS), 2);
    cr_expect_eq(value(ann, SUMMARY_EFFICIENCY), 60);
    cr_expect_eq(value(ann, SUMMARY_SCORE), 5);
    cr_expect_eq(value(ann, SUMMARY_ACCURACY), 41);
    cr_expect_eq(row_of("bob")->known >> SUMMARY_ACCURACY & 1, 0u, "not told");
    cr_expect_eq(value(row_of("bob"), SUMMARY_TEAM_KILLS), 1);
    cr_expect_eq(value(di, SUMMARY_DEATHS), 3);
    cr_expect_eq(value(di, SUMMARY_SUICIDES), 2);
    cr_assert_eq(summary.num_teams, 2u);
    cr_expect_str_eq(summary.teams[0].name, "blue");
    cr_expect_eq(value(&summary.teams[0], SUMMARY_SCORE), 10);
    cr_expect_eq(value(&summary.teams[1], SUMMARY_KILLS), 3);
    facts.scores_add_up = false;
    match_summary_find(&summary, &facts);
    cr_expect_eq(summary.teams[0].known & summary_bit(SUMMARY_SCORE), 0u);
}

Test(match_summary, a_level_or_a_match_begins_anew)
{
    struct summary_facts facts = begin();
    struct demo_event events[] = {kill(1, 0, 2), kill(2, 0, 2), kill(3, 0, 2)};
    events[1].kind = DEMO_EVENT_LEVEL;
    facts.events = events;
    facts.num_events = 3;
    match_summary_find(&summary, &facts);
    cr_expect_eq(value(row_of("ann"), SUMMARY_KILLS), 1);
    cr_expect_eq(summary.seconds, 98.0);
    events[1].kind = DEMO_EVENT_ROUND;
    match_summary_find(&summary, &facts);
    cr_expect_eq(value(row_of("ann"), SUMMARY_KILLS), 2, "not any round");
    snprintf(events[1].text, sizeof(events[1].text), "the match begins");
    match_summary_find(&summary, &facts);
    cr_expect_eq(value(row_of("ann"), SUMMARY_KILLS), 1);
}

Test(match_summary, time_with_powerups)
{
    struct summary_facts facts = begin();
    const struct demo_event level = {.time = 20.0, .kind = DEMO_EVENT_LEVEL};
    const struct demo_status statuses[] = {
        {.time = 10, .slot = 0, .bits = DEMO_STATUS_QUAD},
        {.time = 28, .slot = 0, .bits = DEMO_STATUS_ARMED},
        {.time = 60, .slot = 1, .bits = DEMO_STATUS_ARMED | DEMO_STATUS_FLAG},
        {.time = 99, .slot = 250, .bits = DEMO_STATUS_QUAD},
        {.time = 200, .slot = 0, .bits = 0}};
    facts.events = &level;
    facts.num_events = 1;
    facts.statuses = statuses;
    facts.num_statuses = 5;
    match_summary_find(&summary, &facts);
    const struct summary_row *ann = row_of("ann"), *bob = row_of("bob");
    cr_expect_eq(value(ann, SUMMARY_QUAD), 10, "8 of 80 s, from the level's begin");
    cr_expect_eq(value(ann, SUMMARY_ARMED), 90, "72 of 80 s");
    cr_expect_eq(value(bob, SUMMARY_FLAG), 50);
    cr_expect_eq(value(&summary.teams[1], SUMMARY_ARMED), 70, "of both");
    cr_expect_eq(value(&summary.teams[1], SUMMARY_QUAD), 10);
    cr_expect_eq(summary.columns >> SUMMARY_RING & 1, 0u, "nobody had one");
    facts.ended = 60.0;
    match_summary_find(&summary, &facts);
    cr_expect_eq(value(row_of("ann"), SUMMARY_QUAD), 20, "8 of 40 s");
    cr_expect_eq(value(row_of("ann"), SUMMARY_ARMED), 80, "32 of 40 s");
    cr_expect_float_eq(summary.seconds, 40.0, 1e-9);
}

Test(match_summary, what_ktx_tells_by_then)
{
    struct summary_facts facts = begin();
    static struct ktx_match match;
    const struct ktx_hit hits[] = {{.offset = 10, .attacker = 0, .victim = 2, .points = 50},
                                   {.offset = 20, .attacker = 0, .victim = 1, .points = 70},
                                   {.offset = 30, .attacker = 2, .victim = 0, .points = 9}};
    const struct ktx_told told = {
        .matches = &match, .num_matches = 1, .hits = (struct ktx_hit *)hits, .num_hits = 3};
    match.offset = 500;
    match.stats.num_players = 1;
    snprintf(match.stats.players[0].name, sizeof(match.stats.players[0].name), "cy\x12");
    match.stats.players[0].kills = 7;
    match.stats.players[0].attacks[KTX_LG] = 40;
    match.stats.players[0].hits[KTX_LG] = 15;
    match.stats.players[0].attacks[KTX_RL] = -3;
    match.stats.players[0].took[KTX_RED_ARMOR] = 2;
    facts.told = &told;
    facts.offset = 25;
    match_summary_find(&summary, &facts);
    cr_expect_eq(value(row_of("ann"), SUMMARY_GIVEN), 50, "not to a team mate");
    cr_expect_eq(value(row_of("cy0"), SUMMARY_TAKEN), 50);
    cr_expect_eq(summary.columns >> SUMMARY_LG & 1, 0u, "not yet");
    facts.offset = 500;
    match_summary_find(&summary, &facts);
    const struct summary_row *cy = row_of("cy0");
    cr_expect_eq(value(cy, SUMMARY_KILLS), 7);
    cr_expect_eq(value(cy, SUMMARY_LG), 38);
    cr_expect_eq(value(cy, SUMMARY_RED_ARMOR), 2);
    cr_expect_eq(cy->known >> SUMMARY_RL & 1, 0u, "attacks below 0");
    cr_expect_eq(value(row_of("ann"), SUMMARY_TAKEN), 9);
    cr_expect_eq(cy->told >> SUMMARY_KILLS & 1, 1u);
    cr_expect_eq(row_of("ann")->told, 0u);
    cr_expect_eq(cy->slot, 2u);
    cr_expect_eq(cy->attacks[SUMMARY_LG - SUMMARY_MG], 40);
    cr_expect_eq(cy->hits[SUMMARY_LG - SUMMARY_MG], 15);
}

Test(match_summary, hostile_facts)
{
    static struct demo_player_info many[255];
    static struct demo_event events[1000];
    struct summary_facts facts = {.time = 1e9};
    for (int i = 0; i < 255; i++) {
        many[i] = (struct demo_player_info){.slot = (uint32_t)i * 3,
                                            .name = "a\n\x1b[31m\x7f name that has no end at all",
                                            .team = i % 2 ? "\t\x01" : "x",
                                            .frags = i % 2 ? INT32_MIN : INT32_MAX};
    }
    for (int i = 0; i < 1000; i++) {
        events[i] = kill(i, (int16_t)(i * 37 % 40000 - 100), (int16_t)(i * 91 % 40000 - 100));
    }
    facts.players = many;
    facts.num_players = 255;
    facts.events = events;
    facts.num_events = 1000;
    match_summary_find(&summary, &facts);
    cr_expect_eq(summary.num_players, (uint32_t)SUMMARY_PLAYERS);
    cr_expect_gt(summary.left_out, 0u);
    for (uint32_t i = 0; i < summary.num_players; i++) {
        for (const char *c = summary.players[i].name; *c != '\0'; c++) {
            cr_expect(*c >= ' ' && *c < 127, "%d", *c);
        }
        const int32_t score = summary.players[i].values[SUMMARY_SCORE];
        cr_expect(score >= -9999999 && score <= 9999999);
    }
    match_summary_find(&summary, &(struct summary_facts){0});
    cr_expect(summary.num_players == 0 && summary.columns == 0);
}

static void find_at(struct playback_context *player, struct match_facts *facts, double time,
                    struct match_summary *found)
{
    cr_assert_eq(timeline_go_time(player->timeline, time, true), 0);
    cr_assert_eq(match_facts_summary(facts, player->timeline, player->source.demo.data,
                                     player->source.demo.size, found),
                 0);
}

Test(match_summary, the_same_by_every_way_to_a_time)
{
    static struct match_summary there, back;
    const struct real_data_name path = real_data_path("quakeworld/corpus/1on1_tron_2024.mvd");
    const struct real_data_name basedir = real_data_path("librequake");
    struct playback_options options = playback_default_options();
    struct playback_context player = {0};
    struct match_facts facts = {0}, fresh = {0};
    struct format_error err;
    options.search.basedir = basedir.text;
    cr_assert_eq(playback_open(&player, path.text, &options,
                               &(struct timeline_options){.name = path.text}, &err),
                 0, "%s", err.what);
    for (double time = 0.0; time < timeline_length(player.timeline); time += 23.0) {
        find_at(&player, &facts, time, &there);
        find_at(&player, &facts, timeline_length(player.timeline) - time, &back);
        find_at(&player, &fresh, time, &back);
        cr_expect_eq(memcmp(&there, &back, sizeof there), 0, "%g s", time);
        match_facts_free(&fresh);
    }
    find_at(&player, &facts, timeline_length(player.timeline), &summary);
    cr_expect_eq(value(row_of("Milton"), SUMMARY_KILLS), 8);
    cr_expect_eq(value(row_of("Milton"), SUMMARY_LG), 35);
    cr_expect_eq(value(row_of("mushi"), SUMMARY_DEATHS), 8);
    match_facts_free(&facts);
    playback_close(&player);
}
