/* What the reader of events follows of Quake III's players from snapshot to snapshot: places,
 * ground, powerups, damage, dropped items, frags and pings. Those in sight alone are known. */
#ifndef ENGINE_EVENTS_Q3_WATCH_H
#define ENGINE_EVENTS_Q3_WATCH_H

#include "engine/events/events_internal.h"
#include "engine/events/q3_bodies.h"
#include "engine/quake3/q3_event_kind.h"
#include "engine/quake3/q3_scanner.h"

/* The snapshot that is being read. */
struct q3_moment {
    struct events_reader *reader;
    const struct q3_scanner *scanner;
    const struct q3_state *state;
    const struct q3_snapshot *now, *before; /* before: NULL = none */
    const struct q3_game *game;
    int32_t viewer; /* slot */
};

struct q3_watched {
    int32_t time; /* last seen; 0 = never */
    bool grounded, dead;
    int32_t teleport;
    int32_t left;   /* when he was last on the ground; Q3_UNKNOWN_TIME */
    int32_t landed; /* when his last landing was added */
    uint32_t powerups;
    int32_t since[Q3_POWERUPS]; /* when each began; Q3_UNKNOWN_TIME */
    int32_t frags, ping, accuracy;
    bool has_ping;
};

enum { Q3_UNKNOWN_TIME = INT32_MIN };

struct q3_watch { /* start from zeros, again at each level */
    struct q3_watched players[Q3_PLAYERS];
    struct q3_bodies bodies;
    struct q3_board board; /* by the lists of scores so far */
};

/* Gives the places of players in sight to the reader; adds powerups, landings, the recorder's
 * damage and what the dead drop. */
void q3_watch_snapshot(struct q3_watch *watch, const struct q3_moment *moment);
/* Adds a jump or a landing if the event is one. */
void q3_watch_event(struct q3_watch *watch, const struct q3_moment *moment,
                    const struct q3_event *event, enum q3_event_kind kind);
/* Takes frags and pings from a server's list of scores, if the command is one. */
void q3_watch_scores(struct q3_watch *watch, const struct q3_words *words);
/* Somebody else has the slot, or nobody. */
void q3_watch_forget(struct q3_watch *watch, uint32_t slot);

#endif
