/* View effects that outlast their snapshot: ducking, landing, damage kick.
 *
 * Source: the original's client game (cg_playerstate, cg_event). 32-bit words only: part of
 * q3_state, which packs and hashes it. Times are server ms of the snapshot with the event. */
#ifndef ENGINE_QUAKE3_Q3_VIEW_STATE_H
#define ENGINE_QUAKE3_Q3_VIEW_STATE_H

#include <stdint.h>

#include "formats/quake3/q3_snapshot.h"

struct q3_view_state { /* zeroed: nothing has happened */
    int32_t duck_time;
    float duck_change; /* change of the view height, units */
    int32_t land_time;
    float land_change; /* dip of the view, units, negative */
    int32_t damage_time;
    float damage_pitch, damage_roll; /* peak kick, degrees */
    float damage_x, damage_y;        /* direction of the hit on screen, -1..1: left, up */
    float damage;                    /* strength, 5..10; 0 = never hit */
};

/* Steps from the previous snapshot's player to the current one. */
void q3_view_state_step(struct q3_view_state *view, const struct q3_player_state *before,
                        const struct q3_player_state *now, int32_t time);

/* Applies an event of the player. fall: the first of the three landing events (struct q3_game). */
void q3_view_state_event(struct q3_view_state *view, int32_t event, int32_t fall, int32_t time);

#endif
