/* Scans a Quake III demo once for its frame times and events. */
#ifndef ENGINE_QUAKE3_Q3_SCAN_H
#define ENGINE_QUAKE3_Q3_SCAN_H

#include "engine/family/demo_family.h"
#include "engine/quake3/q3_file.h"
#include "engine/quake3/q3_state.h"
#include "formats/quake3/dm3.h"

/* Longest time between two snapshots that is played, seconds: after it the original's clock jumps
 * (its RESET_TIME). */
#define Q3_MAX_GAP 0.5

/* Scanner; starts zeroed. Has its own state, whose events and commands it lists, and previous
 * values to detect changes. */
struct q3_scanner {
    bool begun;
    bool same_level; /* there was a snapshot since the gamestate */
    enum q3_mod mod;
    bool intermission;
    int32_t warmup;
    int32_t last_time;                        /* server time of the last snapshot, ms */
    uint32_t gamestates, changes, num_events; /* counts of `state` already handled */
    struct dm3_block block;                   /* being read, or the last one */
    uint64_t blocks;                          /* read to their end */
    int8_t teams[Q3_PLAYERS];                 /* -1 = empty slot */
    struct q3_state state;
};

/* One message, as demo_family.scan has it. demo: a struct q3_file; scanner: a struct q3_scanner. */
int q3_scan(const void *demo, void *scanner, size_t *pos, struct demo_reading *reading,
            struct format_error *err) MUST_CHECK;

#endif
