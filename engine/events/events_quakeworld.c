/* Events of QuakeWorld demos. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/events/qw_watch.h"
#include "engine/family/demo_flag.h"
#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_family.h"
#include "formats/base/info_string.h"
#include "formats/base/quake_text.h"
#include "formats/quakeworld/ktx_stats.h"

enum {
    CHAT_BYTES = 512,
    VALUE_BYTES = 64 /* of a userinfo's or serverinfo's value that is looked at */
};

struct qw_reader {
    struct events_reader *reader;
    const struct qw_scanner *scanner;
    bool is_mvd;
    int32_t viewer; /* slot; GAME_NOBODY: a .mvd, or a spectator's .qwd */
    bool spectates; /* the recorder of a .qwd */
    bool teamplay;  /* players of a team are mates */
    bool in_match;  /* the server told that it began */
    bool finished;  /* the level is */
    bool unnamed;   /* the level's event is still to be added */
    uint32_t listeners;
    double now;
    struct demo_line lines[QW_SCAN_LEVELS]; /* being printed */
    char said[GAME_TEXT];                   /* the last line of talk, */
    double said_time;                       /* which a .mvd has once a listener */
    struct ktx_told told;
    uint32_t hits;              /* of told, so far */
    struct quake_counts counts; /* of the level */
    struct qw_watch watch;
};

static void end(void *state)
{
    struct qw_reader *r = state;
    if (!r->reader->sink->scanned) { /* else it is the sink's */
        ktx_told_free(&r->told);
    }
}

/* --- players ------------------------------------------------------------------------------------
 */

/* Glyphs of the demo, not terminated, as plain ASCII. */
static void copy_plain(char *to, size_t size, const char *glyphs, uint32_t length)
{
    char text[VALUE_BYTES];
    snprintf(text, sizeof text, "%.*s", (int)length, glyphs ? glyphs : "");
    demo_plain_text(to, size, text);
}

static void set_name(struct qw_reader *r, uint32_t slot, const char *name, uint32_t length)
{
    char plain[GAME_NAME];
    copy_plain(plain, sizeof plain, name, length);
    events_set_name(r->reader, slot, plain);
}

static void set_team(struct qw_reader *r, uint32_t slot, const char *team, uint32_t length)
{
    char plain[GAME_NAME];
    copy_plain(plain, sizeof plain, team, length);
    events_set_team(r->reader, slot, plain);
}

/* All of a player's userinfo; an empty one: the slot is free. in_level: after its first update. */
static void note_userinfo(struct qw_reader *r, uint8_t slot, const char *info, bool in_level)
{
    uint32_t length = 0;
    if (slot >= QW_PLAYERS) {
        return;
    }
    struct qw_watched *player = &r->watch.players[slot];
    const char *name = info_find(info, "name", INFO_KEYS_EXACT, &length);
    const bool connected = length > 0, was_connected = player->connected;
    player->connected = connected;
    if (was_connected && !connected) {
        events_add_text(r->reader, GAME_EVENT_LEAVE, slot,
                        player->spectator ? "spectator" : "player");
    }
    set_name(r, slot, name, length);
    const char *team = info_find(info, "team", INFO_KEYS_EXACT, &length);
    set_team(r, slot, team, length);
    (void)info_find(info, "*spectator", INFO_KEYS_EXACT, &length);
    player->spectator = length > 0;
    if (connected && !was_connected && in_level) {
        events_add_text(r->reader, GAME_EVENT_JOIN, slot,
                        player->spectator ? "spectator" : "player");
    }
}

static void note_setinfo(struct qw_reader *r, uint8_t slot, const char *key, const char *value)
{
    const uint32_t length = (uint32_t)strlen(value);
    if (strcmp(key, "name") == 0) {
        set_name(r, slot, value, length);
    } else if (strcmp(key, "team") == 0) {
        set_team(r, slot, value, length);
    } else if (strcmp(key, "*spectator") == 0 && slot < QW_PLAYERS) {
        r->watch.players[slot].spectator = length > 0;
    }
}

static void note_stat(struct qw_reader *r, uint8_t stat, int32_t value)
{
    quake_counts_set(&r->counts, stat, value);
    for (int32_t i = 0; i < QW_PLAYERS && stat < QW_STATS && !r->spectates; i++) {
        const bool listens = r->is_mvd ? r->listeners >> i & 1 : i == r->viewer;
        if (listens) {
            r->watch.players[i].stats[stat] = value;
            r->watch.players[i].has_stats = true;
        }
    }
}

/* --- the level and the match --------------------------------------------------------------------
 */

static void begin_level(struct qw_reader *r, const struct qw_serverdata *data)
{
    r->spectates = !r->is_mvd && data->player >= 0x80;
    r->viewer = r->is_mvd || r->spectates ? GAME_NOBODY : data->player;
    r->in_match = r->finished = false;
    r->unnamed = true;
    events_begin_level(r->reader);
    memset(r->lines, 0, sizeof r->lines);
    r->counts = (struct quake_counts){{0}};
    qw_watch_begin(&r->watch);
}

/* A level's file is the first model. */
static void name_level(struct qw_reader *r, const char *file)
{
    if (r->unnamed) {
        r->unnamed = false;
        events_name_level(r->reader, file);
    }
}

static void note_round(struct qw_reader *r, bool in_match, const char *text)
{
    if (r->in_match != in_match) {
        r->in_match = in_match;
        events_add_text(r->reader, GAME_EVENT_ROUND, GAME_NOBODY, text);
    }
}

static void note_status(struct qw_reader *r, const char *status)
{
    if (strcmp(status, "Countdown") == 0) {
        events_add_text(r->reader, GAME_EVENT_ROUND, GAME_NOBODY, "countdown to the match");
        r->in_match = false; /* of a game of rounds each has one */
    } else if (strcmp(status, "Standby") == 0) {
        note_round(r, false, "the match ends");
    } else if (strstr(status, "min left") != NULL) {
        note_round(r, true, "the match begins");
    }
}

static void note_serverinfo(struct qw_reader *r, const char *key, const char *value)
{
    if (strcmp(key, "teamplay") == 0) {
        r->teamplay = atoi(value) > 0;
    } else if (strcmp(key, "status") == 0) {
        note_status(r, value);
    }
}

static void note_full_serverinfo(struct qw_reader *r, const char *text)
{
    static const char command[] = "fullserverinfo \"";
    char value[VALUE_BYTES];
    if (strncmp(text, command, sizeof command - 1) != 0) {
        return;
    }
    info_copy(text + sizeof command - 1, "teamplay", INFO_KEYS_EXACT, value, sizeof value);
    r->teamplay = atoi(value) > 0;
    info_copy(text + sizeof command - 1, "status", INFO_KEYS_EXACT, value, sizeof value);
    r->in_match = strstr(value, "min left") != NULL;
}

/* A level's end, as the scanner has it: with its time and counts. */
static void note_finish(struct qw_reader *r, const struct qw_scanner *scanner)
{
    struct game_event event = events_make(GAME_EVENT_FINISH, GAME_NOBODY, GAME_NOBODY);
    if (r->finished) {
        return;
    }
    r->finished = true;
    event.value = scanner->same_level ? r->now - scanner->level_time : NAN;
    events_add(r->reader, &event);
    note_round(r, false, "the match ends");
}

static void note_count(struct qw_reader *r, enum game_event_kind kind, int32_t count, int32_t total)
{
    struct game_event event = events_make(kind, r->viewer, GAME_NOBODY);
    event.value = count;
    event.total = total > 0 ? total : NAN;
    event.viewed = r->viewer >= 0;
    events_add(r->reader, &event);
}

/* --- stuffed lines ------------------------------------------------------------------------------
 */

static const char *weapon_of_backpack(uint32_t item)
{
    return item & 1u << 5   ? "backpack with rocket launcher"
           : item & 1u << 6 ? "backpack with thunderbolt"
                            : "backpack";
}

/* KTX's lines for tools: `//ktx drop ENTITY ITEM PLAYER`, `//ktx bp ENTITY PLAYER`, players by
 * entity, and `//ktx matchstart`. */
static void note_ktx(struct qw_reader *r, const char *line)
{
    unsigned item, player;
    if (strncmp(line, "matchstart", 10) == 0) {
        note_round(r, true, "the match begins");
    } else if (sscanf(line, "drop %*9u %9u %9u", &item, &player) == 2) {
        events_add_text(r->reader, GAME_EVENT_DROP, (int32_t)player - 1, weapon_of_backpack(item));
    } else if (sscanf(line, "bp %*9u %9u", &player) == 1) {
        events_add_text(r->reader, GAME_EVENT_PICKUP, (int32_t)player - 1, "backpack");
    }
}

static void note_stufftext(struct qw_reader *r, const char *text)
{
    if (strncmp(text, "//ktx ", 6) == 0) {
        note_ktx(r, text + 6);
    } else {
        note_full_serverinfo(r, text);
    }
}

/* --- talk and obituaries ------------------------------------------------------------------------
 */

/* What is in front of a carriage return is overwritten in the console, but tells who speaks: team
 * messages are often written so. */
static void note_chat(struct qw_reader *r, const char *text)
{
    char glyphs[CHAT_BYTES], said[GAME_TEXT], line[GAME_TEXT];
    quake_text_copy(glyphs, sizeof glyphs, text, true);
    demo_plain_text(said, sizeof said, glyphs);
    char *overwritten = strchr(glyphs, '\r');
    if (overwritten) {
        *overwritten = '\0';
    }
    demo_plain_text(line, sizeof line, glyphs);
    if (said[0] == '\0' || (r->said_time == r->now && strcmp(r->said, said) == 0)) {
        return;
    }
    memcpy(r->said, said, sizeof r->said);
    r->said_time = r->now;
    events_add_chat(r->reader, line, strcmp(line, said) != 0 ? said : NULL, r->viewer);
}

static bool are_mates(const struct qw_reader *r, int32_t a, int32_t b)
{
    const struct events_player *players = r->reader->players;
    return r->teamplay && a >= 0 && b >= 0 && a != b && players[a].team[0] != '\0' &&
           strcmp(players[a].team, players[b].team) == 0;
}

static void note_flag(struct qw_reader *r, const char *line)
{
    static const char *const flags[DEMO_FLAGS] = {"red flag", "blue flag", "flag"};
    char plain[GAME_TEXT], name[GAME_NAME];
    struct demo_flag_line told;
    demo_plain_text(plain, sizeof plain, line);
    if (!demo_flag_read(plain, &told)) {
        return;
    }
    snprintf(name, sizeof name, "%.*s", (int)told.name, plain);
    const bool captured = told.act == DEMO_FLAG_CAPTURED;
    struct game_event event = events_make(captured ? GAME_EVENT_CAPTURE : GAME_EVENT_FLAG,
                                          events_find_name(r->reader, name), GAME_NOBODY);
    event.text = captured ? flags[told.flag] : demo_flag_act_text(told.flag, told.act);
    event.viewed = event.player.slot >= 0 && event.player.slot == r->viewer;
    if (event.player.slot >= 0 && event.player.slot < QW_PLAYERS) {
        struct qw_watched *player = &r->watch.players[event.player.slot];
        event.value = captured && player->flag > QW_NEVER ? r->now - player->flag : NAN;
        player->flag = told.act == DEMO_FLAG_TAKEN ? r->now : QW_NEVER;
    }
    events_add(r->reader, &event);
}

static void note_line(struct qw_reader *r, uint8_t level, const char *line)
{
    struct game_event event;
    if (events_read_obituary(r->reader, line, r->viewer, &event)) {
        if (event.kind == GAME_EVENT_FRAG && are_mates(r, event.player.slot, event.other.slot)) {
            event.kind = GAME_EVENT_TEAM_KILL;
        }
        events_add(r->reader, &event);
    } else if (level == QW_PRINT_HIGH) {
        note_flag(r, line);
    }
}

static void note_print(struct qw_reader *r, uint8_t level, const char *text)
{
    if (level == QW_PRINT_CHAT) {
        note_chat(r, text);
        return;
    }
    if (level >= QW_SCAN_LEVELS || r->listeners != QW_EVERYBODY) {
        return;
    }
    while (demo_line_print(&r->lines[level], &text)) {
        note_line(r, level, r->lines[level].text);
    }
}

/* --- damage -------------------------------------------------------------------------------------
 */

/* Hidden blocks tell who hurt whom; the message tells the hurt one alone. */
static void note_hits(struct qw_reader *r, size_t at)
{
    while (r->hits < r->told.num_hits && r->told.hits[r->hits].offset <= at) {
        const struct ktx_hit *hit = &r->told.hits[r->hits++];
        struct game_event event = events_make(GAME_EVENT_DAMAGE, hit->attacker, hit->victim);
        event.value = hit->points;
        event.viewed = hit->attacker == r->viewer;
        events_add(r->reader, &event);
    }
}

static void note_damage(struct qw_reader *r, int32_t points)
{
    for (int32_t i = 0; i < QW_PLAYERS; i++) {
        const bool listens = r->is_mvd ? r->listeners >> i & 1 : i == r->viewer;
        if (!listens) {
            continue;
        }
        r->watch.players[i].hurt = r->now;
        if (r->told.num_hits == 0) {
            struct game_event event = events_make(GAME_EVENT_DAMAGE, GAME_NOBODY, i);
            event.value = points;
            events_add(r->reader, &event);
        }
    }
}

/* --- messages -----------------------------------------------------------------------------------
 */

static void note_player(struct qw_reader *r, const struct qw_message *m)
{
    if (r->is_mvd) {
        qw_watch_see_mvd(&r->watch, &m->u.mvd_player, r->now);
    } else {
        qw_watch_see_qwd(&r->watch, &m->u.player, r->now);
    }
}

static void note_score(struct qw_reader *r, const struct qw_message *m)
{
    const uint8_t slot = m->u.player_short.player;
    if (slot >= QW_PLAYERS) {
        return;
    }
    struct qw_watched *player = &r->watch.players[slot];
    if (m->id == QW_UPDATEFRAGS) {
        player->frags = m->u.player_short.value;
    } else {
        player->ping = m->u.player_short.value;
        player->has_ping = true;
    }
}

static void note_message(void *context, const struct qw_message *m)
{
    struct qw_reader *r = context;
    const struct qw_scanner *scanner = r->scanner;
    r->now = r->reader->server_time = scanner->clock.now;
    r->listeners = scanner->listeners;
    int32_t *counts = r->counts.counts;
    switch (m->id) {
    case QW_SERVERDATA:
        begin_level(r, &m->u.serverdata);
        break;
    case QW_MODELLIST:
    case QW_MODELLISTSHORT:
        if (m->u.names.start == 0 && m->u.names.count > 0) {
            name_level(r, m->u.names.data);
        }
        break;
    case QW_PLAYERINFO:
        note_player(r, m);
        break;
    case QW_PRINT:
        note_print(r, m->u.print.level, m->u.print.text);
        break;
    case QW_STUFFTEXT:
        note_stufftext(r, m->u.text);
        break;
    case QW_UPDATEUSERINFO:
        note_userinfo(r, m->u.updateuserinfo.player, m->u.updateuserinfo.info, scanner->same_level);
        break;
    case QW_SETINFO:
        note_setinfo(r, m->u.info.player, m->u.info.key, m->u.info.value);
        break;
    case QW_SERVERINFO:
        note_serverinfo(r, m->u.info.key, m->u.info.value);
        break;
    case QW_UPDATESTAT:
    case QW_UPDATESTATLONG:
        note_stat(r, m->u.updatestat.stat, m->u.updatestat.value);
        break;
    case QW_UPDATEFRAGS:
    case QW_UPDATEPING:
        note_score(r, m);
        break;
    case QW_UPDATEPL:
        if (m->u.updatepl.player < QW_PLAYERS) {
            r->watch.players[m->u.updatepl.player].loss = m->u.updatepl.loss;
        }
        break;
    case QW_DAMAGE:
        note_damage(r, m->u.damage.armor + m->u.damage.blood);
        break;
    case QW_KILLEDMONSTER:
        note_count(r, GAME_EVENT_KILL, ++counts[QUAKE_KILLS], counts[QUAKE_TOTAL_KILLS]);
        break;
    case QW_FOUNDSECRET:
        note_count(r, GAME_EVENT_SECRET, ++counts[QUAKE_SECRETS], counts[QUAKE_TOTAL_SECRETS]);
        break;
    case QW_INTERMISSION:
    case QW_FINALE:
        note_finish(r, scanner);
        break;
    default:
        break;
    }
}

static void begin(struct events_reader *reader, void *state, void *scanner)
{
    struct qw_scanner *told = scanner;
    const struct qw_demo *demo = reader->demo->file;
    struct qw_reader *r = state;
    told->hear = note_message;
    told->hear_context = r;
    r->scanner = scanner;
    r->reader = reader;
    r->is_mvd = demo->container == QW_CONTAINER_MVD;
    r->viewer = GAME_NOBODY;
    qw_watch_begin(&r->watch);
    if (r->is_mvd && (reader->sink->kinds >> GAME_EVENT_DAMAGE & 1) != 0 &&
        ktx_told_read(&r->told, demo->data, demo->size) < 0) {
        reader->status = FORMAT_MEMORY;
    }
    if (reader->sink->scanned) {
        reader->sink->scanned->told = r->told;
    }
}

/* --- an update ----------------------------------------------------------------------------------
 */

#define TELEFRAG_UNITS                                                                             \
    64.0f /* along an axis, between two players of whom one telefrags the other */

static bool is_near(const float a[3], const float b[3])
{
    bool near = true;
    for (int i = 0; i < 3; i++) {
        near &= fabsf(a[i] - b[i]) <= TELEFRAG_UNITS;
    }
    return near;
}

/* Finds a mate of the player in `slot` among the players of the bits; if there are several, the one
 * at the same place.
 * GAME_NOBODY = none, or not known. */
static int32_t find_mate(const struct qw_reader *r, int32_t slot, uint32_t among)
{
    const float *place = r->watch.players[slot].states[0].origin;
    int32_t found = GAME_NOBODY, near = GAME_NOBODY;
    bool several = false;
    for (int32_t i = 0; i < QW_PLAYERS; i++) {
        const struct qw_watched *player = &r->watch.players[i];
        if ((among >> i & 1) == 0 || player->spectator || !are_mates(r, slot, i)) {
            continue;
        }
        several = found >= 0;
        found = i;
        near = is_near(player->states[0].origin, place) ? i : near;
    }
    return several ? near : found;
}

/* Servers do not name both sides of a team kill. The victim is the mate who died without another
 * line; who telefrags a mate is where he was. */
static void complete_team_kill(const struct qw_reader *r, struct events_waiting *waiting,
                               uint32_t untold)
{
    struct game_event *kill = &waiting->event;
    const int32_t killer = kill->player.slot, victim = kill->other.slot;
    if (victim < 0 && killer >= 0 && killer < QW_PLAYERS) {
        events_set_other(r->reader, waiting, find_mate(r, killer, untold));
    } else if (killer < 0 && victim >= 0 && victim < QW_PLAYERS) {
        events_set_player(r->reader, waiting, find_mate(r, victim, ~0u));
    } else {
        return;
    }
    kill->derived = true;
}

static uint32_t bit_of(int32_t slot)
{
    return slot >= 0 && slot < QW_PLAYERS ? 1u << slot : 0;
}

static void complete_kills(struct qw_reader *r)
{
    struct events_waiting *waiting = r->reader->waiting;
    uint32_t untold = r->watch.died;
    for (size_t i = 0; i < r->reader->num_waiting; i++) {
        const struct game_event *event = &waiting[i].event;
        const bool own = event->kind == GAME_EVENT_SUICIDE || event->kind == GAME_EVENT_DEATH;
        const bool by_other = event->kind == GAME_EVENT_FRAG || event->kind == GAME_EVENT_TEAM_KILL;
        untold &= ~(own ? bit_of(event->player.slot) : by_other ? bit_of(event->other.slot) : 0);
    }
    for (size_t i = 0; i < r->reader->num_waiting; i++) {
        if (waiting[i].event.kind == GAME_EVENT_TEAM_KILL) {
            complete_team_kill(r, &waiting[i], untold);
        }
    }
}

static void complete_frags(struct qw_reader *r)
{
    for (size_t i = 0; i < r->reader->num_waiting; i++) {
        struct game_event *event = &r->reader->waiting[i].event;
        if (event->kind == GAME_EVENT_FRAG) {
            qw_watch_frag(&r->watch, event, r->is_mvd, r->now);
        }
    }
}

static void step(struct events_reader *reader, void *state, const void *scanner,
                 const struct demo_events *events, size_t at)
{
    struct qw_reader *r = state;
    (void)scanner;
    (void)events;
    r->now = reader->server_time = r->scanner->clock.now;
    note_hits(r, at);
    if (reader->update) {
        name_level(r, NULL);
        complete_frags(r);
        qw_watch_update(&r->watch, reader, r->viewer, r->is_mvd, r->now);
        complete_kills(r);
    }
}

const struct events_family events_quakeworld = {&quakeworld_family, sizeof(struct qw_reader), begin,
                                                step, end};
