/* What a plot collects of events and updates. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/families.h"
#include "tests/engine/plot/plot_stage.h"
#include "tests/support/real_data.h"
#include "tests/support/scarce.h"

static struct plot_data *data;
static struct plot_collector collector;

static void begin(void)
{
    const struct plot_part all = {.from = 0.0, .to = INFINITY};
    data = calloc(1, sizeof(*data));
    cr_assert_not_null(data);
    plot_collect_begin(&collector, data, &all);
}

static void end(void)
{
    plot_data_free(data);
    free(data);
}

TestSuite(plot_data, .init = begin, .fini = end);

/* The last value of a series up to a time. */
static double value_at(const struct plot_series *series, double time)
{
    double value = NAN;
    for (size_t i = 0; i < series->count; i++) {
        if (series->columns[i].count > 0 && series->start + (double)i * series->width <= time) {
            value = (double)series->columns[i].last;
        }
    }
    return value;
}

static void play_until(double from, double to, int32_t ann, int32_t bob)
{
    for (double time = from; time < to; time += 0.05) {
        const struct game_body bodies[] = {stage_body(0, "ann", "red", ann),
                                           stage_body(1, "bob", "blue", bob)};
        stage_update(&collector, time, bodies, 2);
    }
}

Test(plot_data, values_of_players)
{
    play_until(0.0, 5.0, 0, 0);
    plot_collect_end(&collector);
    cr_assert_eq(data->num_players, 2u);
    const struct plot_player *bob = &data->players[1];
    cr_expect_str_eq(bob->name, "bob");
    cr_expect_str_eq(bob->team, "blue");
    cr_expect_eq(value_at(&bob->values[PLOT_HEALTH], 5.0), 100.0);
    cr_expect_eq(value_at(&bob->values[PLOT_ARMOR], 5.0), 50.0);
    cr_expect_eq(value_at(&bob->values[PLOT_SPEED], 5.0), 500.0, "over the ground");
    cr_expect_eq(value_at(&bob->values[PLOT_PING], 5.0), 26.0);
    cr_expect_eq(value_at(&bob->values[PLOT_LOSS], 5.0), 1.0);
    cr_expect_float_eq(data->to, 5.0, 0.1);
}

Test(plot_data, the_dead_have_no_negative_health)
{
    struct game_body body = stage_body(0, "ann", "", 0);
    body.health = -60;
    stage_update(&collector, 1.0, &body, 1);
    cr_expect_eq(value_at(&data->players[0].values[PLOT_HEALTH], 1.0), 0.0);
}

Test(plot_data, frags_of_players_and_teams)
{
    play_until(0.0, 1.0, 3, -1);
    play_until(1.0, 2.0, 4, -1);
    play_until(2.0, 3.0, 4, 7);
    cr_expect_eq(value_at(&data->players[0].values[PLOT_FRAGS], 0.5), 3.0);
    cr_expect_eq(value_at(&data->players[0].values[PLOT_FRAGS], 3.0), 4.0);
    cr_expect_eq(value_at(&data->players[1].values[PLOT_FRAGS], 3.0), 7.0);
    cr_assert_eq(data->num_teams, 2u);
    cr_expect_eq(value_at(&data->teams[0].series, 1.5), 4.0);
    cr_expect_eq(value_at(&data->teams[1].series, 1.5), -1.0);
    cr_expect_eq(value_at(&data->teams[1].series, 3.0), 7.0);
}

Test(plot_data, a_player_who_changes_the_team_takes_the_frags_along)
{
    play_until(0.0, 1.0, 3, 5);
    for (double time = 1.0; time < 2.0; time += 0.05) {
        const struct game_body bodies[] = {stage_body(0, "ann", "blue", 3),
                                           stage_body(1, "bob", "blue", 5)};
        stage_update(&collector, time, bodies, 2);
    }
    cr_expect_eq(value_at(&data->teams[0].series, 0.9), 3.0);
    cr_expect_eq(value_at(&data->teams[0].series, 2.0), 0.0);
    cr_expect_eq(value_at(&data->teams[1].series, 2.0), 8.0);
}

Test(plot_data, frags_out_of_sight_are_counted_until_the_server_tells)
{
    play_until(0.0, 1.0, 3, 5);
    const struct game_body ann = stage_body(0, "ann", "red", 3);
    stage_update(&collector, 1.0, &ann, 1);
    stage_event(&collector, GAME_EVENT_FRAG, 1.5, 1, "bob", 0, "ann", -1, "rocket");
    stage_update(&collector, 1.5, &ann, 1);
    cr_expect_eq(value_at(&data->players[1].values[PLOT_FRAGS], 1.6), 6.0);
    stage_event(&collector, GAME_EVENT_SUICIDE, 1.7, 1, "bob", -1, "", -1, "rocket");
    stage_update(&collector, 1.7, &ann, 1);
    cr_expect_eq(value_at(&data->players[1].values[PLOT_FRAGS], 1.8), 5.0);
    /* ann is in sight: the server tells hers */
    stage_event(&collector, GAME_EVENT_FRAG, 1.9, 0, "ann", 1, "bob", -1, "rocket");
    stage_update(&collector, 1.9, &ann, 1);
    cr_expect_eq(value_at(&data->players[0].values[PLOT_FRAGS], 2.0), 3.0);
    play_until(2.0, 3.0, 4, 9);
    cr_expect_eq(value_at(&data->players[1].values[PLOT_FRAGS], 3.0), 9.0);
}

Test(plot_data, frags_told_late_are_counted)
{
    collector.part.late = true;
    play_until(0.0, 1.0, 3, 5);
    stage_event(&collector, GAME_EVENT_FRAG, 1.0, 1, "bob", 0, "ann", -1, "rocket");
    play_until(1.0, 2.0, 3, 5);
    cr_expect_eq(value_at(&data->players[1].values[PLOT_FRAGS], 2.0), 6.0);
    play_until(2.0, 3.0, 3, 8);
    cr_expect_eq(value_at(&data->players[1].values[PLOT_FRAGS], 3.0), 8.0);
}

Test(plot_data, frags_begin_again_with_a_level)
{
    play_until(0.0, 1.0, 3, 5);
    stage_event(&collector, GAME_EVENT_LEVEL, 1.0, -1, "", -1, "", -1, "dm6");
    const struct game_body ann = stage_body(0, "ann", "red", 0);
    stage_update(&collector, 1.0, &ann, 1);
    cr_expect_eq(value_at(&data->players[0].values[PLOT_FRAGS], 1.1), 0.0);
    cr_expect_eq(value_at(&data->players[1].values[PLOT_FRAGS], 1.1), 0.0, "out of sight, too");
}

Test(plot_data, marks_of_frags_and_deaths)
{
    play_until(0.0, 1.0, 0, 0);
    stage_event(&collector, GAME_EVENT_FRAG, 1.0, 0, "ann", 1, "bob", -1, "rocket");
    stage_event(&collector, GAME_EVENT_DEATH, 2.0, 0, "ann", -1, "", -1, "lava");
    stage_event(&collector, GAME_EVENT_TEAM_KILL, 3.0, 1, "bob", 0, "ann", -1, "rocket");
    cr_assert_eq(data->num_marks, 4u);
    cr_expect_eq(data->marks[0].player, 0u);
    cr_expect_not(data->marks[0].is_death);
    cr_expect_eq(data->marks[1].player, 1u);
    cr_expect(data->marks[1].is_death);
    cr_expect_eq(data->marks[2].player, 0u);
    cr_expect(data->marks[2].is_death);
    cr_expect_eq(data->marks[3].player, 0u, "no frag, but a death");
    cr_expect(data->marks[3].is_death);
}

static void expect_span(size_t number, int item, uint32_t player, double from, double to)
{
    cr_assert_lt(number, data->num_spans);
    const struct plot_span *span = &data->spans[number];
    cr_expect_eq(span->item, item, "span %zu: item %d", number, (int)span->item);
    cr_expect_eq(span->player, player, "span %zu: player %u", number, (unsigned)span->player);
    cr_expect_float_eq(span->from, from, 1e-9, "span %zu: from %g", number, span->from);
    cr_expect_float_eq(span->to, to, 1e-9, "span %zu: to %g", number, span->to);
}

static void powerup(enum game_event_kind kind, double time, int32_t player, int item)
{
    stage_event(&collector, kind, time, player, player == 0 ? "ann" : "bob", -1, "", item,
                kind == GAME_EVENT_PICKUP ? "armor" : "powerup");
}

Test(plot_data, who_holds_a_powerup)
{
    play_until(0.0, 1.0, 0, 0);
    powerup(GAME_EVENT_POWERUP, 1.0, 0, DEMO_ITEM_QUAD);
    powerup(GAME_EVENT_POWERUP, 2.0, 1, DEMO_ITEM_QUAD); /* there are two of them */
    powerup(GAME_EVENT_POWERUP_END, 5.0, 0, DEMO_ITEM_QUAD);
    stage_event(&collector, GAME_EVENT_FRAG, 6.0, 0, "ann", 1, "bob", -1, "rocket");
    powerup(GAME_EVENT_POWERUP, 7.0, 0, DEMO_ITEM_PENTAGRAM);
    play_until(1.0, 9.0, 0, 0);
    plot_collect_end(&collector);
    cr_expect_eq(data->num_spans, 3u);
    expect_span(0, DEMO_ITEM_QUAD, 0, 1.0, 5.0);
    expect_span(1, DEMO_ITEM_QUAD, 1, 2.0, 6.0);
    expect_span(2, DEMO_ITEM_PENTAGRAM, 0, 7.0, data->to);
}

Test(plot_data, who_took_an_armour_last)
{
    play_until(0.0, 1.0, 0, 0);
    powerup(GAME_EVENT_PICKUP, 1.0, 0, DEMO_ITEM_RED_ARMOR);
    powerup(GAME_EVENT_PICKUP, 2.0, 1, DEMO_ITEM_YELLOW_ARMOR);
    powerup(GAME_EVENT_PICKUP, 3.0, 1, DEMO_ITEM_QUAD); /* a powerup has events of its own */
    powerup(GAME_EVENT_PICKUP, 3.0, 1, -1);
    stage_event(&collector, GAME_EVENT_DEATH, 4.0, 0, "ann", -1, "", -1, "lava");
    powerup(GAME_EVENT_PICKUP, 20.0, 1, DEMO_ITEM_RED_ARMOR);
    stage_event(&collector, GAME_EVENT_LEVEL, 30.0, -1, "", -1, "", -1, "dm6");
    plot_collect_end(&collector);
    cr_expect_eq(data->num_spans, 3u);
    expect_span(0, DEMO_ITEM_RED_ARMOR, 0, 1.0, 20.0);
    expect_span(1, DEMO_ITEM_YELLOW_ARMOR, 1, 2.0, 30.0);
    expect_span(2, DEMO_ITEM_RED_ARMOR, 1, 20.0, 30.0);
}

Test(plot_data, a_match_begins_with_all_items)
{
    play_until(0.0, 1.0, 0, 0);
    powerup(GAME_EVENT_PICKUP, 1.0, 0, DEMO_ITEM_RED_ARMOR);
    stage_event(&collector, GAME_EVENT_ROUND, 5.0, -1, "", -1, "", -1, "countdown to the match");
    stage_event(&collector, GAME_EVENT_ROUND, 9.0, -1, "", -1, "", -1, "the match begins");
    powerup(GAME_EVENT_PICKUP, 12.0, 0, DEMO_ITEM_MEGA);
    stage_event(&collector, GAME_EVENT_ROUND, 15.0, -1, "", -1, "", -1, "map restart");
    expect_span(0, DEMO_ITEM_RED_ARMOR, 0, 1.0, 9.0);
    expect_span(1, DEMO_ITEM_MEGA, 0, 12.0, 15.0);
    cr_expect_eq(data->num_lines, 2u, "no countdown");
    cr_expect_str_eq(data->lines[0].text, "the match begins");
    cr_expect_not(data->lines[0].is_level);
}

Test(plot_data, who_carries_a_flag)
{
    play_until(0.0, 1.0, 0, 0);
    stage_event(&collector, GAME_EVENT_FLAG, 1.0, 0, "ann", -1, "", -1, "red flag taken");
    stage_event(&collector, GAME_EVENT_FLAG, 2.0, 1, "bob", -1, "", -1, "blue flag taken");
    stage_event(&collector, GAME_EVENT_FLAG, 3.0, 0, "ann", -1, "", -1, "red flag dropped");
    stage_event(&collector, GAME_EVENT_FLAG, 3.5, -1, "", -1, "", -1, "red flag returned");
    stage_event(&collector, GAME_EVENT_CAPTURE, 4.0, 1, "bob", -1, "", -1, "blue flag");
    cr_expect_eq(data->num_spans, 2u);
    expect_span(0, PLOT_RED_FLAG, 0, 1.0, 3.0);
    expect_span(1, PLOT_BLUE_FLAG, 1, 2.0, 4.0);
}

Test(plot_data, a_part_has_what_was_before_it)
{
    const struct plot_part part = {.from = 10.0, .to = 20.0};
    plot_collect_begin(&collector, data, &part);
    stage_event(&collector, GAME_EVENT_LEVEL, 0.0, -1, "", -1, "", -1, "dm3");
    play_until(0.0, 5.0, 3, 5);
    powerup(GAME_EVENT_POWERUP, 5.0, 0, DEMO_ITEM_QUAD);
    stage_event(&collector, GAME_EVENT_FRAG, 6.0, 0, "ann", 1, "bob", -1, "rocket");
    play_until(5.0, 15.0, 4, 5);
    cr_expect_not(collector.ended);
    play_until(15.0, 25.0, 9, 5);
    cr_expect(collector.ended);
    plot_collect_end(&collector);
    cr_expect_str_eq(data->level, "dm3");
    cr_expect_eq(data->num_lines, 0u);
    cr_expect_eq(data->num_marks, 0u);
    cr_expect_eq(value_at(&data->players[0].values[PLOT_FRAGS], 10.1), 4.0);
    cr_expect_float_eq(data->to, 20.0, 0.1);
    expect_span(0, DEMO_ITEM_QUAD, 0, 10.0, data->to);
}

static bool map_half(void *context, double time, double *mapped)
{
    (void)context;
    *mapped = time + 100.0;
    return time >= 1.0;
}

Test(plot_data, times_can_be_anothers)
{
    const struct plot_part part = {.from = 0.0, .to = INFINITY, .map = map_half};
    plot_collect_begin(&collector, data, &part);
    play_until(0.0, 2.0, 0, 0);
    cr_expect(isnan(value_at(&data->players[0].values[PLOT_HEALTH], 100.9)));
    cr_expect_eq(value_at(&data->players[0].values[PLOT_HEALTH], 102.0), 100.0);
}

Test(plot_data, players_are_known_by_name_and_slot)
{
    struct game_body bodies[] = {stage_body(0, "player", "", 1), stage_body(1, "player", "", 2)};
    stage_update(&collector, 0.0, bodies, 2);
    stage_update(&collector, 1.0, bodies, 2);
    cr_expect_eq(data->num_players, 2u, "two of one name");
    bodies[0].name = "Player";
    stage_update(&collector, 2.0, bodies, 2);
    cr_expect_eq(data->num_players, 2u, "renamed");
    cr_expect_str_eq(data->players[0].name, "Player");
    stage_update(&collector, 3.0, &bodies[1], 1);
    stage_update(&collector, 4.0, &bodies[1], 1);
    bodies[0].slot = 7;
    stage_update(&collector, 5.0, bodies, 2);
    cr_expect_eq(data->num_players, 2u, "come back in another slot");
    cr_expect_eq(data->players[0].slot, 7);
    stage_update(&collector, 6.0, &bodies[1], 1);
    stage_update(&collector, 7.0, &bodies[1], 1);
    bodies[0].name = "cat";
    stage_update(&collector, 8.0, bodies, 2);
    cr_expect_eq(data->num_players, 3u, "another one in that slot");
}

Test(plot_data, too_many_are_left_out)
{
    for (int32_t i = 0; i < 200; i++) {
        char name[16];
        snprintf(name, sizeof(name), "n%d", (int)i);
        const struct game_body body = stage_body(i, name, name, 0);
        stage_update(&collector, i, &body, 1);
    }
    for (int i = 0; i < PLOT_LINES + 5; i++) {
        stage_event(&collector, GAME_EVENT_ROUND, 200.0 + i, -1, "", -1, "", -1, "x");
    }
    for (int i = 0; i < PLOT_MARKS + 5; i++) {
        stage_event(&collector, GAME_EVENT_DEATH, 2000.0 + i, 1, "n1", -1, "", -1, "lava");
    }
    cr_expect_eq(data->num_marks, (size_t)PLOT_MARKS);
    cr_expect_eq(data->num_players, (uint32_t)PLOT_PLAYERS);
    cr_expect_eq(data->num_teams, (uint32_t)PLOT_TEAMS);
    cr_expect_eq(data->num_lines, (size_t)PLOT_LINES);
    cr_expect(data->dropped);
}

static void read_real(const char *below)
{
    const struct plot_part all = {.from = 0.0, .to = INFINITY};
    struct format_error err;
    struct file_bytes file;
    struct demo demo;
    real_data_load(&file, "%s", below);
    cr_assert_eq(demo_open(&demo, file.data, file.size, below), 0, "%s", demo.error.what);
    cr_expect_eq(plot_data_read(data, &demo, &all, &err), 0);
    demo_close(&demo);
    platform_free_file(&file);
}

Test(plot_data, of_a_real_match)
{
    double low, high;
    read_real("quakeworld/corpus/2on2_frobodm2_2022.mvd");
    uint32_t deaths = 0;
    for (size_t i = 0; i < data->num_marks; i++) {
        deaths += data->marks[i].is_death ? 1 : 0;
    }
    cr_expect_eq(data->num_players, 4u);
    cr_expect_eq(deaths, 35u);
    cr_assert_eq(data->num_teams, 2u);
    cr_assert(plot_series_range(&data->teams[1].series, 0.0, 300.0, &low, &high));
    cr_expect_eq(high, 20.0);
    cr_expect_eq(low, 0.0);
    cr_expect_gt(data->num_spans, 30u);
}

/* A dead player of CPMA follows others, with the own score beside all else of theirs. */
Test(plot_data, scores_of_the_followed_are_theirs)
{
    double low, high;
    read_real("quake3/corpus/cpma_ctfs_large.dm_68");
    cr_assert_eq(data->num_teams, 2u);
    for (uint32_t i = 0; i < data->num_teams; i++) {
        cr_assert(plot_series_range(&data->teams[i].series, 374.0, 398.0, &low, &high));
        cr_expect_lt(high, 75.0, "%s: %g", data->teams[i].name, high);
        cr_expect_gt(low, 50.0, "%s: %g", data->teams[i].name, low);
    }
}

Test(plot_data, memory_may_end_at_any_time)
{
    uint64_t at = 1;
    for (bool failed = true; failed; at++) {
        const struct plot_part all = {.from = 0.0, .to = INFINITY};
        plot_data_free(data);
        scarce_begin_from(at);
        plot_collect_begin(&collector, data, &all);
        stage_event(&collector, GAME_EVENT_LEVEL, 0.0, -1, "", -1, "", -1, "dm3");
        play_until(0.0, 1.0, 0, 0);
        powerup(GAME_EVENT_POWERUP, 1.0, 0, DEMO_ITEM_QUAD);
        stage_event(&collector, GAME_EVENT_FRAG, 6.0, 0, "ann", 1, "bob", -1, "rocket");
        plot_collect_end(&collector);
        failed = collector.status == FORMAT_MEMORY;
        plot_data_free(data);
        scarce_end();
        cr_expect_eq(scarce_blocks(), 0u, "%u", (unsigned)at);
        cr_expect(failed || collector.status == 0);
    }
    cr_expect_gt(at, 15u);
}
