#include "engine/netquake/nq_scan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/family/demo_prints.h"
#include "engine/netquake/nq_file.h"
#include "engine/netquake/nq_state.h"
#include "engine/netquake/nq_stats.h"
#include "engine/netquake/nq_userinfo.h"
#include "engine/quake/level_facts.h"
#include "engine/quake/obituary.h"

/* An obituary arrives in the block of its death or frag, or in the previous one. */
enum { OBITUARY_STEPS = 1 };

enum { MAX_NAME = 40 /* bytes of a player's name in an event */ };

enum { GOODBYE = 2 /* disconnect: nothing after it counts */ };

static bool in_game(const struct nq_scanner *s)
{
    return s->signon >= 3 || !s->serverinfo;
}

static void begin_level(struct nq_scanner *s)
{
    s->serverinfo = true;
    s->signon = 0;
    s->same_level = false;
    s->level_timed = false;
    s->finished = false;
    s->has_clientdata = false;
    s->items = 0;
    s->health = 0;
    s->view_entity = 0;
    s->own_death = 0;
    memset(&s->counts, 0, sizeof(s->counts));
    memset(s->frags, 0, sizeof(s->frags));
    memset(s->names, 0, sizeof(s->names));
    s->line.length = 0;
    s->lines.count = 0;
}

/* The obituary that was printed with a death or a frag, or other words for it. */
static const char *find_obituary(const struct nq_scanner *s, const char *otherwise)
{
    const char *line = quake_lines_newest(&s->lines, s->step, OBITUARY_STEPS, "");
    return line && line[0] ? line : otherwise;
}

/* The slot of the player with that name; a quake_find_player_fn. */
static int32_t find_player(const void *scanner, const char *plain_name)
{
    const struct nq_scanner *s = scanner;
    for (int32_t i = 0; i < NQ_SCAN_PLAYERS; i++) {
        char name[MAX_NAME + 1], plain[MAX_NAME + 1];
        if (s->names[i] && s->name_lengths[i] > 0) {
            snprintf(name, sizeof(name), "%.*s", s->name_lengths[i], s->names[i]);
            demo_plain_text(plain, sizeof(plain), name);
            if (strcmp(plain, plain_name) == 0) {
                return i;
            }
        }
    }
    return -1;
}

/* The slot of the player with the name that a line has there, its colours included; -1 = nobody. */
static int32_t find_named(const struct nq_scanner *s, const char *line, struct obituary_name name)
{
    for (int32_t i = 0; i < NQ_SCAN_PLAYERS && name.length > 0; i++) {
        if (s->names[i] && s->name_lengths[i] == name.length &&
            memcmp(s->names[i], line + name.start, name.length) == 0) {
            return i;
        }
    }
    return -1;
}

/* The slot of who died without a killer, by lava, a fall, a monster or himself; -1 = the line tells
 * of no such death. */
static int32_t find_fallen(const struct nq_scanner *s, const char *line)
{
    struct obituary told;
    const bool fell =
        obituary_read(line, &told) && (told.killer.length == 0 || told.cause == OBITUARY_MONSTER);
    return fell ? find_named(s, line, told.victim) : -1;
}

/* Deaths without a killer have no score that tells them: the lines from the first on do. Those of
 * the recorder are told here, not by the health. */
static int note_deaths(struct nq_scanner *s, uint32_t first, struct demo_events *events)
{
    const uint32_t oldest = quake_lines_first(&s->lines);
    int status = 0;
    for (uint32_t i = first > oldest ? first : oldest; i < s->lines.count && status == 0; i++) {
        struct quake_line *line = &s->lines.ring[i % QUAKE_LINES];
        const int32_t victim = line->used || !in_game(s) ? -1 : find_fallen(s, line->text);
        const bool own = victim >= 0 && (uint32_t)victim + 1 == s->view_entity;
        if (victim >= 0) {
            line->used = true;
            s->own_death = own ? s->step + 1 : s->own_death;
            status = demo_events_add_kill(events, own ? DEMO_EVENT_DEATH : DEMO_EVENT_FRAG,
                                          line->text, -1, victim);
        }
    }
    return status;
}

static int note_print(struct nq_scanner *s, struct demo_events *events, const char *text)
{
    if (demo_prints_add(events ? events->prints : NULL, UINT32_MAX, false, text) < 0) {
        return FORMAT_MEMORY;
    }
    if (text[0] == 1) { /* Host_Say's mark: talk.wav and coloured letters */
        return in_game(s) ? demo_events_add(events, DEMO_EVENT_CHAT, text + 1) : 0;
    }
    const uint32_t first = s->lines.count;
    quake_lines_print(&s->lines, &s->line, text, s->step, true);
    const int status = quake_lines_note_flags(&s->lines, first, find_player, s, events);
    return status == 0 ? note_deaths(s, first, events) : status;
}

static void set_name(struct nq_scanner *s, uint32_t player, const char *name, size_t length)
{
    s->names[player] = name;
    s->name_lengths[player] = (uint8_t)(length < MAX_NAME ? length : MAX_NAME);
}

static void note_userinfo(struct nq_scanner *s, const char *text)
{
    struct nq_userinfo info;
    while (s->protocol.fte2 != 0 && (text = nq_userinfo_next(text, &info)) != NULL) {
        if (info.name != NULL && info.player < NQ_SCAN_PLAYERS) {
            set_name(s, info.player, info.name, info.name_length);
        }
    }
}

/* The oldest recent obituary that names the player as the killer and told no frag yet. */
static const char *take_kill(struct nq_scanner *s, uint8_t player, int32_t *victim)
{
    struct quake_lines *lines = &s->lines;
    struct obituary told;
    for (uint32_t i = quake_lines_first(lines); i < lines->count; i++) {
        struct quake_line *line = &lines->ring[i % QUAKE_LINES];
        if (!line->used && s->step - line->when <= OBITUARY_STEPS &&
            obituary_read(line->text, &told) && find_named(s, line->text, told.killer) == player) {
            line->used = true;
            *victim = find_named(s, line->text, told.victim);
            return line->text;
        }
    }
    return NULL;
}

/* Points for which no obituary names the player are one frag. */
static int note_frags(struct nq_scanner *s, struct demo_events *events, uint8_t player,
                      int32_t frags)
{
    const int64_t more = (int64_t)frags - s->frags[player];
    s->frags[player] = frags;
    if (more <= 0 || !s->same_level) {
        return 0; /* the scores as the recording begins */
    }
    const char *line = NULL;
    int32_t victim = -1;
    int64_t told = 0;
    int status = 0;
    while (status == 0 && told < more && (line = take_kill(s, player, &victim)) != NULL) {
        status = demo_events_add_kill(events, DEMO_EVENT_FRAG, line, player, victim);
        told++;
    }
    if (told > 0 || status < 0) {
        return status;
    }
    char text[DEMO_EVENT_TEXT];
    if (s->names[player]) {
        snprintf(text, sizeof(text), "%.*s: %d", s->name_lengths[player], s->names[player],
                 (int)frags);
    } else {
        snprintf(text, sizeof(text), "player: %d", (int)frags);
    }
    const uint32_t count = s->lines.count;
    const bool is_anothers = count > 0 && s->lines.ring[(count - 1) % QUAKE_LINES].used;
    return demo_events_add_kill(events, DEMO_EVENT_FRAG,
                                is_anothers ? text : find_obituary(s, text), player, -1);
}

static int note_health(struct nq_scanner *s, struct demo_events *events, int32_t health)
{
    const bool told = s->own_death > 0 && s->step + 1 - s->own_death <= OBITUARY_STEPS;
    const bool died = s->has_clientdata && s->health > 0 && health <= 0 && in_game(s);
    s->health = health;
    return died && !told ? demo_events_add(events, DEMO_EVENT_DEATH, find_obituary(s, "death")) : 0;
}

static int note_clientdata(struct nq_scanner *s, struct demo_events *events,
                           const struct nq_clientdata *data)
{
    /* Items received at a respawn are not pickups. */
    bool alive = s->has_clientdata && s->health > 0 && data->health > 0;
    uint32_t got = alive ? data->items & ~s->items : 0;
    int status = note_health(s, events, data->health);
    s->items = data->items;
    s->has_clientdata = true;
    return status == 0 ? demo_note_items(events, got, NULL) : status;
}

static int note_finish(struct nq_scanner *s, struct demo_events *events)
{
    if (s->finished) {
        return 0;
    }
    s->finished = true;
    return level_facts_finish_event(events, s->level_timed ? &s->time : NULL, &s->counts);
}

/* Items are statistics only where these replace clientdata. */
static int note_stat(struct nq_scanner *s, struct demo_events *events, uint32_t stat, int32_t value)
{
    quake_counts_set(&s->counts, stat, value);
    if (stat == NQ_STAT_HEALTH) {
        return note_health(s, events, value);
    }
    if (stat != NQ_STAT_ITEMS || !nq_protocol_stats_tell_all(&s->protocol)) {
        return 0;
    }
    const bool alive = s->has_clientdata && s->health > 0;
    const uint32_t got = alive ? (uint32_t)value & ~s->items : 0;
    s->items = (uint32_t)value;
    return demo_note_items(events, got, NULL);
}

int nq_check_time(const struct nq_message *message, struct format_error *err)
{
    const bool bad = message->id == NQ_TIME     ? !isfinite(message->u.time)
                     : message->id == NQ_DELTAS ? !isfinite(message->u.deltas.time)
                                                : false;
    return !bad ? 0 : format_fail(err, FORMAT_BAD, message->offset, "time is not a number");
}

/* Messages that are events, or that give an event's time or text. Returns 0 or FORMAT_MEMORY. */
static int note_message(struct nq_scanner *s, struct demo_events *events,
                        const struct nq_message *m)
{
    switch (m->id) {
    case NQ_SERVERINFO:
        begin_level(s);
        return demo_note_level(events, nq_names_get(&m->u.serverinfo.models, 0),
                               m->u.serverinfo.level_name);
    case NQ_SIGNONNUM:
        s->signon = m->u.signonnum ? m->u.signonnum : s->signon;
        return 0;
    case NQ_SETVIEW:
        s->view_entity = m->u.setview;
        return 0;
    case NQ_TIME:
        s->has_time = true;
        s->level_timed = true;
        s->time = (double)m->u.time;
        return 0;
    case NQ_DELTAS:
        s->has_time = true;
        s->level_timed = true;
        s->time = (double)m->u.deltas.time;
        s->has_clientdata = true;
        return 0;
    case NQ_STUFFTEXT:
        note_userinfo(s, m->u.text);
        return 0;
    case NQ_PRINT:
        return note_print(s, events, m->u.text);
    case NQ_UPDATENAME:
        set_name(s, m->u.updatename.player, m->u.updatename.name, strlen(m->u.updatename.name));
        return 0;
    case NQ_UPDATEFRAGS:
        return note_frags(s, events, m->u.updatefrags.player, m->u.updatefrags.frags);
    case NQ_CLIENTDATA:
        return m->u.clientdata.has_stats ? note_clientdata(s, events, &m->u.clientdata) : 0;
    case NQ_DP_ENTITIES:
        s->has_clientdata = true;
        return 0;
    case NQ_UPDATESTAT:
    case NQ_UPDATESTAT_BYTE:
    case NQ_UPDATESTAT_FLOAT:
        return note_stat(s, events, m->u.updatestat.stat, m->u.updatestat.value);
    case NQ_KILLEDMONSTER:
        return quake_counts_kill(&s->counts, events);
    case NQ_FOUNDSECRET:
        return quake_counts_secret(&s->counts, events);
    case NQ_INTERMISSION:
    case NQ_FINALE:
    case NQ_CUTSCENE:
        return note_finish(s, events);
    default:
        return 0;
    }
}

/* Messages other than entity updates. 1 = continue, GOODBYE, or negative = damaged. */
static int scan_message(struct nq_scanner *s, const struct nq_message *message,
                        struct demo_events *events, struct demo_stats *stats,
                        struct format_error *err)
{
    nq_protocol_follow(&s->protocol, message);
    int status = stats ? nq_stats_message(stats, &s->protocol, message) : 0;
    if (status == 0) {
        status = note_message(s, events, message);
    }
    if (status < 0) {
        return format_fail(err, status, message->offset, "out of memory");
    }
    status = nq_check_time(message, err);
    if (status == 0 && s->hear) {
        s->hear(s->hear_context, message);
    }
    return status < 0 ? status : message->id == NQ_DISCONNECT ? GOODBYE : 1;
}

/* As nq_message_decode, for the next message that is not an entity update; those are the
 * majority. */
static int next_message(const struct nq_protocol *protocol, const struct dem_block *block,
                        size_t *pos, struct nq_message *message, struct demo_stats *stats,
                        struct format_error *err)
{
    int status;
    while ((status = nq_message_decode(protocol, block->messages, block->size, pos, message, err)) >
               0 &&
           message->id >= NQ_ENTITY_UPDATE) {
        if (stats) {
            nq_stats_update(stats, message);
        }
    }
    return status;
}

/* 0 = read to its end, GOODBYE, or negative = damaged. */
static int scan_messages(struct nq_scanner *s, const struct dem_block *block,
                         struct demo_events *events, struct demo_stats *stats,
                         struct format_error *err)
{
    struct nq_message message;
    size_t pos = 0;
    int status = 1;
    while (status == 1 &&
           (status = next_message(&s->protocol, block, &pos, &message, stats, err)) > 0) {
        status = scan_message(s, &message, events, stats, err);
    }
    if (stats) {
        if (status == FORMAT_UNKNOWN && message.id == NQ_SERVERINFO) { /* named all the same */
            stats->protocol = message.u.serverinfo.protocol;
        }
        stats->in_command = false;
        if (status == GOODBYE) {
            demo_stats_goodbye(stats, block->size - pos);
        }
    }
    return status;
}

int nq_scan(const void *demo, void *scanner, size_t *pos, struct demo_reading *reading,
            struct format_error *err)
{
    struct demo_step *step = &reading->step;
    struct demo_events *events = reading->events;
    struct demo_stats *stats = reading->stats;
    const struct nq_file *file = demo;
    struct nq_scanner *s = scanner;
    struct dem_block block;
    *step = (struct demo_step){0};
    if (!s->begun) {
        s->begun = true;
        s->protocol = file->protocol;
    }
    int status = dem_next_block(&file->dem, pos, &block, err);
    if (status <= 0) {
        return status;
    }
    s->has_time = false;
    status = scan_messages(s, &block, events, stats, err);
    if (status < 0) {
        if (err) {
            err->offset += block.offset + DEM_BLOCK_HEADER;
        }
        return status;
    }
    s->step++;
    /* The client draws once the server has sent the third signon; see nq_state_in_game. */
    step->update = status == 0 && s->has_time && s->signon >= 3;
    if (step->update) {
        step->gap = s->same_level ? s->time - s->last_time : NQ_MAX_GAP;
        step->seconds = fmin(fmax(step->gap, 0.0), NQ_MAX_GAP);
        s->last_time = s->time;
        s->same_level = true;
    }
    step->last = status == GOODBYE;
    return 1;
}
