/* Reading a Quake III demo for its pictures and for what happens, in one pass. */
#ifndef ENGINE_QUAKE3_Q3_SCAN_H
#define ENGINE_QUAKE3_Q3_SCAN_H

#include "engine/family/demo_family.h"
#include "engine/quake3/q3_client.h"

/* A longer time between two snapshots is not played: there the original's clock jumps (its
 * RESET_TIME). Seconds. */
#define Q3_MAX_GAP 0.5

/* Start from zeros. A client of its own, whose events and commands are listed, and what has to be
 * known of before to see a change. */
struct q3_scanner {
    bool begun;
    bool same_level; /* there was a snapshot since the gamestate */
    enum q3_mod mod;
    bool intermission;
    int32_t warmup;
    int32_t last_time;                        /* of the last snapshot */
    uint32_t gamestates, changes, num_events; /* of the client, that were looked at */
    int8_t teams[Q3_PLAYERS];                 /* -1 = nobody there */
    struct q3_client client;
};

/* One message, as demo_family.scan has it. */
int q3_scan(const struct q3_protocol *protocol, const uint8_t *data, size_t size,
            struct q3_scanner *scanner, size_t *pos, struct demo_step *step,
            struct demo_events *events, struct format_error *err) MUST_CHECK;

#endif
