#include "tests/support/q3_match.h"

#include <stdio.h>

#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_trajectory.h"

const struct q3_match_event q3_match_events[] = {
    {0.0, DEMO_EVENT_LEVEL, "Q3DM17: The Longest Yard, written on The Written Server"},
    {0.2, DEMO_EVENT_CHAT, "Anarki: hello there"},
    {0.3, DEMO_EVENT_CHAT, "(Recorder): help"},
    {0.4, DEMO_EVENT_PICKUP, "Railgun"},
    {0.5, DEMO_EVENT_FRAG, "Recorder kills Anarki (railgun)"},
    {0.7, DEMO_EVENT_FLAG, "red takes the blue flag"},
    {0.8, DEMO_EVENT_DEATH, "Anarki kills Recorder (rocket splash)"},
    {0.9, DEMO_EVENT_TEAM, "Anarki watches"},
    {1.0, DEMO_EVENT_ROUND, "countdown to the match"},
    {1.1, DEMO_EVENT_ROUND, "map restart"},
    {1.2, DEMO_EVENT_ROUND, "the match begins"},
    {2.25, DEMO_EVENT_ROUND, "the match ends"},
    {2.4, DEMO_EVENT_LEVEL, "Q3TOURNEY2: The Proving Grounds, written on The Written Server"},
    {2.75, DEMO_EVENT_DEATH, "Anarki dies (lava)"},
    {3.0, DEMO_EVENT_FRAG, "Anarki kills someone (weapon 99)"},
    {0.0, DEMO_EVENT_LEVEL, NULL},
};

enum {
    STEP = 50,       /* ms from snapshot to snapshot */
    GAP_BEFORE = 30, /* snapshot of the first level with the gap before it */
    GAP = 3000,
    PLAYED_GAP = 500,
    FIRST_TIME = 10000,
    SECOND_TIME = 500,
    FULL_EVERY = 12, /* interval of full (not delta) snapshots */
    NAMES = 256,     /* configstrings of models, and of sounds, before those of players */
    RAILGUN = 14,    /* item, before Quake Live */
    WORLD = 1022
};

static uint32_t index_of(uint32_t update)
{
    return update < Q3_MATCH_FIRST ? update : update - Q3_MATCH_FIRST;
}

int32_t q3_match_server_time(uint32_t update)
{
    const int32_t i = (int32_t)index_of(update);
    if (update >= Q3_MATCH_FIRST) {
        return SECOND_TIME + STEP * i;
    }
    return FIRST_TIME + STEP * i + (i >= GAP_BEFORE ? GAP - STEP : 0);
}

double q3_match_time(uint32_t update)
{
    const int32_t last = STEP * (Q3_MATCH_FIRST - 1) + PLAYED_GAP - STEP;
    const int32_t i = STEP * (int32_t)index_of(update);
    if (update >= Q3_MATCH_FIRST) {
        return (last + i) / 1000.0;
    }
    return (i + (update >= GAP_BEFORE ? PLAYED_GAP - STEP : 0)) / 1000.0;
}

uint32_t q3_match_block(uint32_t update)
{
    return update < Q3_MATCH_FIRST ? update + 1 : update + 2; /* behind their gamestates */
}

/* --- what both levels have -------------------------------------------------------------------- */

static void set_strings(struct q3_demo *d, const char *server, const char *title)
{
    const struct q3_game *game = q3_game_of(d->protocol->number);
    const bool open_arena = d->protocol->number == 70 || d->protocol->number == 71;
    char text[256];
    snprintf(text, sizeof(text),
             "%s\\sv_hostname\\^1The ^7Written Server\\version\\Q3 1.32\\protocol\\%d", server,
             d->protocol->number);
    q3_demo_configstring(d, Q3_CS_SERVERINFO, text);
    q3_demo_configstring(d, Q3_CS_SYSTEMINFO, "\\sv_pure\\1\\fs_game\\written");
    q3_demo_configstring(d, Q3_CS_MESSAGE, title);
    q3_demo_configstring(d, game->version, open_arena ? "baseoa-1" : "baseq3-1");
    q3_demo_configstring(d, game->players - 2 * NAMES + 1, "models/a.md3");
    q3_demo_configstring(d, game->players - 2 * NAMES + 2, "models/b.md3");
    q3_demo_configstring(d, game->players - NAMES + 1, "sound/a.wav");
    q3_demo_configstring(d, game->players - NAMES + 2, "sound/b.wav");
    q3_demo_configstring(d, game->players - NAMES + 3, "sound/c.wav");
}

static void set_player(struct q3_demo *d, uint32_t slot, const char *info)
{
    q3_demo_configstring(d, q3_game_of(d->protocol->number)->players + slot, info);
}

/* Adds an event entity. */
static void add_event(struct q3_demo *d, uint32_t number, int32_t event, int32_t parm,
                      int32_t victim, int32_t attacker)
{
    int32_t *fields = q3_demo_entity(d, number);
    fields[Q3_ES_E_TYPE] = q3_game_of(d->protocol->number)->event_entity + event;
    fields[Q3_ES_EVENT_PARM] = parm;
    fields[Q3_ES_OTHER_ENTITY_NUM] = victim;
    fields[Q3_ES_OTHER_ENTITY_NUM2] = attacker;
}

static void set_view(struct q3_demo *d, int32_t client, float x, float yaw)
{
    int32_t *fields = d->player.fields;
    fields[Q3_PS_CLIENT_NUM] = client;
    fields[Q3_PS_ORIGIN_0] = q3_float_bits(x);
    fields[Q3_PS_ORIGIN_1] = q3_float_bits(-20.0f);
    fields[Q3_PS_ORIGIN_2] = q3_float_bits(24.5f);
    fields[Q3_PS_VIEWANGLES_1] = q3_float_bits(yaw);
    fields[Q3_PS_VIEWHEIGHT] = 26;
    d->player.stats[0] = 100; /* health */
}

static void write_snapshot(struct q3_demo *d, uint32_t update)
{
    const uint32_t i = index_of(update);
    d->areas[1] = (uint8_t)i;
    q3_demo_snapshot(d, q3_match_server_time(update), i % FULL_EVERY == 0 ? 0 : i % 5 == 4 ? 3 : 1);
}

/* --- the first level: capture the flag, the recorder plays ------------------------------------ */

static void begin_first(struct q3_demo *d)
{
    set_strings(d, "\\mapname\\Q3DM17\\g_gametype\\4", "The Longest Yard");
    q3_demo_configstring(d, Q3_CS_SCORES1, "0");
    q3_demo_configstring(d, Q3_CS_SCORES2, "0");
    set_player(d, Q3_MATCH_ANARKI, "n\\^5Anarki\\t\\2\\model\\anarki/blue\\hmodel\\sarge\\hc\\90");
    set_player(d, Q3_MATCH_RECORDER, "n\\^2Recorder^7\\t\\1\\model\\visor");
    set_player(d, Q3_MATCH_WATCHER, "n\\Watcher\\t\\3\\model\\bones");
    int32_t *item = q3_demo_entity(d, Q3_MATCH_ITEM);
    item[Q3_ES_E_TYPE] = 2;
    item[Q3_ES_MODELINDEX] = RAILGUN;
    q3_demo_place(d, Q3_MATCH_ITEM, 64.0f, 128.0f, 16.0f);
    q3_demo_baseline(d, Q3_MATCH_ITEM);
    int32_t *mover = q3_demo_entity(d, Q3_MATCH_MOVER);
    mover[Q3_ES_E_TYPE] = 4;
    mover[Q3_ES_POS_TR_TYPE] = Q3_TR_LINEAR;
    mover[Q3_ES_POS_TR_TIME] = FIRST_TIME;
    mover[Q3_ES_POS_TR_DELTA_0] = q3_float_bits(100.0f);
    q3_demo_baseline(d, Q3_MATCH_MOVER);
    q3_demo_gamestate(d, Q3_MATCH_RECORDER);
}

static void say_first(struct q3_demo *d, uint32_t i)
{
    const struct q3_game *game = q3_game_of(d->protocol->number);
    char text[128];
    if (i == 4) {
        snprintf(text, sizeof(text), "chat \"%sAnarki^7: hello there\"", game->live ? "00 " : "");
        q3_demo_command(d, text);
        q3_demo_command(d, "print \"Anarki entered the game\\n\"");
    } else if (i == 5) {
        q3_demo_repeat(d, "print \"Anarki entered the game\\n\"");
    } else if (i == 6) {
        q3_demo_command(d, "tchat \"(Recorder): help\"");
    } else if (i == 12) {
        q3_demo_command(d, "scores 2 1 0 2 1 48 3 0 0 0 -1 51 7 0 0");
        q3_demo_command(d, "cs 6 \"1\"");
    } else if (i == 18) {
        snprintf(text, sizeof(text), "cs %d \"n\\Anarki\\t\\3\\model\\anarki\"", game->players);
        q3_demo_command(d, text);
    } else if (i == 20) {
        q3_demo_command(d, "cs 5 \"14000\"");
    } else if (i == 22) {
        q3_demo_command(d, "map_restart");
        d->flags ^= Q3_SNAP_SERVER_COUNT;
    } else if (i == 24) {
        q3_demo_command(d, "cs 5 \"0\"");
        q3_demo_command(d, "cp \"FIGHT!\"");
    } else if (i == 36) {
        snprintf(text, sizeof(text), "cs %d \"1\"", game->intermission);
        q3_demo_command(d, text);
    }
}

static void move_first(struct q3_demo *d, uint32_t i)
{
    set_view(d, Q3_MATCH_RECORDER, 10.0f * (float)i, 2.0f * (float)i);
    d->player.ammo[2] = (int32_t)(100 - i);
    d->player.powerups[1] = FIRST_TIME + 30000;
    d->player.persistant[0] = i >= 10;
    if (i >= 3 && !(i >= 25 && i < 28)) {
        q3_demo_place(d, Q3_MATCH_ANARKI, 100.0f + 8.0f * (float)i, 50.0f, 24.0f);
        d->entities[Q3_MATCH_ANARKI].fields[Q3_ES_E_TYPE] = 1;
        d->entities[Q3_MATCH_ANARKI].fields[Q3_ES_POS_TR_TYPE] = Q3_TR_INTERPOLATE;
    } else {
        q3_demo_remove(d, Q3_MATCH_ANARKI);
    }
    if (i == 15) {
        int32_t *missile = q3_demo_entity(d, Q3_MATCH_MISSILE);
        missile[Q3_ES_E_TYPE] = 3;
        missile[Q3_ES_WEAPON] = 4;
        missile[Q3_ES_POS_TR_TYPE] = Q3_TR_GRAVITY;
        missile[Q3_ES_POS_TR_TIME] = q3_match_server_time(i);
        missile[Q3_ES_POS_TR_DELTA_1] = q3_float_bits(-600.0f);
    } else if (i == 17) {
        q3_demo_remove(d, Q3_MATCH_MISSILE);
    }
}

static void happen_first(struct q3_demo *d, uint32_t i)
{
    const struct q3_game *game = q3_game_of(d->protocol->number);
    if (i == 8) {
        d->player.fields[Q3_PS_EVENTS_0] = game->item_pickup;
        d->player.fields[Q3_PS_EVENT_PARMS_0] = RAILGUN + game->live;
        d->player.fields[Q3_PS_EVENT_SEQUENCE] = 1;
        q3_demo_remove(d, Q3_MATCH_ITEM);
    } else if (i == 10) {
        add_event(d, 70, game->obituary, 10, Q3_MATCH_ANARKI, Q3_MATCH_RECORDER);
    } else if (i == 14 && game->team_sound != 0) {
        add_event(d, 72, game->team_sound, Q3_TEAM_RED_TAKEN, 0, 0);
    } else if (i == 16) {
        q3_demo_remove(d, 70);
        add_event(d, 71, game->obituary, 7, Q3_MATCH_RECORDER, Q3_MATCH_ANARKI);
    } else if (i == 20) {
        q3_demo_remove(d, 71);
        q3_demo_remove(d, 72);
    }
}

/* --- the second level: a duel, watched -------------------------------------------------------- */

static void begin_second(struct q3_demo *d)
{
    q3_demo_clear(d);
    set_strings(d, "\\mapname\\Q3TOURNEY2\\g_gametype\\1", "The Proving Grounds");
    q3_demo_configstring(d, Q3_CS_SCORES1, "0");
    q3_demo_configstring(d, Q3_CS_SCORES2, "-9999");
    set_player(d, Q3_MATCH_ANARKI, "n\\^5Anarki\\t\\0\\model\\anarki");
    set_player(d, Q3_MATCH_RECORDER, "n\\^2Recorder^7\\t\\3\\model\\visor");
    q3_demo_gamestate(d, Q3_MATCH_RECORDER);
}

static void say_second(struct q3_demo *d, uint32_t i)
{
    if (i == 2) {
        q3_demo_command(d, "bcs0 700 \"one \"");
    } else if (i == 3) {
        q3_demo_command(d, "bcs1 700 \"two \"");
    } else if (i == 4) {
        q3_demo_command(d, "bcs2 700 \"three\"");
    } else if (i == 6) {
        q3_demo_command(d, "cs 6 \"3\"");
    } else if (i == 8) {
        q3_demo_command(d, "print \"the end is near\\n\"");
    }
}

static void happen_second(struct q3_demo *d, uint32_t i)
{
    const struct q3_game *game = q3_game_of(d->protocol->number);
    set_view(d, Q3_MATCH_ANARKI, 1000.0f, -5.0f * (float)i);
    d->player.persistant[0] = i >= 6 ? 3 : 0;
    if (i == 7) {
        add_event(d, 70, game->obituary, 16, Q3_MATCH_ANARKI, WORLD);
    } else if (i == 12) {
        q3_demo_remove(d, 70);
        add_event(d, 71, game->obituary, 99, 9, Q3_MATCH_ANARKI);
    }
}

struct q3_demo *q3_match_write(int protocol)
{
    struct q3_demo *d = q3_demo_create(protocol);
    d->sequence = Q3_MATCH_SEQUENCE;
    d->command = 3;
    d->area_size = 4;
    d->areas[0] = 0xf0;
    d->areas[3] = 0xff;
    begin_first(d);
    for (uint32_t i = 0; i < Q3_MATCH_FIRST; i++) {
        say_first(d, i);
        move_first(d, i);
        happen_first(d, i);
        write_snapshot(d, i);
    }
    begin_second(d);
    for (uint32_t i = 0; i < Q3_MATCH_SECOND; i++) {
        d->sequence += i == Q3_MATCH_LOST;
        say_second(d, i);
        happen_second(d, i);
        write_snapshot(d, Q3_MATCH_FIRST + i);
    }
    q3_demo_end(d);
    return d;
}
