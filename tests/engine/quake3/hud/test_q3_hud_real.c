/* HUDs of real demos, each played to its end without game data: names, scores, deaths and clock
 * agree with info and the timeline's events. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/game_files.h"
#include "engine/playback/families.h"
#include "engine/quake3/match/q3_match.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_scan.h"
#include "engine/quake3/q3_scanner.h"
#include "engine/quake3/q3_stats.h"
#include "engine/quake3/scene/q3_build.h"
#include "engine/quake3/scene/q3_scene.h"
#include "engine/quake3/update/q3_state_apply.h"
#include "tests/engine/quake3/hud/hud_words.h"
#include "tests/support/real_data.h"
#include "tests/support/sanitized.h"

/* One at a time. */
static struct show {
    const char *name;
    const struct q3_game *game;
    struct q3_scanner *scanner;
    struct q3_state *state; /* after the same messages: the scanner's is not drawn */
    struct demo_stats stats;
    struct demo_events events;
    uint32_t seen; /* events seen */
    struct scene scene;
    struct scene_options options;
    char said[16384];
} show;

static struct game_files game;
static struct q3_data *data;
static uint32_t deaths, rows, limits; /* found in all demos */

static void begin(void)
{
    struct format_error err = {0};
    game.files = files_create(NULL, NULL);
    cr_assert_not_null(game.files);
    cr_assert_eq(q3_data_open(&data, &game, 1, &err), 0, "%s", err.what);
    deaths = rows = limits = 0;
}

static void end(void)
{
    q3_data_close(data);
    game_files_close(&game);
}

TestSuite(q3_hud_real, .init = begin, .fini = end);

/* Removes spaces and bars. */
static void squeeze(char *text)
{
    char *to = text;
    for (const char *from = text; *from != '\0'; from++) {
        if (*from != ' ' && *from != '|') {
            *to++ = *from;
        }
    }
    *to = '\0';
}

static const char *say(enum hud_scores scores)
{
    const struct scene_data all = {.quake3 = data, .files = game.files};
    show.options.hud.scores = scores;
    cr_assert_eq(q3_scene_build(&show.scene, show.state, show.game, 1.0, &show.options, &all), 0);
    hud_words(show.scene.rgb, show.said, sizeof(show.said));
    squeeze(show.said);
    return show.said;
}

/* Finds `what` in the text from `from` on; returns its end. */
static const char *expect_said(const char *from, const char *what)
{
    char text[256];
    snprintf(text, sizeof(text), "%s", what);
    squeeze(text);
    const char *at = from ? strstr(from, text) : NULL;
    cr_expect_not_null(at, "%s at %d: %s is not in %s", show.name,
                       (int)q3_state_snapshot(show.state)->server_time, text, show.said);
    return at;
}

/* "A kills B (means)", "B dies (means)": who died comes first on the screen. */
static void check_death(const char *text)
{
    char names[2][DEMO_EVENT_TEXT] = {"", ""};
    const char *means = strrchr(text, '(');
    const char *kills = strstr(text, " kills "), *dies = strstr(text, " dies ");
    cr_assert(means && (kills || dies), "%s", text);
    if (kills) {
        const char *victim = kills + strlen(" kills ");
        snprintf(names[0], sizeof(names[0]), "%.*s", (int)(means - victim - 1), victim);
        snprintf(names[1], sizeof(names[1]), "%.*s", (int)(kills - text), text);
    } else {
        snprintf(names[0], sizeof(names[0]), "%.*s", (int)(dies - text), text);
    }
    const char *victim = expect_said(say(HUD_SCORES_NONE), names[0]);
    (void)expect_said(victim, names[1]);
    deaths++;
}

/* The last death of the new events, which its line follows all others of. */
static void check_deaths(void)
{
    const struct demo_event *last = NULL;
    uint32_t count = 0;
    for (; show.seen < show.events.count; show.seen++) {
        const struct demo_event *event = &show.events.items[show.seen];
        if (event->kind == DEMO_EVENT_FRAG || event->kind == DEMO_EVENT_DEATH) {
            last = event;
            count++;
        }
    }
    cr_expect_eq(show.state->huds[0].num_deaths - show.state->huds[1].num_deaths, count, "%s",
                 show.name);
    if (last) {
        check_death(last->text);
    }
}

/* Each row has the server's values, and info's name and score. */
static void check_board(void)
{
    const struct q3_board *board = &show.state->board;
    const int32_t watched = q3_state_snapshot(show.state)->player.fields[Q3_PS_CLIENT_NUM];
    const char *said = say(HUD_SCORES_PLAYERS);
    for (uint32_t i = 0; i < board->num_rows; i++) {
        const struct q3_board_row *row = &board->rows[i];
        const struct demo_player *player = &show.stats.players[row->client];
        char text[256];
        struct q3_player now;
        if (!q3_state_player(show.state, show.game, (uint32_t)row->client, &now)) {
            continue; /* has just left */
        }
        if (row->ping == -1) {
            snprintf(text, sizeof(text), "connecting%s", player->name);
        } else if (player->spectator) {
            snprintf(text, sizeof(text), "SPECT%d%d", (int)row->ping, (int)row->minutes);
        } else {
            snprintf(text, sizeof(text), "%d%d%d", (int)row->score, (int)row->ping,
                     (int)row->minutes);
        }
        (void)expect_said(expect_said(said, text), player->name);
        if (row->client != watched && !player->spectator) {
            cr_expect_eq(row->score, player->frags, "%s: %s", show.name, player->name);
        }
        rows++;
    }
}

/* A match that ends by time limit ends with the clock at the limit. */
static void check_limit(void)
{
    const struct q3_snapshot *now = q3_state_snapshot(show.state);
    struct q3_match match;
    char text[32];
    q3_match_of(&match, show.state, show.game);
    const int32_t clock = now->server_time - match.start, limit = match.time_limit * 60000;
    cr_expect(clock >= limit && clock < limit + 1000, "%s: %d", show.name, (int)clock);
    if (now->player.fields[Q3_PS_PM_TYPE] != Q3_PM_INTERMISSION) {
        snprintf(text, sizeof(text), "%d:00", (int)match.time_limit);
        (void)expect_said(say(HUD_SCORES_NONE), text);
    }
    limits++;
}

static void check_commands(void)
{
    uint32_t at = 0;
    int32_t sequence;
    const char *text;
    bool listed = false;
    while ((text = q3_state_command(show.state, &at, &sequence)) != NULL) {
        listed |= strncmp(text, "scores", 6) == 0 || strncmp(text, "xscores", 7) == 0;
        if (strncmp(text, "print \"Timelimit hit", 20) == 0) {
            check_limit();
        }
    }
    if (listed) {
        check_board();
    }
}

static void check_end(void)
{
    const struct q3_facts *facts = show.stats.facts;
    struct q3_match match;
    q3_match_of(&match, show.state, show.game);
    cr_expect_eq(match.name, facts->game_name, "%s: %s", show.name, match.name);
    for (int i = 0; i < 2 && facts->has_scores; i++) {
        cr_expect_eq(match.scores[i], facts->scores[i], "%s: %d", show.name, match.scores[i]);
    }
    const char *said = say(HUD_SCORES_PLAYERS);
    for (uint32_t i = 0; i < Q3_PLAYERS; i++) {
        struct q3_player player;
        const bool listed = show.state->board.num_rows == 0;
        if (listed && q3_state_player(show.state, show.game, i, &player) &&
            strcmp(show.name, "stress_sago.dm_70") != 0) { /* more players than rows */
            (void)expect_said(said, show.stats.players[i].name);
        }
    }
}

static void check_demo(const char *name, const uint8_t *bytes, size_t size)
{
    struct demo demo;
    struct demo_reading reading = {.events = &show.events, .stats = &show.stats};
    struct format_error err;
    (void)demo_open(&demo, bytes, size, name);
    cr_assert_eq(demo.code, 0, "%s", name);
    const struct q3_file *file = demo.file;
    show = (struct show){.name = name,
                         .game = q3_game_of(file->protocol->number),
                         .scanner = calloc(1, sizeof(*show.scanner)),
                         .state = calloc(1, sizeof(*show.state)),
                         .options = {.width = 1280, .height = 480, .fov = 90.0f}};
    show.options.camera = camera_default();
    show.options.hud.clock = true;
    show.stats.facts = calloc(1, sizeof(struct q3_facts));
    cr_assert(show.scanner && show.state && show.stats.facts);
    q3_state_start(show.state);
    q3_stats_begin(&show.stats, file);
    size_t pos = quake3_family.first_step(file);
    int code;
    while ((code = q3_scan(file, show.scanner, &pos, &reading, &err)) > 0) {
        bool updated;
        cr_assert_eq(
            q3_state_apply(show.state, file->protocol, &show.scanner->block, &updated, &err), 0);
        cr_expect_eq(updated, reading.step.update, "%s", name);
        show.stats.blocks++;
        if (reading.step.update) {
            check_commands();
            check_deaths();
        }
    }
    cr_expect_eq(code, 0, "%s: %s", name, err.what);
    q3_stats_end(&show.stats, show.scanner);
    q3_state_execute(show.state, show.game, 0);
    check_end();
    scene_free(&show.scene);
    free(show.events.items);
    free(show.state);
    free(show.scanner);
    demo_stats_free(&show.stats);
    demo_close(&demo);
}

Test(q3_hud_real, names_scores_deaths_and_the_clock)
{
    real_data_each_q3(check_demo);
    cr_expect_gt(deaths, SANITIZED ? 250u : 500u, "%u", deaths);
    cr_expect_gt(rows, SANITIZED ? 250u : 500u, "%u", rows);
    cr_expect_gt(limits, SANITIZED ? 4u : 8u, "%u", limits);
}
