/* Sounds of Quake III demos: events with sounds, and loops, which last as long as snapshots have
 * them. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/engine/quake3/sounds/ear.h"
#include "tests/support/q3_match.h"
#include "tests/support/real_data.h"

enum { NAMES = 256, MOVER = 4, SPEAKER = 7, FAR_SPEAKER = 700 };

static int ear_protocol;

static void expect(size_t i, enum demo_sound_kind kind, int32_t entity, const char *name,
                   enum demo_sound_place place, uint8_t volume)
{
    cr_assert_lt(ear.heard + i, ear.sounds.count, "%zu", i);
    const struct demo_sound *s = &ear.sounds.items[ear.heard + i];
    cr_assert(s->kind == kind && s->entity == entity, "%zu: kind %d of %d", i, (int)s->kind,
              s->entity);
    cr_assert_str_eq(ear_name(s), name, "%zu: %s", i, ear_name(s));
    cr_assert(s->place == place && !s->exclusive, "%zu", i);
    cr_assert_eq(s->volume, volume, "%zu: %d", i, s->volume);
}

static void expect_count(size_t count)
{
    cr_assert_eq(ear.sounds.count - ear.heard, count, "protocol %d, step %u: %zu", ear_protocol,
                 ear.step, ear.sounds.count - ear.heard);
}

/* --- a written demo --------------------------------------------------------------------------- */

static void put_strings(struct q3_demo *d, const char *first)
{
    const uint32_t sounds = q3_game_of(d->protocol->number)->players - NAMES;
    char server[64];
    snprintf(server, sizeof(server), "\\mapname\\x\\protocol\\%d", d->protocol->number);
    q3_demo_configstring(d, Q3_CS_SERVERINFO, server);
    q3_demo_configstring(d, sounds + 1, first);
    q3_demo_configstring(d, sounds + 2, "sound/two.wav");
    q3_demo_configstring(d, sounds + 255, "*taunt.wav");
}

static int32_t *put_loop(struct q3_demo *d, uint32_t number, int32_t type, int32_t loop)
{
    int32_t *fields = q3_demo_entity(d, number);
    q3_demo_place(d, number, 64.0f, 32.0f, (float)number);
    fields[Q3_ES_E_TYPE] = type;
    fields[Q3_ES_LOOP_SOUND] = loop;
    return fields;
}

/* An event entity. */
static void put_event(struct q3_demo *d, uint32_t number, int32_t event, int32_t parm)
{
    int32_t *fields = q3_demo_entity(d, number);
    fields[Q3_ES_E_TYPE] = q3_game_of(d->protocol->number)->event_entity + event;
    fields[Q3_ES_EVENT_PARM] = parm;
    fields[Q3_ES_LOOP_SOUND] = 2; /* no source of a loop */
    q3_demo_place(d, number, 8.0f, -16.0f, 24.0f);
}

static void write_demo(struct q3_demo *d)
{
    const struct q3_game *game = q3_game_of(d->protocol->number);
    put_strings(d, "sound/one.wav");
    q3_demo_gamestate(d, 2);
    d->player.fields[Q3_PS_CLIENT_NUM] = 2;
    put_loop(d, 100, MOVER, 1); /* snapshot 0 */
    put_loop(d, 101, SPEAKER, 2);
    put_loop(d, FAR_SPEAKER, SPEAKER, 1);
    q3_demo_snapshot(d, 1000, 0);
    put_loop(d, 100, MOVER, 2)[Q3_ES_EVENT] = game->sound; /* 1 */
    q3_demo_entity(d, 100)[Q3_ES_EVENT_PARM] = 255;
    put_event(d, 200, game->sound, 2);
    put_event(d, 201, game->sound_for_all, 1);
    q3_demo_remove(d, FAR_SPEAKER);
    d->player.fields[Q3_PS_EXTERNAL_EVENT] = game->sound | 0x100;
    d->player.fields[Q3_PS_EXTERNAL_EVENT_PARM] = 1;
    q3_demo_snapshot(d, 1050, 1);
    q3_demo_remove(d, 200); /* 2 */
    q3_demo_remove(d, 201);
    q3_demo_remove(d, 100);
    put_event(d, 202, game->sound, 77); /* there is no such sound */
    put_event(d, 203, game->sound_for_all, 0);
    q3_demo_snapshot(d, 1100, 1);
    q3_demo_remove(d, 202); /* 3: as it was, with the player's own loop */
    q3_demo_remove(d, 203);
    d->player.fields[Q3_PS_LOOP_SOUND] = 1;
    q3_demo_snapshot(d, 1150, 1);
    put_loop(d, 101, SPEAKER, 0); /* 4: here, and silent */
    d->player.fields[Q3_PS_LOOP_SOUND] = 0;
    q3_demo_snapshot(d, 1200, 1);
    put_loop(d, 101, SPEAKER, 2); /* 5 */
    if (game->loop_ends) {
        put_event(d, 204, game->loop_ends, 0);
    }
    q3_demo_snapshot(d, 1250, 1);
    if (game->loop_ends) {
        q3_demo_remove(d, 204);
    }
    q3_demo_command(d, "map_restart"); /* 6 */
    d->flags ^= Q3_SNAP_SERVER_COUNT;
    q3_demo_snapshot(d, 1300, 1);
    q3_demo_clear(d); /* another level */
    put_strings(d, "sound/other.wav");
    q3_demo_gamestate(d, 2);
    put_loop(d, 101, SPEAKER, 1);
    q3_demo_snapshot(d, 500, 0);
    q3_demo_end(d);
}

/* True if the protocol transmits a player's looping sound; the oldest do not. */
static bool tells_loop(const struct q3_protocol *protocol)
{
    for (uint32_t i = 0; i < protocol->player_count; i++) {
        if (protocol->player[i].slot == Q3_PS_LOOP_SOUND) {
            return true;
        }
    }
    return false;
}

static void check_written(int protocol)
{
    struct q3_demo *d = q3_demo_create(protocol);
    const struct q3_game *game = q3_game_of(protocol);
    ear_protocol = protocol;
    write_demo(d);
    cr_assert(ear_open(d->file.data, d->file.size, NULL));
    cr_assert_eq(ear_step(), 0); /* the gamestate */
    expect_count(2);
    expect(0, DEMO_SOUND_CLEAR, 0, "maps/x.bsp", DEMO_SOUND_AT_ORIGIN, 0);
    expect(1, DEMO_SOUND_MUSIC, DEMO_SOUND_NOBODY, "", DEMO_SOUND_AT_ORIGIN, 0); /* none */
    cr_assert_eq(ear_step(), 0);                                                 /* 0 */
    expect_count(3);
    expect(0, DEMO_SOUND_LOOP, 100, "sound/one.wav", DEMO_SOUND_AT_ENTITY, 255);
    expect(1, DEMO_SOUND_LOOP, 101, "sound/two.wav", DEMO_SOUND_AT_ENTITY, 181);
    expect(2, DEMO_SOUND_LOOP, FAR_SPEAKER, "sound/one.wav", DEMO_SOUND_AT_ENTITY, 181);
    const struct demo_sound *loop = &ear.sounds.items[ear.heard];
    cr_assert(loop->origin[0] == 64.0f && loop->origin[1] == 32.0f && loop->origin[2] == 100.0f);
    cr_assert_eq(ear_step(), 0); /* 1: the far speaker left the snapshot and continues */
    expect_count(5);
    expect(0, DEMO_SOUND_START, 100, "*/taunt.wav", DEMO_SOUND_AT_ENTITY, 255);
    expect(1, DEMO_SOUND_START, 200, "sound/two.wav", DEMO_SOUND_AT_ORIGIN, 255);
    const struct demo_sound *brief = &ear.sounds.items[ear.heard + 1];
    cr_assert(brief->origin[0] == 8.0f && brief->origin[1] == -16.0f && brief->channel == 3 &&
              brief->attenuation == 0.8f);
    expect(2, DEMO_SOUND_START, 2, "sound/one.wav", DEMO_SOUND_AT_LISTENER, 255);
    cr_assert_eq(ear.sounds.items[ear.heard + 2].attenuation, 0.0f);
    expect(3, DEMO_SOUND_START, 2, "sound/one.wav", DEMO_SOUND_AT_ENTITY, 255);
    expect(4, DEMO_SOUND_LOOP, 100, "sound/two.wav", DEMO_SOUND_AT_ENTITY, 255);
    cr_assert_eq(ear_step(), 0); /* 2 */
    expect_count(3);
    expect(0, DEMO_SOUND_START, 202, "", DEMO_SOUND_AT_ORIGIN, 255);
    expect(1, DEMO_SOUND_START, 2, "", DEMO_SOUND_AT_LISTENER, 255);
    expect(2, DEMO_SOUND_LOOP, 100, "", DEMO_SOUND_AT_ENTITY, 255);
    cr_assert_eq(ear_step(), 0); /* 3 */
    const size_t own = tells_loop(d->protocol);
    expect_count(own);
    if (own) {
        expect(0, DEMO_SOUND_LOOP, 2, "sound/one.wav", DEMO_SOUND_AT_ENTITY, 255);
    }
    cr_assert_eq(ear_step(), 0); /* 4 */
    expect_count(own + 1);
    if (own) {
        expect(0, DEMO_SOUND_LOOP, 2, "", DEMO_SOUND_AT_ENTITY, 255);
    }
    expect(own, DEMO_SOUND_LOOP, 101, "", DEMO_SOUND_AT_ENTITY, 181);
    cr_assert_eq(ear_step(), 0); /* 5 */
    expect_count(game->loop_ends ? 2 : 1);
    if (game->loop_ends) {
        expect(0, DEMO_SOUND_LOOP, 204, "", DEMO_SOUND_AT_ENTITY, 255);
    }
    cr_assert_eq(ear_step(), 0); /* 6 */
    expect_count(3);
    expect(0, DEMO_SOUND_CLEAR_LOOPS, 0, "", DEMO_SOUND_AT_ORIGIN, 0);
    expect(1, DEMO_SOUND_START, 2,
           game->live ? "sound/vo/fight.ogg|sound/feedback/fight.wav" : "sound/feedback/fight.wav",
           DEMO_SOUND_AT_LISTENER, 255);
    expect(2, DEMO_SOUND_LOOP, 101, "sound/two.wav", DEMO_SOUND_AT_ENTITY, 181);
    cr_assert_eq(ear_step(), 0); /* the other level */
    expect_count(2);
    expect(0, DEMO_SOUND_CLEAR, 0, "maps/x.bsp", DEMO_SOUND_AT_ORIGIN, 0);
    cr_assert_eq(ear_step(), 0);
    expect_count(1);
    expect(0, DEMO_SOUND_LOOP, 101, "sound/other.wav", DEMO_SOUND_AT_ENTITY, 181);
    ear_close();
    q3_demo_free(d);
}

Test(q3_sounds, written_events_and_loops_of_every_protocol)
{
    for (int i = 0; i < Q3_MATCH_PROTOCOLS; i++) {
        check_written(q3_match_protocols[i]);
    }
}

/* --- real demos ------------------------------------------------------------------------------- */

/* Who has listened knows the loops of all entities that are there; those of players, missiles and
 * items are their weapons'. */
static void check_loops(const char *file)
{
    const struct q3_state *c = q3_state_handle_open(ear.state);
    const struct q3_game *game = q3_state_handle_game(ear.state);
    const struct q3_snapshot *now = q3_state_snapshot(c);
    for (uint32_t i = 0; now && i < now->count; i++) {
        const int32_t *fields = q3_frames_entity(&c->frames, now, i)->fields;
        const uint32_t number = now->numbers[i];
        const int32_t type = fields[Q3_ES_E_TYPE];
        const int32_t loop = type > game->event_entity ? 0 : fields[Q3_ES_LOOP_SOUND];
        const uint32_t string = (uint32_t)(game->players - NAMES + loop);
        const char *name = loop ? q3_gamestate_string(&c->gamestate, string) : "";
        const bool of_weapon = type == Q3_ET_PLAYER || type == Q3_ET_MISSILE ||
                               type == Q3_ET_ITEM || type == Q3_ET_GRAPPLE;
        cr_assert(number == (uint32_t)now->player.fields[Q3_PS_CLIENT_NUM] || of_weapon ||
                      strncmp(ear.loops[number], name, EAR_NAME - 1) == 0,
                  "%s, step %u, entity %u: %s, not %s", file, ear.step, number, ear.loops[number],
                  name);
    }
}

static uint32_t num_loops, num_starts;

static void check_real(const char *file, const uint8_t *data, size_t size)
{
    uint32_t named = 0, starts = 0, events = 0;
    cr_assert(ear_open(data, size, file), "%s", file);
    while (ear.pos < size) {
        const struct q3_state *c = q3_state_handle_open(ear.state);
        const struct q3_game *game = q3_state_handle_game(ear.state);
        const uint32_t before = c->num_events;
        if (ear_step() < 0) {
            break; /* the end mark, or damage */
        }
        c = q3_state_handle_open(ear.state);
        for (uint32_t i = before; i != c->num_events; i++) {
            const int32_t event = c->events[i % Q3_EVENTS].event;
            events += event == game->sound || event == game->sound_for_all;
        }
        check_loops(file);
    }
    for (size_t i = 0; i < ear.sounds.count; i++) {
        const struct demo_sound *s = &ear.sounds.items[i];
        starts += s->kind == DEMO_SOUND_START;
        named += s->kind == DEMO_SOUND_START && s->name != 0;
        num_loops += s->kind == DEMO_SOUND_LOOP && s->name != 0;
        for (int j = 0; j < 3; j++) {
            cr_assert(fabsf(s->origin[j]) <= 1e9f, "%s", file);
        }
        cr_assert(s->name == 0 || s->kind == DEMO_SOUND_MUSIC || strstr(ear_name(s), ".wav") ||
                      strstr(ear_name(s), ".ogg") || ear_name(s)[0] == '*' ||
                      strchr(ear_name(s), '/'),
                  "%s: %s", file, ear_name(s));
    }
    cr_assert_geq(starts, events, "%s", file);
    cr_assert_eq(named, starts, "%s: %u of %u", file, named, starts);
    num_starts += starts;
    ear_close();
}

Test(q3_sounds, real_demos_are_heard_as_their_snapshots_say)
{
    real_data_each_q3(check_real);
    cr_assert_gt(num_starts, 30000, "%u", num_starts);
    cr_assert_gt(num_loops, 3000, "%u", num_loops);
}

static void check_broken(const char *file, const uint8_t *data, size_t size)
{
    const bool good = ear_open(data, size, file);
    while (good && ear.pos < size && ear_step() >= 0) {
    }
    ear_close();
}

/* Damaged demos: emitted values stay in range, and nothing outside the data is read. */
Test(q3_sounds, broken_demos_do_no_harm)
{
    real_data_each_q3_broken_too(check_broken);
}
