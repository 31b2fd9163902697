/* Where a Quake III entity or player is at any time: trajectories, and the way from one snapshot to
 * the next.
 *
 * Source: the rules of the original's client game, as facts (bg_misc: evaluating trajectories;
 * cg_ents, cg_snapshot, cg_predict: interpolating). Pure functions: the same arguments give the
 * same bits on every machine. Times are milliseconds of the server and may lie between two of
 * them; coordinates are Quake units, angles degrees. */
#ifndef ENGINE_QUAKE3_Q3_TRAJECTORY_H
#define ENGINE_QUAKE3_Q3_TRAJECTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/quake3/q3_snapshot.h"

enum q3_trajectory_type {
    Q3_TR_STATIONARY,
    Q3_TR_INTERPOLATE, /* as stationary; between two snapshots a straight way */
    Q3_TR_LINEAR,
    Q3_TR_LINEAR_STOP, /* until time + duration */
    Q3_TR_SINE,        /* around base, by delta; duration is a whole swing's */
    Q3_TR_GRAVITY
};

enum {
    Q3_EF_TELEPORT = 4,        /* toggles with each jump that is not to be interpolated */
    Q3_EF_PLAYER_EVENT = 16,   /* of an event entity: it happens to otherEntityNum */
    Q3_SNAP_NOT_ACTIVE = 2,    /* the server is still loading */
    Q3_SNAP_SERVER_COUNT = 4,  /* toggles with each map_restart */
    Q3_PLAYERS = 64,           /* entities below are players */
    Q3_MAX_EXTRAPOLATION = 500 /* ms behind a snapshot; then the original's clock jumps */
};

#define Q3_GRAVITY 800.0 /* of what falls, where its entity tells no other */

struct q3_trajectory {
    int32_t type; /* enum q3_trajectory_type; another one stands still */
    int32_t time, duration;
    float base[3], delta[3];
    int32_t gravity; /* 0 = Q3_GRAVITY */
};

/* The place's and the angles' trajectory of an entity. */
struct q3_trajectory q3_trajectory_of_origin(const struct q3_entity_state *entity);
struct q3_trajectory q3_trajectory_of_angles(const struct q3_entity_state *entity);

void q3_trajectory_at(const struct q3_trajectory *trajectory, double time, float result[3]);

/* From a to b the short way round, 0 <= fraction <= 1. As the original, b moves by one turn at
 * most: angles outside of -360 .. 360 are not brought nearer. */
float q3_lerp_angle(float from, float to, double fraction);

struct q3_pose {
    float origin[3], angles[3];
};

/* An entity of the snapshot at from_time at a time up to the next snapshot's, to_time. `to` is the
 * same entity there, or NULL where that has it not: then the trajectory alone counts, and no longer
 * than Q3_MAX_EXTRAPOLATION. At to_time itself the next snapshot counts, where this function is
 * asked with it as `from`. */
void q3_lerp_entity(const struct q3_entity_state *from, const struct q3_entity_state *to,
                    int32_t from_time, int32_t to_time, double time, struct q3_pose *pose);

/* Whether the way from one snapshot's player to the next one's is a jump: teleport, another player
 * followed, or a map_restart between them. */
bool q3_player_jumps(const struct q3_snapshot *from, const struct q3_snapshot *to);

/* The player of `from` on his way to `to` (may be NULL): origin, velocity, view angles and bob
 * cycle run, all else is as in `from`. */
void q3_lerp_player(const struct q3_snapshot *from, const struct q3_snapshot *to, double time,
                    struct q3_player_state *player);

#endif
