#include "engine/quakeworld/qw_scan.h"

#include <stdio.h>
#include <string.h>

#include "engine/family/demo_prints.h"
#include "engine/quake/level_facts.h"
#include "engine/quake/obituary.h"
#include "engine/quakeworld/qw_block.h"
#include "engine/quakeworld/qw_clock.h"
#include "engine/quakeworld/qw_state.h"
#include "engine/quakeworld/qw_stats.h"
#include "formats/base/info_string.h"
#include "formats/base/quake_text.h"

enum { GOODBYE = 2 /* disconnect: nothing after it counts */ };

/* An obituary arrives in the same packet as its frag, or shortly before. */
#define OBITUARY_SECONDS 0.25

/* Items received right after a spawn are not pickups. */
#define BIRTH_SECONDS 0.05

/* More points at once are not a frag: the score of a player who reconnects. */
#define POINTS_MAX 20

/* .mvd: only pickups that decide a game: powerups, keys and runes, no weapons. */
#define RARE_ITEMS 0xffff0000u

static void begin_level(struct qw_scanner *s, const struct qw_serverdata *data)
{
    s->in_game = false;
    s->frame = false;
    s->same_level = false;
    s->finished = false;
    s->level_name = data->level_name;
    s->spectates = !s->protocol.is_mvd && data->player >= 0x80;
    s->recorder = s->protocol.is_mvd ? QW_SCAN_PLAYERS : data->player & 0x7fu;
    memset(&s->counts, 0, sizeof(s->counts));
    memset(s->players, 0, sizeof(s->players));
    memset(s->bodies, 0, sizeof(s->bodies));
    memset(s->lines, 0, sizeof(s->lines));
    s->obituaries.count = 0;
    qw_scan_status_begin(&s->status);
}

static int note_level(struct qw_scanner *s, struct demo_events *events, const char *map)
{
    const char *name = s->level_name;
    s->level_name = NULL;
    return name ? demo_note_level(events, map, name) : 0;
}

static int note_models(struct qw_scanner *s, struct demo_events *events,
                       const struct qw_names *names)
{
    return names->start == 0 && names->count > 0 ? note_level(s, events, names->data) : 0;
}

static void note_name(struct qw_scanner *s, uint8_t player, const char *name, uint32_t length)
{
    if (player < QW_SCAN_PLAYERS) {
        s->players[player].name = name;
        s->players[player].name_length = length;
    }
}

static void note_spectator(struct qw_scanner *s, uint8_t player, bool spectator)
{
    if (player < QW_SCAN_PLAYERS) {
        s->players[player].spectator = spectator;
    }
}

static void note_userinfo(struct qw_scanner *s, uint8_t player, const char *info)
{
    uint32_t length;
    const char *name = info_find(info, "name", INFO_KEYS_EXACT, &length);
    note_name(s, player, name, length);
    (void)info_find(info, "*spectator", INFO_KEYS_EXACT, &length);
    note_spectator(s, player, length > 0);
}

/* The player's name as a string; "player" if it is empty. */
static void print_name(const struct qw_scanner *s, uint32_t player, char text[QW_NAME_BYTES])
{
    const struct qw_scan_player *p = &s->players[player < QW_SCAN_PLAYERS ? player : 0];
    if (player < QW_SCAN_PLAYERS && p->name_length > 0) {
        snprintf(text, QW_NAME_BYTES, "%.*s", (int)p->name_length, p->name);
    } else {
        snprintf(text, QW_NAME_BYTES, "player");
    }
}

/* Evidence that a line is the obituary of a player's frag, strongest first. */
enum frag_hint {
    HINT_BEHIND, /* the name is after the line's beginning, where the victim usually is */
    HINT_NAMED,
    HINT_OBITUARY, /* an obituary of someone else's death: a point for the victim's mistake */
    HINTS
};

static bool tells_of_frag(const struct quake_line *o, const char *name, enum frag_hint hint)
{
    switch (hint) {
    case HINT_BEHIND:
        return o->text[0] != '\0' && strstr(o->text + 1, name) != NULL;
    case HINT_NAMED:
        return strstr(o->text, name) != NULL;
    default:
        return o->medium;
    }
}

/* The oldest recent line that matches the player's frag and no earlier frag. NULL = none. */
static const char *frag_line(struct qw_scanner *s, const char *name)
{
    struct quake_lines *lines = &s->obituaries;
    for (int hint = 0; hint < HINTS; hint++) {
        for (uint32_t i = quake_lines_first(lines); i < lines->count; i++) {
            struct quake_line *o = &lines->ring[i % QUAKE_LINES];
            if (!o->used && s->clock.now - o->when <= OBITUARY_SECONDS &&
                tells_of_frag(o, name, (enum frag_hint)hint)) {
                o->used = true;
                return o->text;
            }
        }
    }
    return NULL;
}

/* Bytes of a chat line that are examined; an event keeps fewer. */
enum { CHAT_BYTES = 512 };

static int note_chat(struct qw_scanner *s, struct demo_events *events, const char *text)
{
    const bool again = s->chat && s->chat_time == s->clock.now && strcmp(s->chat, text) == 0;
    s->chat = text;
    s->chat_time = s->clock.now;
    if (!s->in_game || again) {
        return 0;
    }
    char said[CHAT_BYTES];
    quake_text_copy(said, sizeof(said), text, true);
    return demo_events_add(events, DEMO_EVENT_CHAT, said);
}

/* The slot of the player with that name; a quake_find_player_fn. */
static int32_t find_player(const void *scanner, const char *plain_name)
{
    const struct qw_scanner *s = scanner;
    for (int32_t i = 0; i < QW_SCAN_PLAYERS; i++) {
        char name[QW_NAME_BYTES], plain[QW_NAME_BYTES];
        if (s->players[i].name_length > 0 && !s->players[i].spectator) {
            print_name(s, (uint32_t)i, name);
            demo_plain_text(plain, sizeof(plain), name);
            if (strcmp(plain, plain_name) == 0) {
                return i;
            }
        }
    }
    return -1;
}

static int note_print(struct qw_scanner *s, struct demo_events *events, uint8_t level,
                      const char *text)
{
    const bool chat = level == QW_PRINT_CHAT;
    if (demo_prints_add(events ? events->prints : NULL, s->listeners, chat, text) < 0) {
        return FORMAT_MEMORY;
    }
    if (chat) {
        return note_chat(s, events, text);
    }
    /* Obituaries are sent to all players; ignore lines for one player of a .mvd. */
    if (level >= QW_PRINT_CHAT || s->listeners != QW_EVERYBODY) {
        return 0;
    }
    const uint32_t first = s->obituaries.count;
    quake_lines_print(&s->obituaries, &s->lines[level], text, s->clock.now,
                      level == QW_PRINT_MEDIUM);
    return level == QW_PRINT_HIGH
               ? quake_lines_note_flags(&s->obituaries, first, find_player, s, events)
               : 0;
}

/* The slot of the player whom an obituary names as the victim; -1 = unknown. */
static int32_t find_victim(const struct qw_scanner *s, const char *line)
{
    struct obituary told;
    if (!obituary_read(line, &told) || told.victim.length == 0) {
        return -1;
    }
    for (int32_t i = 0; i < QW_SCAN_PLAYERS; i++) {
        const struct qw_scan_player *p = &s->players[i];
        if (p->name_length == told.victim.length && !p->spectator &&
            memcmp(p->name, line + told.victim.start, p->name_length) == 0) {
            return i;
        }
    }
    return -1;
}

static int note_frags(struct qw_scanner *s, struct demo_events *events, uint8_t player,
                      int32_t frags)
{
    if (player >= QW_SCAN_PLAYERS) {
        return 0;
    }
    const int32_t more = frags - s->players[player].frags;
    char name[QW_NAME_BYTES], text[DEMO_EVENT_TEXT];
    s->players[player].frags = frags;
    if (more == 0 || !s->same_level) {
        return 0; /* the scores as the recording begins */
    }
    print_name(s, player, name);
    const char *line = frag_line(s, name);
    const int32_t victim = line ? find_victim(s, line) : -1;
    if (more < 0) {
        /* A .mvd has no recorder: mark deaths that are not part of a frag. */
        return s->protocol.is_mvd && line
                   ? demo_events_add_kill(events, DEMO_EVENT_DEATH, line, player, victim)
                   : 0;
    }
    if (!line && more > POINTS_MAX) {
        return 0;
    }
    snprintf(text, sizeof(text), "%s: %d", name, (int)frags);
    return demo_events_add_kill(events, DEMO_EVENT_FRAG, line ? line : text, player, victim);
}

static int note_health(struct qw_scanner *s, struct demo_events *events, struct qw_scan_body *body,
                       int32_t health)
{
    const bool died = body->health > 0 && health <= 0 && s->in_game && s->same_level;
    if (body->health <= 0 && health > 0) {
        body->alive_since = s->clock.now;
    }
    body->health = health;
    if (!died || s->protocol.is_mvd) {
        return 0;
    }
    char name[QW_NAME_BYTES];
    print_name(s, s->recorder, name);
    const char *line = quake_lines_newest(&s->obituaries, s->clock.now, OBITUARY_SECONDS, name);
    return demo_events_add(events, DEMO_EVENT_DEATH, line ? line : "death");
}

static int note_items(struct qw_scanner *s, struct demo_events *events, struct qw_scan_body *body,
                      uint32_t items)
{
    const bool alive =
        s->same_level && body->health > 0 && s->clock.now - body->alive_since > BIRTH_SECONDS;
    uint32_t got = alive ? items & ~body->items : 0;
    body->items = items;
    if (!s->protocol.is_mvd) {
        return demo_note_items(events, got, NULL);
    }
    char name[QW_NAME_BYTES];
    got &= RARE_ITEMS;
    if (got == 0) {
        return 0;
    }
    print_name(s, (uint32_t)(body - s->bodies), name);
    return demo_note_items(events, got, name);
}

static int note_body_stat(struct qw_scanner *s, struct demo_events *events, uint8_t stat,
                          int32_t value)
{
    int status = 0;
    if (s->spectates) {
        return 0; /* stats of the spectated player, which changes */
    }
    for (uint32_t i = 0; status == 0 && i < QW_SCAN_PLAYERS; i++) {
        if (!(s->listeners >> i & 1)) {
            continue;
        }
        struct qw_scan_body *body = &s->bodies[i];
        if (stat == QW_STAT_ARMOR) {
            body->armor = value;
        } else {
            status = stat == QW_STAT_HEALTH ? note_health(s, events, body, value)
                                            : note_items(s, events, body, (uint32_t)value);
        }
        if (!s->protocol.is_mvd) {
            break;
        }
    }
    return status;
}

static int note_stat(struct qw_scanner *s, struct demo_events *events, uint8_t stat, int32_t value)
{
    if (stat == QW_STAT_HEALTH || stat == QW_STAT_ARMOR || stat == QW_STAT_ITEMS) {
        return note_body_stat(s, events, stat, value);
    }
    quake_counts_set(&s->counts, stat, value);
    return 0;
}

/* Servers do not tell their clock: a level's begins with its first picture. */
static int note_finish(struct qw_scanner *s, struct demo_events *events)
{
    const double time = s->clock.now - s->level_time;
    if (s->finished) {
        return 0;
    }
    s->finished = true;
    return level_facts_finish_event(events, s->same_level ? &time : NULL, &s->counts);
}

static int note_message(struct qw_scanner *s, struct demo_events *events,
                        const struct qw_message *m)
{
    switch (m->id) {
    case QW_SERVERDATA:
        begin_level(s, &m->u.serverdata);
        return 0;
    case QW_MODELLIST:
    case QW_MODELLISTSHORT:
        return note_models(s, events, &m->u.names);
    case QW_STUFFTEXT: /* the signon's end: "skins\n" */
        s->in_game = s->in_game || strncmp(m->u.text, "skins", 5) == 0;
        return 0;
    case QW_PRINT:
        return note_print(s, events, m->u.print.level, m->u.print.text);
    case QW_UPDATEUSERINFO:
        note_userinfo(s, m->u.updateuserinfo.player, m->u.updateuserinfo.info);
        return 0;
    case QW_SETINFO:
        if (strcmp(m->u.info.key, "name") == 0) {
            note_name(s, m->u.info.player, m->u.info.value, (uint32_t)strlen(m->u.info.value));
        } else if (strcmp(m->u.info.key, "*spectator") == 0) {
            note_spectator(s, m->u.info.player, m->u.info.value[0] != '\0');
        }
        return 0;
    case QW_UPDATEFRAGS:
        return note_frags(s, events, m->u.player_short.player, m->u.player_short.value);
    case QW_UPDATESTAT:
    case QW_UPDATESTATLONG:
        return note_stat(s, events, m->u.updatestat.stat, m->u.updatestat.value);
    case QW_KILLEDMONSTER:
        return quake_counts_kill(&s->counts, events);
    case QW_FOUNDSECRET:
        return quake_counts_secret(&s->counts, events);
    case QW_INTERMISSION:
    case QW_FINALE:
        return note_finish(s, events);
    default:
        return 0;
    }
}

static bool is_frame(uint8_t id)
{
    switch (id) {
    case QW_PLAYERINFO:
    case QW_PACKETENTITIES:
    case QW_DELTAPACKETENTITIES:
        return true;
    default:
        return false;
    }
}

/* As qw_message_decode, for the next message outside frames, which are the majority. */
static int next_message(struct qw_scanner *s, const struct qw_block *block, size_t *pos,
                        struct qw_message *message, struct demo_stats *stats,
                        struct format_error *err)
{
    int status;
    while ((status = qw_message_decode(&s->protocol, block->messages, block->size, pos, message,
                                       err)) > 0 &&
           is_frame(message->id)) {
        s->in_game |= s->protocol.is_mvd;
        s->frame = true;
        if (s->protocol.is_mvd && message->id == QW_PLAYERINFO) {
            qw_scan_status_see(&s->status, &message->u.mvd_player);
        }
        if (s->hear) {
            s->hear(s->hear_context, message);
        }
        if (stats && qw_stats_frame(stats, message->id, s->in_game, s->clock.now) < 0) {
            return format_fail(err, FORMAT_MEMORY, message->offset, "out of memory");
        }
    }
    return status;
}

/* Messages outside frames. 1 = continue, GOODBYE, or negative = damaged. */
static int scan_message(struct qw_scanner *s, const struct qw_message *message,
                        const struct demo_reading *reading, struct format_error *err)
{
    qw_protocol_follow(&s->protocol, message);
    int status = note_message(s, reading->events, message);
    if (status == 0 && reading->stats) {
        status = qw_stats_message(reading->stats, message, s->clock.now);
    }
    if (status < 0) {
        return format_fail(err, status, message->offset, "out of memory");
    }
    if (s->hear) {
        s->hear(s->hear_context, message);
    }
    return message->id == QW_DISCONNECT ? GOODBYE : 1;
}

/* 0 = read to its end, GOODBYE, or negative = damaged. */
static int scan_messages(struct qw_scanner *s, const struct qw_block *block,
                         const struct demo_reading *reading, struct format_error *err)
{
    struct qw_message message;
    size_t pos = 0;
    int status = 1;
    while (status == 1 &&
           (status = next_message(s, block, &pos, &message, reading->stats, err)) > 0) {
        status = scan_message(s, &message, reading, err);
    }
    if (status == 0) {
        return 0;
    }
    if (status == GOODBYE && reading->stats) {
        demo_stats_goodbye(reading->stats, block->size - pos);
    }
    return status;
}

static int fill_step(struct qw_scanner *s, struct demo_step *step, struct demo_events *events)
{
    step->update = true;
    step->gap = s->drawn ? s->clock.now - s->drawn_time : 0.0;
    step->seconds = step->gap < QW_MAX_GAP ? step->gap : QW_MAX_GAP;
    s->drawn = true;
    s->level_time = s->same_level ? s->level_time : s->clock.now;
    s->drawn_time = s->clock.now;
    s->same_level = true;
    s->frame = false;
    if (s->protocol.is_mvd && qw_scan_status_tell(s, events ? events->statuses : NULL) < 0) {
        return FORMAT_MEMORY;
    }
    return note_level(s, events, NULL);
}

int qw_scan(const void *opened, void *scanner, size_t *pos, struct demo_reading *reading,
            struct format_error *err)
{
    const struct qw_demo *demo = opened;
    struct qw_scanner *s = scanner;
    struct demo_step *step = &reading->step;
    struct qw_block block;
    *step = (struct demo_step){0};
    if (!s->begun) {
        s->begun = true;
        s->protocol.version = QW_PROTOCOL_LAST;
        s->protocol.is_mvd = demo->container == QW_CONTAINER_MVD;
        s->recorder = QW_SCAN_PLAYERS;
    }
    const int code = qw_block_next(demo, pos, &block, err);
    int status = 0;
    if (code <= 0) {
        return code;
    }
    if (reading->stats) {
        qw_stats_block(reading->stats, demo->container, &block, &s->clock);
    }
    qw_clock_advance(&s->clock, demo, block.offset);
    if (block.messages) {
        s->listeners = block.listeners;
        status = scan_messages(s, &block, reading, err);
        if (status < 0) {
            if (err) {
                err->offset += block.messages_offset;
            }
            return status;
        }
    }
    step->last = status == GOODBYE || block.is_end;
    if (qw_clock_ends(&s->clock, demo, *pos) || step->last) {
        if (s->frame && s->in_game && fill_step(s, step, reading->events) < 0) {
            return format_fail(err, FORMAT_MEMORY, block.offset, "out of memory");
        }
        s->frame = false;
    }
    return 1;
}
