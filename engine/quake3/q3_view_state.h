/* What the eyes remember from snapshot to snapshot: ducking, landing and hits, which show for a
 * while after they happened.
 *
 * Source: the original's client game (cg_playerstate, cg_event), as facts. Words only: a part of
 * q3_state, which packs and hashes it. Times: milliseconds of the server, of the snapshot that
 * brought it. */
#ifndef ENGINE_QUAKE3_Q3_VIEW_STATE_H
#define ENGINE_QUAKE3_Q3_VIEW_STATE_H

#include <stdint.h>

#include "formats/quake3/q3_snapshot.h"

struct q3_view_state { /* zeroed: nothing has happened */
    int32_t duck_time;
    float duck_change; /* units the eyes went up */
    int32_t land_time;
    float land_change; /* units the knees give: negative */
    int32_t damage_time;
    float damage_pitch, damage_roll; /* degrees at the worst */
    float damage_x, damage_y;        /* from where, -1 .. 1: left, up */
    float damage;                    /* how hard, 5 .. 10; 0 = never hit */
};

/* A snapshot's player follows on `before`'s. */
void q3_view_state_step(struct q3_view_state *view, const struct q3_player_state *before,
                        const struct q3_player_state *now, int32_t time);

/* An event of the player's own, `fall` the first of the three landings (struct q3_game). */
void q3_view_state_event(struct q3_view_state *view, int32_t event, int32_t fall, int32_t time);

#endif
