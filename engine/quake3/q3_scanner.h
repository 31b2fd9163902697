/* Data of the scanner of a Quake III demo, shared by q3_scan and q3_stats. */
#ifndef ENGINE_QUAKE3_Q3_SCANNER_H
#define ENGINE_QUAKE3_Q3_SCANNER_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/match/q3_flag_watch.h"
#include "engine/quake3/match/q3_status_watch.h"
#include "engine/quake3/q3_game.h"
#include "engine/quake3/q3_state.h"
#include "formats/quake3/dm3.h"

/* Scanner; starts zeroed up to `state`, which is set with the first block. Has its own state, whose
 * events and commands it lists, and previous values to detect changes. */
struct q3_scanner {
    bool begun;
    bool same_level; /* there was a snapshot since the gamestate */
    enum q3_mod mod;
    bool intermission;      /* as the events have it */
    bool told_intermission; /* as the statistics have it */
    bool is_on;             /* the match; its beginning was seen */
    bool in_round;          /* the warmup being counted down is a round's, */
    bool paused;            /* or that after a timeout */
    int32_t warmup;
    int32_t restarts;
    int32_t last_time;                        /* server time of the last snapshot, ms */
    uint32_t gamestates, changes, num_events; /* counts of `state` already handled */
    struct dm3_block block;                   /* being read, or the last one */
    uint64_t blocks;                          /* read to their end */
    int8_t teams[Q3_PLAYERS];                 /* -1 = empty slot */
    struct q3_flag_watch flags;
    struct q3_status_watch statuses;
    struct q3_state state;
};

#endif
