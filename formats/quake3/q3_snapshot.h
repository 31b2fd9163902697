/* State that the messages of a Quake III demo change: configstrings, baselines and the last
 * snapshots.
 *
 * Source: DM_68 sections 8 and 9, Quake III's cl_parse.c, UberDemoTools for the protocols around
 * 68. Plain memory without pointers, owned by the caller: a copy of the bytes is a copy of the
 * state. Both structures start zeroed. Not thread-safe. q3_frames takes 10 MB, of which a demo
 * touches a few hundred KB: calloc it, or call q3_frames_begin, which is faster where calloc has to
 * clear memory; copy it with q3_frames_copy. Units: coordinates in Quake units, angles in degrees,
 * times in ms of the server clock. */
#ifndef FORMATS_QUAKE3_Q3_SNAPSHOT_H
#define FORMATS_QUAKE3_Q3_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/quake3/q3_fields.h"

enum {
    Q3_MAX_ENTITIES = 1024,
    Q3_ENTITY_NONE = 1023, /* no entity; ends the list of a snapshot */
    Q3_MAX_SNAPSHOT_ENTITIES = Q3_ENTITY_NONE,
    Q3_SNAPSHOTS = 32, /* the snapshots that can be a delta's base */
    Q3_MAX_AREA_BYTES = 32,
    Q3_MAX_CONFIGSTRINGS = 1024,
    Q3_MAX_CONFIGSTRING = 8192, /* bytes, NUL included */
    Q3_CONFIGSTRING_BYTES =
        65536,    /* bytes of all of them; the original: 16000, Quake Live needs more */
    Q3_ARRAY = 16 /* values in each of a player's four arrays */
};

/* An entity of a snapshot, or a baseline. */
struct q3_entity_state {
    int32_t number;
    int32_t fields[Q3_ES_COUNT]; /* enum q3_entity_field; floats by their bits (q3_float) */
};

struct q3_player_state {
    int32_t fields[Q3_PS_COUNT]; /* enum q3_player_field; floats by their bits */
    int32_t stats[Q3_ARRAY];
    int32_t persistant[Q3_ARRAY]; /* (sic) */
    int32_t ammo[Q3_ARRAY];
    int32_t powerups[Q3_ARRAY]; /* times they run out */
};

enum {
    /* Lists of entities are read and written eight at a time; values past the end have no meaning.
     */
    Q3_LIST = Q3_MAX_SNAPSHOT_ENTITIES + 9,
    /* States that can be in use at once: the zero state, each baseline, each entity of each
     * snapshot and of the one being read. */
    Q3_STATES_USED = 1 + Q3_MAX_ENTITIES + (Q3_SNAPSHOTS + 1) * Q3_MAX_SNAPSHOT_ENTITIES,
    /* More than those, so that looking for unused ones always finds many. */
    Q3_STATES = Q3_STATES_USED + 8192
};

/* One snapshot: the world as the server sent it to one client at one time. */
struct q3_snapshot {
    bool valid;
    int32_t sequence;       /* of its message */
    int32_t server_time;    /* ms */
    int32_t server_command; /* the last one before it: commands up to it are due now */
    int32_t client_command; /* protocols 43 and 45 */
    uint8_t delta;          /* the base is the snapshot with sequence - delta; 0 = sent in full */
    uint8_t flags;          /* 1 rate delayed, 2 not active, 4 toggles with each map_restart */
    uint8_t area_size;      /* bytes */
    uint8_t areas[Q3_MAX_AREA_BYTES]; /* a set bit: the area cannot be seen */
    uint32_t entity_end; /* running number of entities up to and including this snapshot, from which
                            a base's age follows */
    struct q3_player_state player;
    uint32_t count;            /* number of entities, sorted by ascending number */
    uint16_t numbers[Q3_LIST]; /* theirs */
    uint16_t states[Q3_LIST];  /* see q3_frames_entity */
};

/* Four of a snapshot's numbers or states at once, the first one lowest. */
static inline uint64_t q3_four(const uint16_t *list)
{
    return (uint64_t)list[0] | (uint64_t)list[1] << 16 | (uint64_t)list[2] << 32 |
           (uint64_t)list[3] << 48;
}

/* Baselines, the last snapshots and their entities. Snapshots share the state of an unchanged
 * entity. There are no reference counts: when no state is free, a scan finds the unreferenced ones,
 * so an unchanged entity costs only its list entry. Only the first `touched` elements of states and
 * next were ever written (see q3_frames_copy). */
struct q3_frames {
    uint8_t ring[Q3_SNAPSHOTS]; /* sequence % Q3_SNAPSHOTS -> index in snapshots */
    uint8_t spare;              /* the index for the next one */
    uint8_t newest;             /* the index of the last one */
    bool started;               /* a gamestate was read */
    bool any;                   /* a snapshot was read since */
    int32_t server_command;     /* sequence of the last server command */
    uint32_t entity_end;        /* as in the newest snapshot */
    uint32_t baseline_count;
    uint16_t baselines[Q3_MAX_ENTITIES]; /* states; 0 = none, which is all zero */
    struct q3_snapshot snapshots[Q3_SNAPSHOTS + 1];
    uint16_t free;            /* first of the free states below `touched`; 0 = none */
    uint16_t touched;         /* states in use at any time so far, the zero state included */
    uint16_t room;            /* bound of `touched` before a scan for unreferenced states */
    uint16_t next[Q3_STATES]; /* free list: the next free state */
    struct q3_entity_state states[Q3_STATES];
};

/* Nothing is read yet, as in zeroed memory; *frames may have any contents. */
void q3_frames_begin(struct q3_frames *frames);

/* Drops all baselines and snapshots, as a gamestate does; *frames may have any contents. */
void q3_frames_reset(struct q3_frames *frames);

/* Copies src to dst (any contents); only the elements that were ever used. */
void q3_frames_copy(struct q3_frames *dst, const struct q3_frames *src);

/* The valid snapshot of that sequence, or NULL. */
const struct q3_snapshot *q3_frames_find(const struct q3_frames *frames, int32_t sequence);

/* The last snapshot that was read, or NULL. */
const struct q3_snapshot *q3_frames_newest(const struct q3_frames *frames);

/* Entity i of a snapshot of these frames; good until the next message is read. */
static inline const struct q3_entity_state *q3_frames_entity(const struct q3_frames *frames,
                                                             const struct q3_snapshot *snapshot,
                                                             uint32_t i)
{
    return &frames->states[snapshot->states[i]];
}

/* The entity of that number in the snapshot, or NULL. */
const struct q3_entity_state *q3_frames_entity_of(const struct q3_frames *frames,
                                                  const struct q3_snapshot *snapshot,
                                                  uint32_t number);

/* The baseline, or all zeros (its number, too) where the entity has none. */
static inline const struct q3_entity_state *q3_frames_baseline(const struct q3_frames *frames,
                                                               uint32_t number)
{
    return &frames->states[frames->baselines[number]];
}

/* Sets the baseline of entity state->number. */
void q3_frames_set_baseline(struct q3_frames *frames, const struct q3_entity_state *state);

/* Configstrings and numbers of a gamestate, kept up to date by commands. */
struct q3_gamestate {
    int32_t server_command; /* sequence of the last server command before it */
    int32_t
        client; /* client number of the recorder; -1 in protocols before 66, which do not have it */
    int32_t checksum_feed;                  /* 0 in those */
    uint32_t told;                          /* configstrings in the message, empty ones included */
    uint32_t used;                          /* bytes of text */
    uint32_t offsets[Q3_MAX_CONFIGSTRINGS]; /* in text; 0 = empty */
    char text[Q3_CONFIGSTRING_BYTES];       /* NUL-terminated strings; the first is empty */
};

void q3_gamestate_reset(struct q3_gamestate *gamestate);

static inline const char *q3_gamestate_string(const struct q3_gamestate *gamestate, uint32_t index)
{
    return gamestate->text +
           (index < Q3_MAX_CONFIGSTRINGS ? gamestate->offsets[index] : (uint32_t)0);
}

/* Replaces a configstring. False: no such index, or the text does not fit. */
bool q3_gamestate_set(struct q3_gamestate *gamestate, uint32_t index, const char *text);

#endif
