/* Statistics: what is counted of made demos; of KTX's matches, what the mod's own tables at the end
 * of the demo say. */
#include <criterion/criterion.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/families.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_game.h"
#include "engine/stats/stats_read.h"
#include "engine/stats/stats_sums.h"
#include "formats/quakeworld/ktx_stats.h"
#include "tests/support/q3_demo.h"
#include "tests/support/real_data.h"
#include "tests/support/scarce.h"

static struct stats_demo stats;

static void end(void)
{
    stats_demo_free(&stats);
}

TestSuite(stats_read, .fini = end);

static int read_bytes(const uint8_t *data, size_t size, const char *name)
{
    struct format_error err;
    struct demo demo;
    stats_demo_free(&stats);
    cr_assert_eq(demo_open(&demo, data, size, name), 0, "%s", demo.error.what);
    const int code = stats_read(&stats, &demo, &err);
    demo_close(&demo);
    return code;
}

static const struct stats_row *row_of(const struct stats_rows *rows, const char *name)
{
    for (size_t i = 0; i < rows->count; i++) {
        if (strcmp(rows->items[i].name, name) == 0) {
            return &rows->items[i];
        }
    }
    cr_assert_fail("no row of %s", name);
    return NULL;
}

static void expect(const struct stats_row *row, int column, double value)
{
    cr_expect(stats_row_knows(row, column), "%s: %s is not known", row->name,
              stats_column_key(column));
    cr_expect_float_eq(row->columns.values[column], value, 0.01, "%s: %s is %f", row->name,
                       stats_column_key(column), row->columns.values[column]);
}

/* --- made demos ---------------------------------------------------------------------------------
 */

enum {
    STEP = 50, /* ms */
    ANN = 0,   /* records */
    BOB = 1,
    CAT = 3,
    RAILGUN = 10,
    ROCKET = 6,
    FIRST_EVENT = 100
};

static struct q3_demo *demo;
static int32_t now;
static uint32_t first_event, next_event;

static void put_player(uint32_t slot)
{
    int32_t *fields = q3_demo_entity(demo, slot);
    fields[Q3_ES_E_TYPE] = Q3_ET_PLAYER;
    fields[Q3_ES_CLIENT_NUM] = (int32_t)slot;
}

static void add_snapshots(int count)
{
    for (int i = 0; i < count; i++) {
        q3_demo_snapshot(demo, now, 1);
        now += STEP;
        while (first_event < next_event) {
            q3_demo_remove(demo, first_event++);
        }
    }
}

static void begin_demo(bool teams)
{
    const struct q3_game *rules = q3_game_of(68);
    demo = q3_demo_create(68);
    now = 10000;
    first_event = next_event = FIRST_EVENT;
    q3_demo_configstring(demo, Q3_CS_SERVERINFO,
                         teams ? "\\mapname\\q3dm6\\g_gametype\\3\\sv_hostname\\^1here"
                               : "\\mapname\\q3dm6\\g_gametype\\0");
    q3_demo_configstring(demo, rules->players + ANN, teams ? "n\\Ann\\t\\1" : "n\\Ann\\t\\0");
    q3_demo_configstring(demo, rules->players + BOB, teams ? "n\\Bob\\t\\2" : "n\\Bob\\t\\0");
    q3_demo_configstring(demo, rules->players + CAT, teams ? "n\\Cat\\t\\2" : "n\\Cat\\t\\0");
    q3_demo_gamestate(demo, ANN);
    demo->player.stats[0] = 100;
    put_player(BOB);
    put_player(CAT);
    add_snapshots(2);
}

static void add_kill(int32_t means, int32_t killer, int32_t victim)
{
    int32_t *fields = q3_demo_entity(demo, next_event++);
    fields[Q3_ES_E_TYPE] = q3_game_of(68)->event_entity + q3_game_of(68)->obituary;
    fields[Q3_ES_EVENT_PARM] = means;
    fields[Q3_ES_OTHER_ENTITY_NUM] = victim;
    fields[Q3_ES_OTHER_ENTITY_NUM2] = killer;
}

static void pick_up(uint32_t slot, int32_t item)
{
    int32_t *fields = q3_demo_entity(demo, slot);
    fields[Q3_ES_EVENT] =
        q3_game_of(68)->item_pickup | ((fields[Q3_ES_EVENT] + 0x100) & Q3_EVENT_BITS);
    fields[Q3_ES_EVENT_PARM] = item;
}

static void read_made(void)
{
    q3_demo_end(demo);
    cr_assert_eq(read_bytes(demo->file.data, demo->file.size, "a.dm_68"), 0);
    q3_demo_free(demo);
}

Test(stats_read, frags_runs_and_teams)
{
    begin_demo(true);
    add_kill(RAILGUN, ANN, BOB);
    add_kill(ROCKET, ANN, CAT);
    add_snapshots(1);
    add_kill(ROCKET, BOB, ANN);
    add_kill(ROCKET, BOB, CAT);
    add_kill(ROCKET, CAT, CAT);
    add_snapshots(1);
    add_kill(RAILGUN, ANN, BOB);
    add_snapshots(20);
    read_made();
    cr_assert_eq(stats.count, 1);
    const struct stats_match *match = &stats.matches[0];
    cr_expect_str_eq(match->map, "q3dm6");
    cr_expect(!match->in_match && !match->finished);
    cr_expect_str_eq(stats.told.server, "here");
    cr_assert_eq(match->players.count, 3);
    cr_assert_eq(match->teams.count, 2);
    const struct stats_row *ann = row_of(&match->players, "Ann");
    const struct stats_row *bob = row_of(&match->players, "Bob");
    const struct stats_row *blue = row_of(&match->teams, "blue");
    expect(ann, SUMMARY_KILLS, 3);
    expect(ann, SUMMARY_DEATHS, 1);
    expect(ann, SUMMARY_EFFICIENCY, 75);
    expect(ann, STATS_STREAK, 2);
    cr_expect(ann->viewed && !bob->viewed);
    cr_expect_eq(ann->frags_by[GAME_WEAPON_RAILGUN], 2);
    cr_expect_eq(ann->frags_by[GAME_WEAPON_ROCKET], 1);
    expect(bob, SUMMARY_KILLS, 1);
    expect(bob, SUMMARY_TEAM_KILLS, 1);
    expect(row_of(&match->players, "Cat"), SUMMARY_SUICIDES, 1);
    expect(blue, SUMMARY_KILLS, 1);
    expect(blue, SUMMARY_DEATHS, 5);
    expect(blue, SUMMARY_TEAM_KILLS, 1);
    cr_expect_not(stats_row_knows(blue, SUMMARY_SCORE), "a team's score is not its players'");
}

Test(stats_read, items_and_motion)
{
    enum { RED = 3, MEGA = 7, QUAD = 28 };
    begin_demo(false);
    pick_up(BOB, RED);
    add_snapshots(1);
    pick_up(BOB, RED);
    add_snapshots(1);
    pick_up(CAT, RED);
    pick_up(BOB, QUAD);
    add_snapshots(1);
    for (int i = 1; i <= 20; i++) {
        q3_demo_place(demo, BOB, 16.0f * (float)i, 0.0f, 100.0f * (float)i);
        add_snapshots(1);
    }
    q3_demo_place(demo, BOB, 2000.0f, 0.0f, 0.0f); /* a teleport */
    add_snapshots(1);
    q3_demo_remove(demo, CAT);
    add_snapshots(40);
    read_made();
    const struct stats_match *match = &stats.matches[0];
    const struct stats_row *bob = row_of(&match->players, "Bob");
    const struct stats_row *cat = row_of(&match->players, "Cat");
    cr_expect_eq(match->taken[DEMO_ITEM_RED_ARMOR], 3);
    cr_expect_eq(bob->items.taken[DEMO_ITEM_RED_ARMOR], 2);
    cr_expect_eq(cat->items.taken[DEMO_ITEM_RED_ARMOR], 1);
    cr_expect_eq(bob->items.taken[DEMO_ITEM_QUAD], 1);
    cr_expect_eq(bob->items.least, 0u);
    cr_expect_eq(cat->items.least, 1u << DEMO_ITEM_RED_ARMOR, "he is out of sight then");
    expect(bob, STATS_DISTANCE, 320);
    expect(bob, STATS_TOP_SPEED, 320);
    cr_expect_gt(bob->columns.derived & stats_bit(STATS_DISTANCE), 0u);
    cr_expect_lt(cat->columns.values[SUMMARY_SEEN], 50.0);
    cr_expect_gt(cat->columns.least & stats_bit(STATS_ALIVE), 0u);
}

/* Warmup does not count; each match of a level does. */
Test(stats_read, matches_of_a_level)
{
    begin_demo(false);
    add_kill(ROCKET, BOB, ANN);
    q3_demo_command(demo, "cs 5 \"20000\"");
    add_snapshots(10);
    q3_demo_command(demo, "cs 5 \"\"");
    add_snapshots(1);
    add_kill(ROCKET, ANN, BOB);
    add_snapshots(220);
    q3_demo_command(demo, "cs 22 \"1\"");
    add_snapshots(20);
    add_kill(ROCKET, ANN, BOB); /* nothing counts then */
    add_snapshots(20);
    q3_demo_command(demo, "map_restart");
    add_snapshots(1);
    add_kill(ROCKET, BOB, ANN);
    add_kill(ROCKET, BOB, ANN);
    add_snapshots(20);
    read_made();
    cr_assert_eq(stats.count, 2);
    cr_expect(stats.matches[0].in_match && stats.matches[0].finished);
    cr_expect_float_eq(stats.matches[0].end - stats.matches[0].start, 11.05, 1e-6);
    expect(row_of(&stats.matches[0].players, "Ann"), SUMMARY_KILLS, 1);
    expect(row_of(&stats.matches[0].players, "Bob"), SUMMARY_KILLS, 0);
    expect(row_of(&stats.matches[1].players, "Ann"), SUMMARY_KILLS, 0);
    expect(row_of(&stats.matches[1].players, "Bob"), SUMMARY_KILLS, 2);
}

Test(stats_read, who_leaves_keeps_what_he_did)
{
    char command[64];
    begin_demo(false);
    add_kill(ROCKET, CAT, ANN);
    add_snapshots(1);
    snprintf(command, sizeof command, "cs %d \"\"", q3_game_of(68)->players + CAT);
    q3_demo_command(demo, command);
    q3_demo_remove(demo, CAT);
    add_snapshots(1);
    snprintf(command, sizeof command, "cs %d \"n\\Dot\\t\\0\"", q3_game_of(68)->players + CAT);
    q3_demo_command(demo, command);
    add_snapshots(1);
    add_kill(ROCKET, CAT, BOB);
    add_snapshots(1);
    snprintf(command, sizeof command, "cs %d \"n\\Cat\\t\\0\"", q3_game_of(68)->players + 5);
    q3_demo_command(demo, command);
    add_snapshots(1);
    add_kill(ROCKET, 5, BOB);
    add_snapshots(1);
    read_made();
    expect(row_of(&stats.matches[0].players, "Cat"), SUMMARY_KILLS, 2);
    expect(row_of(&stats.matches[0].players, "Dot"), SUMMARY_KILLS, 1);
}

Test(stats_read, sums_by_name_and_alias)
{
    static const char text[] = "Bobby = Bob Cat";
    struct stats_aliases aliases;
    struct stats_sums sums = {0};
    struct format_error err;
    cr_assert_eq(stats_aliases_read(&aliases, (const uint8_t *)text, strlen(text), &err), 0);
    for (int i = 0; i < 2; i++) {
        begin_demo(false);
        add_kill(ROCKET, BOB, ANN);
        add_kill(ROCKET, CAT, ANN);
        add_snapshots(20);
        read_made();
        cr_assert_eq(stats_sums_add(&sums, &stats, &aliases), 0);
    }
    stats_sums_end(&sums);
    cr_assert_eq(sums.players.count, 2);
    const struct stats_row *bobby = row_of(&sums.players, "Bobby");
    expect(bobby, SUMMARY_KILLS, 4);
    expect(row_of(&sums.players, "Ann"), SUMMARY_DEATHS, 4);
    cr_expect_eq(bobby->demos, 2u);
    cr_expect_eq(bobby->matches, 4u);
    cr_expect_eq(sums.demos, 2u);
    stats_sums_free(&sums);
    stats_aliases_free(&aliases);
}

Test(stats_read, memory_may_run_out)
{
    begin_demo(true);
    add_kill(ROCKET, BOB, ANN);
    add_snapshots(3);
    q3_demo_end(demo);
    struct demo opened;
    struct format_error err;
    cr_assert_eq(demo_open(&opened, demo->file.data, demo->file.size, "a.dm_68"), 0);
    scarce_begin_from(SIZE_MAX);
    cr_assert_eq(stats_read(&stats, &opened, &err), 0);
    const uint64_t calls = scarce_count();
    scarce_end();
    stats_demo_free(&stats);
    for (uint64_t from = 1; from <= calls; from++) {
        scarce_begin_from(from);
        cr_expect_eq(stats_read(&stats, &opened, &err), FORMAT_MEMORY, "%d", (int)from);
        stats_demo_free(&stats);
        cr_expect_eq(scarce_blocks(), 0, "%d", (int)from);
        scarce_end();
    }
    demo_close(&opened);
    q3_demo_free(demo);
}

/* --- KTX ----------------------------------------------------------------------------------------
 */

/* The demo as text: glyphs without colour; what is none is a line end. */
static char *text_of(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    cr_assert_not_null(text);
    for (size_t i = 0; i < size; i++) {
        const char c = (char)(data[i] & 0x7f);
        text[i] = (char)(c >= ' ' && c < 0x7f ? c : '\n');
    }
    text[size] = '\0';
    return text;
}

/* What the mod's table of a player says behind a title: "Tkn:1307". Where it does not: -1. */
static double told_of(const char *text, const char *player, const char *title)
{
    char heading[80];
    snprintf(heading, sizeof heading, "%s:\n", player);
    const char *at = text, *found = NULL;
    while ((at = strstr(at, heading)) != NULL) { /* the last: names are said before */
        found = at++;
    }
    const char *end = found ? strstr(found, "SpawnFrags") : NULL;
    const char *value = found ? strstr(found, title) : NULL;
    return value && end && value < end ? strtod(value + strlen(title), NULL) : -1.0;
}

static void check_player(const char *text, const char *player, bool has_damage)
{
    static const struct {
        const char *title;
        int column;
    } counts[] = {{"Armr&mhs: ga:", DEMO_ITEM_GREEN_ARMOR},
                  {" ya:", DEMO_ITEM_YELLOW_ARMOR},
                  {" ra:", DEMO_ITEM_RED_ARMOR},
                  {" mh:", DEMO_ITEM_MEGA},
                  {"Powerups: Q:", DEMO_ITEM_QUAD}};
    const struct stats_row *row = row_of(&stats.matches[0].players, player);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        const double told = told_of(text, player, counts[i].title);
        cr_expect(told < 0.0 || row->items.taken[counts[i].column] == (uint32_t)told,
                  "%s:%s %u, not %f", player, counts[i].title, row->items.taken[counts[i].column],
                  told);
    }
    if (has_damage) {
        expect(row, SUMMARY_TAKEN, told_of(text, player, "Tkn:"));
        expect(row, SUMMARY_GIVEN, told_of(text, player, "Gvn:"));
    }
    const double streak = told_of(text, player, "Streaks: Frags:");
    cr_expect(streak < 0.0 || row->columns.values[STATS_STREAK] == streak, "%s: %f", player,
              streak);
    const double quad = told_of(text, player, "Quad:"); /* seconds */
    cr_expect(quad < 0.0 || fabs(row->columns.values[SUMMARY_QUAD] * row->seconds / 100.0 - quad) <
                                row->seconds / 100.0,
              "%s: %f", player, quad);
}

/* The mod's tables as the server prints them at the end. */
static void check_tables(const char *name, const char *const *players, size_t count,
                         bool has_damage)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "quakeworld/corpus/%s", name);
    char *text = text_of(data, size);
    cr_assert_eq(read_bytes(data, size, name), 0);
    cr_assert_eq(stats.count, 1, "%s", name);
    cr_expect(stats.matches[0].in_match && stats.matches[0].finished);
    cr_assert_eq(stats.matches[0].players.count, count, "%s", name);
    cr_assert_gt(told_of(text, players[0], "RL skill: ad:"), -1.0, "the table is found");
    for (size_t i = 0; i < count; i++) {
        check_player(text, players[i], has_damage);
    }
    free(text);
    free(data);
}

Test(stats_read, ktx_tables_as_printed)
{
    static const char *const rounds[] = {"mushi", "Milton"};
    static const char *const fours[] = {": Timber", ": Sujoy", "Final", "> MrJustice"};
    check_tables("1on1_tron_2024.mvd", rounds, 2, true);
    check_tables("2on2_frobodm2_2022.mvd", fours, 4, false);
}

/* Frags and deaths are counted from obituaries: the mod's own count is the same. */
static void check_json(const char *name)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "quakeworld/corpus/%s", name);
    struct ktx_told told = {0};
    cr_assert_eq(ktx_told_read(&told, data, size), 0);
    cr_assert_eq(told.num_matches, 1, "%s", name);
    const struct ktx_stats *ktx = &told.matches[0].stats;
    cr_assert_eq(read_bytes(data, size, name), 0);
    cr_assert_eq(stats.count, 1);
    for (uint32_t i = 0; i < ktx->num_players; i++) {
        char plain[GAME_NAME];
        const struct ktx_player *player = &ktx->players[i];
        demo_plain_text(plain, sizeof plain, player->name);
        const struct stats_row *row = row_of(&stats.matches[0].players, plain);
        uint32_t frags = 0;
        for (int k = 0; k < GAME_WEAPONS; k++) {
            frags += row->frags_by[k];
        }
        expect(row, SUMMARY_SCORE, player->frags);
        cr_expect_eq((int32_t)frags, player->kills, "%s: %u", plain, frags);
        expect(row, SUMMARY_KILLS, player->kills);
        expect(row, SUMMARY_DEATHS, player->deaths);
        expect(row, SUMMARY_SUICIDES, player->suicides);
        expect(row, SUMMARY_GIVEN, player->damage_given);
        expect(row, SUMMARY_TAKEN, player->damage_taken);
        cr_expect_eq(row->items.taken[DEMO_ITEM_RED_ARMOR], (uint32_t)player->took[KTX_RED_ARMOR]);
        cr_expect_eq(row->items.taken[DEMO_ITEM_MEGA], (uint32_t)player->took[KTX_MEGAHEALTH]);
        cr_expect_eq(row->hits[SUMMARY_LG - SUMMARY_MG], player->hits[KTX_LG]);
    }
    ktx_told_free(&told);
    free(data);
}

Test(stats_read, ktx_tables_as_json)
{
    check_json("1on1_tron_2024.mvd");
    check_json("duel_dm3_2026.mvd");
}

/* KTX's mean speeds of a duel, which it tells in JSON and prints: 342.1 and 357.7; highest: 965.5
 * and 856.7, of single frames. */
Test(stats_read, ktx_speeds)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "quakeworld/corpus/duel_dm3_2026.mvd");
    cr_assert_eq(read_bytes(data, size, "a.mvd"), 0);
    const struct stats_row *one = row_of(&stats.matches[0].players, "ToT_Oddjob");
    const struct stats_row *other = row_of(&stats.matches[0].players, "ParadokS");
    cr_expect_float_eq(one->columns.values[STATS_SPEED], 342.1, 3.5);
    cr_expect_float_eq(other->columns.values[STATS_SPEED], 357.7, 3.5);
    cr_expect_float_eq(one->columns.values[STATS_TOP_SPEED], 965.5, 30);
    cr_expect_float_eq(other->columns.values[STATS_TOP_SPEED], 856.7, 30);
    free(data);
}

/* The scoreboard of a real match of Quake III: score, frags less own deaths. */
Test(stats_read, a_real_match_of_quake3)
{
    size_t size;
    uint8_t *data = real_data_read(&size, "quake3/corpus/osp_duel.dm_68");
    cr_assert_eq(read_bytes(data, size, "a.dm_68"), 0);
    cr_assert_eq(stats.count, 1);
    const struct stats_row *czm = row_of(&stats.matches[0].players, "czm");
    expect(czm, SUMMARY_SCORE, 55);
    expect(czm, SUMMARY_KILLS, 55);
    expect(czm, SUMMARY_DEATHS, 9);
    expect(czm, SUMMARY_GIVEN, 11952);
    expect(czm, STATS_STREAK, 15);
    cr_expect_eq(stats.told.num_sides, 2);
    cr_expect_str_eq(stats.told.sides[0].name, "czm");
    free(data);
}
