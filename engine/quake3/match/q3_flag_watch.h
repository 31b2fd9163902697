/* What happens to the flags of a Quake III demo, as events: taken, dropped, returned, captured.
 *
 * Four sources tell it, none of them all of it: the configstring of the flags' places, team sounds,
 * lines that servers print, the powerups of players in sight. Each act is told once. Part of a
 * scanner. */
#ifndef ENGINE_QUAKE3_MATCH_Q3_FLAG_WATCH_H
#define ENGINE_QUAKE3_MATCH_Q3_FLAG_WATCH_H

#include "engine/family/demo_flag.h"
#include "engine/quake3/match/q3_match_facts.h"
#include "engine/quake3/q3_state.h"

enum { Q3_FLAG_ACTS = DEMO_FLAG_CAPTURED + 1 };

struct q3_flag_watch { /* start from zeros */
    struct q3_match match;
    uint32_t changes;                      /* configstrings of the match are read up to here */
    int8_t holders[DEMO_FLAGS];            /* slot + 1 of who has it; 0 = nobody, or unknown */
    int8_t last[DEMO_FLAGS];               /* the last act + 1; 0 = none */
    int32_t last_time[DEMO_FLAGS];         /* server time, ms */
    enum q3_flag_place places[DEMO_FLAGS]; /* as they were */
};

/* A level begins: its flags are where they are. */
void q3_flag_watch_begin(struct q3_flag_watch *watch, const struct q3_state *state,
                         const struct q3_game *game);
/* Adds what happened with the state's new snapshot. first: number of its first event. Returns 0 or
 * FORMAT_MEMORY. */
int q3_flag_watch_update(struct q3_flag_watch *watch, const struct q3_state *state,
                         const struct q3_game *game, uint32_t first,
                         struct demo_events *events) MUST_CHECK;

#endif
