/* View effects that outlast their snapshot: ducking, landing, damage kick.
 *
 * Source: the original's client game (cg_playerstate, cg_event). 32-bit words only: part of
 * q3_state, which packs and hashes it. Times are server ms of the snapshot with the event. */
#ifndef ENGINE_QUAKE3_Q3_VIEW_STATE_H
#define ENGINE_QUAKE3_Q3_VIEW_STATE_H

#include <stdbool.h>
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

/* Steps from the previous snapshot to the current one of the same player. A hit's direction counts
 * along the view of the picture before: that of Q3_VIEW_PICTURE ms ago, if the previous snapshot is
 * older. */
void q3_view_state_step(struct q3_view_state *view, const struct q3_snapshot *before,
                        const struct q3_snapshot *now);
enum { Q3_VIEW_PICTURE = 50 };

/* The player at the picture before the current snapshot, which the original keeps from drawing it.
 * Returns that picture's time, server ms. */
double q3_view_picture_before(const struct q3_snapshot *before, const struct q3_snapshot *now,
                              struct q3_player_state *player);

/* Adds the damage kick at a time (server ms) to pitch and roll, degrees. */
void q3_view_kick(const struct q3_view_state *view, double time, float angles[3]);

/* 0 at age 0, 1 after `in`, 0 again `out` later. */
double q3_view_rise_and_fall(double age, double in, double out);

/* Walking: at each step the head goes up and nods, and leans to the side of the foot. */
struct q3_bob {
    double speed;    /* horizontal, units per second */
    double height;   /* 0..1, 0 = lowest */
    bool other_foot; /* which foot */
};
struct q3_bob q3_bob_of(const struct q3_player_state *player);
/* Adds the nod to pitch and roll, degrees. */
void q3_bob_nod(const struct q3_bob *bob, const struct q3_player_state *player, float angles[3]);

/* Applies an event of the player. fall: the first of the three landing events (struct q3_game). */
void q3_view_state_event(struct q3_view_state *view, int32_t event, int32_t fall, int32_t time);

#endif
