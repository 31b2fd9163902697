#include "engine/edit/quake3/q3_merger.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_own_entity.h"
#include "engine/quake3/q3_reader.h"
#include "formats/base/info_string.h"

enum {
    MAX_MERGED = 256, /* the original's MAX_ENTITIES_IN_SNAPSHOT */
    /* Each baseline and each snapshot has states of its own, behind the zero state. */
    FIRST_BASELINE = 1,
    FIRST_STATE = FIRST_BASELINE + Q3_MAX_ENTITIES
};

_Static_assert(FIRST_STATE + (Q3_SNAPSHOTS + 1) * MAX_MERGED <= Q3_STATES,
               "more states than frames have");

/* A snapshot of another recording, in its reader's ring. */
struct place {
    int32_t sequence; /* 0 = none */
    int32_t level;    /* serverid */
    int32_t feed;     /* checksum feed of the gamestate */
    int32_t time;     /* server ms */
};

struct other {
    struct q3_reader *reader;
    struct place held; /* the newest that is not later than the time asked for */
    struct place next; /* the one after it */
    int32_t level;     /* as of what is read */
    int32_t gamestates;
    bool ended;
    /* Its recorder as an entity; the number of that player's last event, and when it came. */
    struct q3_entity_state recorder;
    int32_t player, level_of_events, events;
    int64_t event_time; /* server ms */
    struct q3_merger_report report;
};

struct q3_merger {
    int protocol;
    int32_t gamestates; /* of the first recording, so far */
    uint32_t count;
    struct other others[Q3_MERGER_DEMOS];
    const struct q3_entity_state *found[Q3_MAX_ENTITIES]; /* by number; NULL = none */
    uint32_t num_found;
    struct q3_frames frames;
};

struct q3_merger *q3_merger_create(int protocol)
{
    struct q3_merger *m = q3_protocol_get(protocol) ? calloc(1, sizeof(*m)) : NULL;
    if (m) {
        m->protocol = protocol;
    }
    return m;
}

void q3_merger_free(struct q3_merger *m)
{
    for (uint32_t i = 0; m && i < m->count; i++) {
        q3_reader_free(m->others[i].reader);
    }
    free(m);
}

int q3_merger_add(struct q3_merger *m, const uint8_t *data, size_t size)
{
    if (m->count == Q3_MERGER_DEMOS) {
        return FORMAT_BAD;
    }
    struct q3_reader *reader = q3_reader_create(m->protocol, data, size);
    if (!reader) {
        return FORMAT_MEMORY;
    }
    m->others[m->count].player = -1;
    m->others[m->count++].reader = reader;
    return 0;
}

/* --- reading the others -------------------------------------------------------------------------
 */

/* gamestates: read so far; they are the level's number where a server tells none. */
static int32_t level_of(const struct q3_gamestate *gamestate, int32_t gamestates)
{
    return info_number(q3_gamestate_string(gamestate, Q3_CS_SYSTEMINFO), "sv_serverid",
                       INFO_KEYS_ANY_CASE, gamestates);
}

static void follow_message(struct other *o, const struct q3_message *message)
{
    if (message->id == Q3_GAMESTATE) {
        o->held = o->next = (struct place){0}; /* the ring is empty */
        o->level = level_of(&o->reader->gamestate, ++o->gamestates);
    } else if (message->id == Q3_SERVER_COMMAND && o->reader->set == Q3_CS_SYSTEMINFO) {
        o->level = level_of(&o->reader->gamestate, o->gamestates);
    } else if (message->id == Q3_SNAPSHOT && message->u.snapshot) {
        const struct q3_snapshot *s = message->u.snapshot;
        o->next = (struct place){s->sequence, o->level, o->reader->gamestate.checksum_feed,
                                 s->server_time};
    }
}

/* Reads a block. */
static void read_block(struct other *o)
{
    struct q3_message message;
    int code = q3_reader_block(o->reader, &o->report.err);
    o->ended = code <= 0;
    while (!o->ended && (code = q3_reader_next(o->reader, &message, &o->report.err)) > 0) {
        follow_message(o, &message);
    }
    o->ended |= code < 0;
    o->report.code = code < 0 ? code : 0;
}

/* True if the place is of an earlier level, or of this one and not later. Serverids ascend. */
static bool is_due(const struct place *place, int32_t level, int32_t time)
{
    return place->level == level ? place->time <= time : place->level < level;
}

/* The snapshot that counts at the time of `at`; NULL = none. */
static const struct q3_snapshot *find_snapshot(struct other *o, const struct place *at)
{
    /* Behind one of this very time nothing is read: a gamestate there would take it away. */
    while (o->held.level != at->level || o->held.time != at->time) {
        if (o->next.sequence != 0) {
            if (!is_due(&o->next, at->level, at->time)) {
                break;
            }
            o->held = o->next;
            o->next.sequence = 0;
        } else if (o->ended) {
            break;
        } else {
            read_block(o);
        }
    }
    const struct place *held = &o->held;
    if (held->sequence == 0 || held->level != at->level || held->feed != at->feed ||
        (int64_t)at->time - held->time > Q3_MERGER_AGE) {
        return NULL;
    }
    return q3_frames_find(&o->reader->frames, held->sequence);
}

/* --- merging ------------------------------------------------------------------------------------
 */

static bool add_entity(struct q3_merger *m, const struct q3_entity_state *entity, uint32_t number)
{
    if (number >= Q3_ENTITY_NONE || m->found[number] || m->num_found == MAX_MERGED) {
        return false;
    }
    m->found[number] = entity;
    m->num_found++;
    return true;
}

static uint32_t add_entities(struct q3_merger *m, const struct q3_frames *frames,
                             const struct q3_snapshot *s, uint32_t without)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->numbers[i] != without) {
            count += add_entity(m, q3_frames_entity(frames, s, i), s->numbers[i]);
        }
    }
    return count;
}

/* The last event of the player, as its entity has it, while it is new (the original's
 * EVENT_VALID_MSEC). */
static void set_event(struct other *o, const struct q3_snapshot *snapshot)
{
    enum { VALID = 300, BITS = 8, MASK = 3 }; /* bits: that the same event again is another one */
    const int32_t *p = snapshot->player.fields;
    int32_t *f = o->recorder.fields;
    if (o->player != p[Q3_PS_CLIENT_NUM] || o->level_of_events != o->held.level) {
        o->player = p[Q3_PS_CLIENT_NUM];
        o->level_of_events = o->held.level;
        o->events = p[Q3_PS_EVENT_SEQUENCE];
        o->event_time = (int64_t)snapshot->server_time - VALID - 1;
    } else if (o->events != p[Q3_PS_EVENT_SEQUENCE]) {
        o->events = p[Q3_PS_EVENT_SEQUENCE];
        o->event_time = snapshot->server_time;
    }
    if (p[Q3_PS_EXTERNAL_EVENT] != 0) {
        f[Q3_ES_EVENT] = p[Q3_PS_EXTERNAL_EVENT];
        f[Q3_ES_EVENT_PARM] = p[Q3_PS_EXTERNAL_EVENT_PARM];
    } else if (o->events > 0 && snapshot->server_time - o->event_time <= VALID) {
        const int32_t last = o->events - 1;
        f[Q3_ES_EVENT] = p[last & 1 ? Q3_PS_EVENTS_1 : Q3_PS_EVENTS_0] | (last & MASK) << BITS;
        f[Q3_ES_EVENT_PARM] = p[last & 1 ? Q3_PS_EVENT_PARMS_1 : Q3_PS_EVENT_PARMS_0];
    }
}

static void cut_to_integer(int32_t *bits)
{
    *bits = q3_float_bits(truncf(q3_float(*bits)));
}

/* The recorder as a server sends it to others: coordinates without fractions, and its bounding box
 * (source: the original's bg_misc and sv_world). Returns false if it has no body. */
static bool make_recorder(struct other *o, const struct q3_snapshot *snapshot)
{
    enum {
        PMF_DUCKED = 1,
        HALF_WIDTH = 15,
        BELOW = 24,
        STANDING = 32,
        DUCKED = 16,
        ABOVE_ADDS = 32
    };
    static const uint8_t snapped[] = {Q3_ES_POS_TR_BASE_0,  Q3_ES_POS_TR_BASE_1,
                                      Q3_ES_POS_TR_BASE_2,  Q3_ES_APOS_TR_BASE_0,
                                      Q3_ES_APOS_TR_BASE_1, Q3_ES_APOS_TR_BASE_2};
    const struct q3_player_state *player = &snapshot->player;
    struct q3_entity_state *entity = &o->recorder;
    if (!q3_own_entity(player, entity)) {
        return false;
    }
    for (size_t i = 0; i < sizeof(snapped); i++) {
        cut_to_integer(&entity->fields[snapped[i]]);
    }
    if ((entity->fields[Q3_ES_E_FLAGS] & Q3_EF_DEAD) == 0) {
        const int32_t above =
            (player->fields[Q3_PS_PM_FLAGS] & PMF_DUCKED) != 0 ? DUCKED : STANDING;
        entity->fields[Q3_ES_SOLID] = HALF_WIDTH | BELOW << 8 | (above + ABOVE_ADDS) << 16;
    }
    set_event(o, snapshot);
    return true;
}

/* viewer: the number of the first recording's player, which is not an entity there. */
static void add_other(struct q3_merger *m, struct other *o, const struct place *at, uint32_t viewer)
{
    const struct q3_snapshot *s = find_snapshot(o, at);
    if (!s) {
        return;
    }
    o->report.snapshots++;
    o->report.entities += add_entities(m, &o->reader->frames, s, viewer);
    const uint32_t number = (uint32_t)s->player.fields[Q3_PS_CLIENT_NUM];
    if (number != viewer && make_recorder(o, s)) {
        o->report.entities += add_entity(m, &o->recorder, number);
    }
}

static void set_state(struct q3_merger *m, uint16_t state, const struct q3_entity_state *from,
                      uint32_t number)
{
    m->frames.states[state] = *from;
    m->frames.states[state].number = (int32_t)number;
}

void q3_merger_gamestate(struct q3_merger *m, const struct q3_frames *frames)
{
    m->gamestates++;
    for (uint32_t i = 0; i < Q3_MAX_ENTITIES; i++) {
        m->frames.baselines[i] = 0;
        if (frames->baselines[i] != 0) {
            m->frames.baselines[i] = (uint16_t)(FIRST_BASELINE + i);
            set_state(m, m->frames.baselines[i], q3_frames_baseline(frames, i), i);
        }
    }
}

const struct q3_snapshot *q3_merger_snapshot(struct q3_merger *m,
                                             const struct q3_gamestate *gamestate,
                                             const struct q3_frames *frames,
                                             const struct q3_snapshot *snapshot)
{
    const size_t index = (size_t)(snapshot - frames->snapshots);
    const uint32_t viewer = (uint32_t)snapshot->player.fields[Q3_PS_CLIENT_NUM];
    const struct place at = {snapshot->sequence, level_of(gamestate, m->gamestates),
                             gamestate->checksum_feed, snapshot->server_time};
    struct q3_snapshot *to = &m->frames.snapshots[index];
    memset(m->found, 0, sizeof(m->found));
    m->num_found = 0;
    add_entities(m, frames, snapshot, Q3_ENTITY_NONE);
    for (uint32_t i = 0; i < m->count; i++) {
        add_other(m, &m->others[i], &at, viewer);
    }
    *to = *snapshot;
    to->count = 0;
    for (uint32_t number = 0; number < Q3_ENTITY_NONE; number++) {
        if (m->found[number]) {
            const uint16_t state = (uint16_t)(FIRST_STATE + index * MAX_MERGED + to->count);
            set_state(m, state, m->found[number], number);
            to->numbers[to->count] = (uint16_t)number;
            to->states[to->count++] = state;
        }
    }
    return to;
}

const struct q3_frames *q3_merger_frames(const struct q3_merger *m)
{
    return &m->frames;
}

const struct q3_merger_report *q3_merger_report(const struct q3_merger *m, uint32_t i)
{
    return &m->others[i].report;
}
