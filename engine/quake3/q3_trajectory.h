/* Position of a Quake III entity or player at any time: trajectories, and interpolation between
 * snapshots.
 *
 * Source: the original's client game (bg_misc: trajectories; cg_ents, cg_snapshot, cg_predict:
 * interpolation). Pure functions: the same arguments give the same bits on every machine. Times are
 * server ms, fractions allowed; coordinates are Quake units, angles degrees. */
#ifndef ENGINE_QUAKE3_Q3_TRAJECTORY_H
#define ENGINE_QUAKE3_Q3_TRAJECTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/q3_constants.h"
#include "formats/quake3/q3_snapshot.h"

enum q3_trajectory_type {
    Q3_TR_STATIONARY,
    Q3_TR_INTERPOLATE, /* as stationary; linear between two snapshots */
    Q3_TR_LINEAR,
    Q3_TR_LINEAR_STOP, /* until time + duration */
    Q3_TR_SINE,        /* base + delta * sine; duration is the period */
    Q3_TR_GRAVITY
};

enum {
    Q3_SNAP_NOT_ACTIVE = 2,    /* the server is still loading */
    Q3_SNAP_SERVER_COUNT = 4,  /* toggles with each map_restart */
    Q3_PLAYERS = 64,           /* entities below are players */
    Q3_MAX_EXTRAPOLATION = 500 /* ms after a snapshot; then the original's clock jumps */
};

#define Q3_GRAVITY 800.0 /* units/s^2; default if the entity has none */

struct q3_trajectory {
    int32_t type; /* enum q3_trajectory_type; unknown = stationary */
    int32_t time, duration;
    float base[3], delta[3];
    int32_t gravity; /* 0 = Q3_GRAVITY */
};

/* Trajectories of an entity's origin and angles. */
struct q3_trajectory q3_trajectory_of_origin(const struct q3_entity_state *entity);
struct q3_trajectory q3_trajectory_of_angles(const struct q3_entity_state *entity);

void q3_trajectory_at(const struct q3_trajectory *trajectory, double time, float result[3]);

/* Interpolates along the shorter arc, fraction 0..1. As in the original, `to` is moved by at most
 * one turn: larger differences are not reduced. */
float q3_lerp_angle(float from, float to, double fraction);

struct q3_pose {
    float origin[3], angles[3];
};

/* Interpolates an entity between the snapshots at from_time and to_time. `to` is the same entity in
 * the next snapshot; NULL = not there: then only its trajectory is evaluated, for at most
 * Q3_MAX_EXTRAPOLATION. At to_time, call it with the next snapshot as `from`. */
void q3_lerp_entity(const struct q3_entity_state *from, const struct q3_entity_state *to,
                    int32_t from_time, int32_t to_time, double time, struct q3_pose *pose);

/* True if the two snapshots' players must not be interpolated: a teleport, another followed player,
 * or a map_restart in between. */
bool q3_player_jumps(const struct q3_snapshot *from, const struct q3_snapshot *to);

/* Interpolates origin, velocity, view angles and bob cycle of the playerState; other fields are
 * from `from`. to may be NULL. */
void q3_lerp_player(const struct q3_snapshot *from, const struct q3_snapshot *to, double time,
                    struct q3_player_state *player);

#endif
