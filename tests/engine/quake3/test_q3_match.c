/* A written Quake III demo of every protocol on the timeline: what was written comes back. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/families.h"
#include "engine/playback/timeline.h"
#include "engine/quake3/q3_family.h"
#include "engine/quake3/q3_state_handle.h"
#include "formats/quake3/q3_detect.h"
#include "tests/support/q3_match.h"

struct match {
    struct q3_demo *demo;
    struct timeline *timeline;
};

static struct match match_open(int protocol)
{
    const struct timeline_options options = {.key_frame_bytes = 1 << 20};
    struct match m = {.demo = q3_match_write(protocol)};
    struct format_error err = {0};
    cr_assert_eq(timeline_open(&m.timeline, m.demo->file.data, m.demo->file.size, &options, &err),
                 0, "protocol %d: byte %zu: %s", protocol, err.offset, err.what);
    cr_assert_eq(timeline_family(m.timeline), &quake3_family, "protocol %d", protocol);
    return m;
}

static void match_close(struct match *m)
{
    timeline_close(m->timeline);
    q3_demo_free(m->demo);
}

static const struct q3_state *client_at(const struct match *m, uint32_t update)
{
    cr_assert_eq(timeline_go_update(m->timeline, update), 0);
    const struct q3_state *c = q3_state_handle_open(timeline_state(m->timeline));
    cr_assert_not_null(c);
    return c;
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* The numbers that the test's writer takes from the table of games; checked against real demos. */
Test(q3_match, numbers_of_the_games)
{
    static const struct {
        int protocol, event_entity, pickup, obituary, team_sound, players, start, intermission,
            version;
    } cases[] = {
        {43, 12, 19, 58, 0, 544, 13, 14, 12},  {48, 13, 19, 60, 47, 544, 21, 22, 20},
        {68, 13, 19, 60, 47, 544, 21, 22, 20}, {71, 13, 19, 60, 47, 544, 21, 22, 20},
        {73, 13, 15, 58, 44, 529, 13, 14, 12}, {91, 13, 15, 58, 44, 529, 13, 14, 12},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const struct q3_game *g = q3_game_of(cases[i].protocol);
        cr_expect(g->event_entity == cases[i].event_entity && g->item_pickup == cases[i].pickup &&
                      g->obituary == cases[i].obituary && g->team_sound == cases[i].team_sound &&
                      g->players == cases[i].players && g->level_start == cases[i].start &&
                      g->intermission == cases[i].intermission && g->version == cases[i].version &&
                      g->live == (cases[i].protocol >= 73),
                  "protocol %d", cases[i].protocol);
    }
}

/* --- the index -------------------------------------------------------------------------------- */

static void check_index(const struct match *m, int protocol)
{
    const struct timeline_extent extent = timeline_extent(m->timeline);
    struct format_error damage;
    cr_assert_eq(extent.num_updates, Q3_MATCH_UPDATES, "protocol %d", protocol);
    cr_assert_eq(extent.num_steps, m->demo->num_blocks, "protocol %d", protocol);
    cr_assert(extent.complete && extent.seekable && extent.num_key_frames > 0);
    cr_assert_float_eq(extent.length, Q3_MATCH_LENGTH, 1e-9, "protocol %d: %f", protocol,
                       extent.length);
    cr_assert_not(timeline_damage(m->timeline, &damage));
    for (uint32_t i = 0; i < Q3_MATCH_UPDATES; i++) {
        cr_assert_float_eq(timeline_update_time(m->timeline, i), q3_match_time(i), 1e-9);
        cr_assert_eq(timeline_update_step(m->timeline, i), q3_match_block(i));
    }
}

static void check_events(const struct match *m, int protocol)
{
    uint32_t found = 0;
    for (const struct q3_match_event *e = q3_match_events; e->text; e++) {
        if (protocol == 43 && e->kind == DEMO_EVENT_FLAG) { /* it has no such event */
            continue;
        }
        const struct demo_event event = timeline_event(m->timeline, found++);
        cr_assert(event.kind == e->kind && strcmp(event.text, e->text) == 0, "%d: %s, not %s",
                  protocol, event.text, e->text);
        cr_assert_float_eq(event.time, e->time, 1e-9, "%d: %s at %f", protocol, e->text,
                           event.time);
    }
    cr_assert_eq(timeline_extent(m->timeline).num_events, found, "protocol %d", protocol);
}

Test(q3_match, updates_and_events_come_back_in_every_protocol)
{
    for (int i = 0; i < Q3_MATCH_PROTOCOLS; i++) {
        struct match m = match_open(q3_match_protocols[i]);
        cr_assert_eq(q3_detect(m.demo->file.data, m.demo->file.size, NULL), q3_match_protocols[i]);
        check_index(&m, q3_match_protocols[i]);
        check_events(&m, q3_match_protocols[i]);
        match_close(&m);
    }
}

/* --- the state -------------------------------------------------------------------------------- */

static const struct q3_entity_state *entity_of(const struct q3_state *c, uint32_t number)
{
    return q3_frames_entity_of(&c->frames, q3_state_snapshot(c), number);
}

static void check_snapshot(const struct q3_state *c, uint32_t update)
{
    const struct q3_snapshot *s = q3_state_snapshot(c);
    const int32_t lost = update >= Q3_MATCH_FIRST + Q3_MATCH_LOST;
    cr_assert(s->valid && s->server_time == q3_match_server_time(update));
    cr_assert_eq(s->sequence, Q3_MATCH_SEQUENCE + lost + (int32_t)q3_match_block(update));
    cr_assert(s->area_size == 4 && s->areas[0] == 0xf0 && s->areas[2] == 0 && s->areas[3] == 0xff);
    cr_assert_eq(s->areas[1], update < Q3_MATCH_FIRST ? update : update - Q3_MATCH_FIRST);
    cr_assert_eq(c->updates, update + 1);
    cr_assert_eq(c->executed, s->server_command);
    cr_assert_eq(q3_state_previous(c) != NULL, update != 0 && update != Q3_MATCH_FIRST);
}

static void check_first(const struct q3_state *c, uint32_t i)
{
    const int32_t *player = q3_state_snapshot(c)->player.fields;
    const bool seen = i >= 3 && !(i >= 25 && i < 28);
    cr_assert_eq(player[Q3_PS_CLIENT_NUM], Q3_MATCH_RECORDER);
    cr_assert_eq(q3_float(player[Q3_PS_ORIGIN_0]), 10.0f * (float)i);
    cr_assert_eq(q3_float(player[Q3_PS_ORIGIN_2]), 24.5f);
    cr_assert_eq(q3_state_snapshot(c)->player.ammo[2], (int32_t)(100 - i));
    cr_assert_eq(q3_state_snapshot(c)->player.powerups[1], 40000);
    const struct q3_entity_state *anarki = entity_of(c, Q3_MATCH_ANARKI);
    cr_assert_eq(anarki != NULL, seen);
    cr_assert(!seen || q3_float(anarki->fields[Q3_ES_POS_TR_BASE_0]) == 100.0f + 8.0f * (float)i);
    cr_assert_eq(entity_of(c, Q3_MATCH_ITEM) != NULL, i < 8, "taken by the eighth");
    cr_assert_eq(q3_float(entity_of(c, Q3_MATCH_MOVER)->fields[Q3_ES_POS_TR_DELTA_0]), 100.0f);
    cr_assert_eq(entity_of(c, Q3_MATCH_MISSILE) != NULL, i == 15 || i == 16);
}

Test(q3_match, every_snapshot_comes_back_in_every_protocol)
{
    for (int p = 0; p < Q3_MATCH_PROTOCOLS; p++) {
        struct match m = match_open(q3_match_protocols[p]);
        for (uint32_t i = 0; i < Q3_MATCH_UPDATES; i++) {
            const struct q3_state *c = client_at(&m, i);
            check_snapshot(c, i);
            if (i < Q3_MATCH_FIRST) {
                check_first(c, i);
            } else {
                cr_assert_eq(c->gamestates, 2u);
                cr_assert_eq(q3_state_snapshot(c)->player.fields[Q3_PS_CLIENT_NUM],
                             Q3_MATCH_ANARKI);
            }
        }
        match_close(&m);
    }
}

static const char *last_line(const struct q3_state *c)
{
    return c->num_lines ? c->lines[(c->num_lines - 1) % Q3_LINES].text : "";
}

Test(q3_match, server_commands_change_the_client_when_their_snapshot_comes)
{
    struct match m = match_open(68);
    const struct q3_game *game = q3_game_of(68);
    const struct q3_state *c = client_at(&m, 3);
    cr_expect(c->num_lines == 0 && c->executed == 3);
    c = client_at(&m, 5);
    cr_expect(c->num_lines == 2 && c->executed == 5, "the repeated one counts once");
    cr_expect_str_eq(last_line(c), "Anarki entered the game\\n");
    cr_expect_str_eq(c->lines[0].text, "Anarki^7: hello there");
    cr_expect(c->lines[0].kind == Q3_LINE_CHAT && c->lines[0].time == 10200);
    c = client_at(&m, 6);
    cr_expect(c->lines[2].kind == Q3_LINE_TEAM_CHAT && c->lines[2].time == 10300);
    cr_expect_eq(q3_state_score(c, 0), 0);
    c = client_at(&m, 12);
    cr_expect(q3_state_score(c, 0) == 1 && q3_state_score(c, 1) == 0);
    cr_expect(c->num_scores == 2 && c->scores_time == 10600 && c->team_scores[0] == 1);
    cr_expect(c->scores[0].client == 2 && c->scores[0].score == 1 && c->scores[0].ping == 48);
    cr_expect(c->scores[1].client == 0 && c->scores[1].score == -1 && c->scores[1].time == 7);
    c = client_at(&m, 20);
    cr_expect(q3_state_warmup(c) == 14000 && c->restarts == 0);
    c = client_at(&m, 22);
    cr_expect(c->restarts == 1 && c->restart_time == 11100);
    cr_expect(q3_player_jumps(q3_state_previous(c), q3_state_snapshot(c)));
    c = client_at(&m, 24);
    cr_expect(q3_state_warmup(c) == 0 && c->center_time == 11200);
    cr_expect_str_eq(c->center, "FIGHT!");
    cr_expect_not(q3_state_intermission(c, game));
    cr_expect(q3_state_intermission(client_at(&m, 36), game));
    c = client_at(&m, 40);
    cr_expect(c->gamestates == 2 && c->num_scores == 0 && c->restarts == 0);
    cr_expect(!q3_state_intermission(c, game) && c->executed == 14);
    cr_expect_eq(q3_state_score(c, 1), Q3_SCORE_NOT_PRESENT);
    cr_expect_str_eq(q3_gamestate_string(&client_at(&m, 43)->gamestate, Q3_MATCH_LONG), "");
    cr_expect_str_eq(q3_gamestate_string(&client_at(&m, 44)->gamestate, Q3_MATCH_LONG),
                     Q3_MATCH_LONG_TEXT);
    cr_expect_eq(q3_state_score(client_at(&m, 46), 0), 3);
    match_close(&m);
}

Test(q3_match, events_of_the_state)
{
    struct match m = match_open(68);
    cr_expect_eq(client_at(&m, 7)->num_events, 0u);
    const struct q3_state *c = client_at(&m, 8);
    cr_assert_eq(c->num_events, 1u);
    cr_expect(c->events[0].event == 19 && c->events[0].parm == 14 && c->events[0].player == 1);
    cr_expect(c->events[0].entity == Q3_MATCH_RECORDER && c->events[0].origin[0] == 80.0f);
    c = client_at(&m, 10);
    cr_assert_eq(c->num_events, 2u);
    cr_expect(c->events[1].event == 60 && c->events[1].parm == 10 && c->events[1].time == 10500);
    cr_expect(c->events[1].other == Q3_MATCH_ANARKI && c->events[1].other2 == Q3_MATCH_RECORDER);
    cr_expect_eq(client_at(&m, 14)->events[2].event, 47);
    cr_expect_eq(client_at(&m, 39)->num_events, 4u, "each happens once");
    match_close(&m);
}

/* --- the family's functions ------------------------------------------------------------------- */

Test(q3_match, players_and_whose_eyes)
{
    struct demo_player_info list[Q3_PLAYERS];
    struct match m = match_open(68);
    (void)client_at(&m, 2);
    cr_assert_eq(timeline_players(m.timeline, list, Q3_PLAYERS), 3u);
    cr_expect(list[0].slot == Q3_MATCH_ANARKI && list[1].slot == Q3_MATCH_RECORDER);
    cr_expect_str_eq(list[0].name, "Anarki");
    cr_expect_str_eq(list[0].team, "blue");
    cr_expect(!list[0].in_sight && !list[0].recorder && !list[0].spectator);
    cr_expect_str_eq(list[1].name, "Recorder");
    cr_expect(list[1].in_sight && list[1].recorder && list[1].frags == 0);
    cr_expect(list[2].slot == Q3_MATCH_WATCHER && list[2].spectator);
    cr_expect_str_eq(list[2].team, "spectator");
    cr_expect_eq(timeline_players(m.timeline, list, 1), 3u, "more than are asked for");
    cr_expect_eq(timeline_followed(m.timeline, 0), Q3_MATCH_RECORDER + 1u);
    (void)client_at(&m, 12);
    cr_assert_eq(timeline_players(m.timeline, list, Q3_PLAYERS), 3u);
    cr_expect(list[0].in_sight && list[0].frags == -1, "by the scores command");
    cr_expect_eq(list[1].frags, 1, "by his own state");
    (void)client_at(&m, 50); /* the recorder watches */
    cr_assert_eq(timeline_players(m.timeline, list, Q3_PLAYERS), 2u);
    cr_expect(list[0].in_sight && !list[0].recorder && list[0].frags == 3);
    cr_expect_str_eq(list[0].team, "");
    cr_expect(list[1].recorder && list[1].spectator && !list[1].in_sight);
    cr_expect_eq(timeline_followed(m.timeline, 0), Q3_MATCH_ANARKI + 1u);
    match_close(&m);
    m = match_open(43); /* has no client number: it is the player of the view */
    (void)client_at(&m, 50);
    cr_assert_eq(timeline_players(m.timeline, list, Q3_PLAYERS), 2u);
    cr_expect(list[0].recorder && !list[1].recorder);
    match_close(&m);
}

Test(q3_match, the_folder_of_the_game)
{
    static const char *const names[][2] = {
        {"\\fs_game\\osp", "osp"},    {"\\x\\1", ""},
        {"\\fs_game\\../etc", ""},    {"\\fs_game\\.hidden", ""},
        {"\\fs_game\\two words", ""}, {"\\fs_game\\CPMA-1_4.x", "CPMA-1_4.x"}};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct q3_demo *d = q3_demo_create(68);
        struct demo demo;
        char folder[DEMO_GAME_DIR_BYTES];
        q3_demo_configstring(d, 1, names[i][0]);
        q3_demo_gamestate(d, 0);
        q3_demo_end(d);
        cr_assert_eq(demo_open(&demo, d->file.data, d->file.size, NULL), 0);
        cr_assert_eq(quake3_family.game_dir(demo.file, folder), 0);
        cr_expect_str_eq(folder, names[i][1]);
        demo_close(&demo);
        q3_demo_free(d);
    }
}

static struct scene_camera camera_at(const struct match *m, double time)
{
    const struct scene_options options = {.width = 320, .height = 240, .fov = 100.0f};
    struct scene scene = {0};
    cr_assert_eq(timeline_go_time(m->timeline, time, true), 0);
    cr_assert_eq(timeline_scene(m->timeline, &scene, &options, NULL), 0);
    const struct scene_camera camera = scene.camera;
    cr_assert(scene.kind == SCENE_EMPTY && camera.fov_x == 100.0f);
    scene_free(&scene);
    return camera;
}

Test(q3_match, the_camera_is_on_its_way_between_snapshots)
{
    struct match m = match_open(68);
    struct scene_camera c = camera_at(&m, 0.1);
    cr_expect(c.origin[0] == 20.0f && c.origin[1] == -20.0f && c.origin[2] == 24.5f + 26.0f);
    cr_expect_eq(c.angles[1], 4.0f);
    c = camera_at(&m, 0.125);
    cr_expect_float_eq(c.origin[0], 25.0f, 1e-4f);
    cr_expect_float_eq(c.angles[1], 5.0f, 1e-4f);
    c = camera_at(&m, 1.06); /* before the restart: the player is not interpolated */
    cr_expect_eq(c.origin[0], 210.0f);
    c = camera_at(&m, 3.0);
    cr_expect(c.origin[0] == 1000.0f && c.angles[1] == -60.0f);
    match_close(&m);
}

/* --- damage ----------------------------------------------------------------------------------- */

static struct timeline *open_bytes(const struct byte_writer *file, size_t size)
{
    const struct timeline_options options = {.key_frame_bytes = 1 << 20};
    struct timeline *t = NULL;
    struct format_error err = {0};
    cr_assert_eq(timeline_open(&t, file->data, size, &options, &err), 0, "%s", err.what);
    return t;
}

Test(q3_match, a_lost_message_drops_what_was_told_against_it)
{
    struct q3_demo *d = q3_match_write(68);
    struct format_error damage;
    /* 7 is coded against it, and so on up to 12; 12 and 24 are full; 14 is coded against 11. */
    q3_demo_lose(d, q3_match_block(6));
    struct timeline *t = open_bytes(&d->file, d->file.size);
    cr_expect_eq(timeline_extent(t).num_updates, (uint32_t)Q3_MATCH_UPDATES - 6 - 10);
    cr_expect_not(timeline_damage(t, &damage));
    cr_assert_eq(timeline_go_update(t, 6), 0);
    const struct q3_state *c = q3_state_handle_open(timeline_state(t));
    cr_expect_eq(q3_state_snapshot(c)->server_time, q3_match_server_time(12));
    cr_expect_eq(q3_state_score(c, 0), 1);
    cr_assert_eq(timeline_go_update(t, 8), 0);
    c = q3_state_handle_open(timeline_state(t));
    cr_expect_eq(q3_state_snapshot(c)->server_time, q3_match_server_time(24));
    cr_expect(c->restarts == 1 && c->restart_time == 11200, "commands come with the next one");
    timeline_close(t);
    q3_demo_free(d);
}

Test(q3_match, a_damaged_demo_plays_up_to_the_damage)
{
    struct q3_demo *d = q3_match_write(68);
    struct format_error damage = {0};
    const size_t block = d->blocks[q3_match_block(30)];
    struct timeline *t = open_bytes(&d->file, block + 20);
    cr_expect_eq(timeline_extent(t).num_updates, 30u);
    cr_assert(timeline_damage(t, &damage));
    cr_expect_eq(damage.offset, block);
    cr_expect_eq(strncmp(damage.what, "message 42: the file ends inside it (12 of ", 43), 0, "%s",
                 damage.what);
    timeline_close(t);
    memset(d->file.data + block + DM3_BLOCK_HEADER + 4, 0, 4); /* an unknown command */
    t = open_bytes(&d->file, d->file.size);
    cr_expect_eq(timeline_extent(t).num_updates, 30u);
    cr_assert(timeline_damage(t, &damage));
    cr_expect_eq(damage.offset, block);
    cr_expect_eq(strncmp(damage.what, "message 42: ", 12), 0, "%s", damage.what);
    timeline_close(t);
    q3_demo_free(d);
}
