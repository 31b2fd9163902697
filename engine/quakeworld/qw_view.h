/* The viewed player's camera and the positions of all players at a time.
 *
 * Source: QuakeWorld's view.c, cl_ents.c, cl_pred.c and cl_cam.c; see engine/quake/quake_view.h.
 * Positions are interpolated between the last two updates:
 * - after a gap of more than 0.1 s entities move only in its last 0.1 s (CL_LerpPoint); players,
 * as the original predicts them, are extrapolated until then, for at most 0.1 s, and turn all
 * the time;
 * - the recorder of a .qwd is predicted from the commands (engine/quakeworld/qw_predict.h),
 * which also give the view angles.
 * Pure functions. Coordinates and angles as in engine/quakeworld/qw_state.h. */
#ifndef ENGINE_QUAKEWORLD_QW_VIEW_H
#define ENGINE_QUAKEWORLD_QW_VIEW_H

#include "engine/quake/quake_view.h"
#include "engine/quakeworld/qw_move.h"
#include "engine/quakeworld/qw_state.h"

struct qw_interp {
    double time;
    float part;              /* fraction from the previous update to the last one, 0..1 */
    float lerp;              /* the same for entities */
    bool no_kicks, no_punch; /* see scene_options */
};

/* A moment between the state's last two updates. */
struct qw_interp qw_interp_at(const struct qw_state *state, double fraction);

void qw_entity_place(const struct qw_shown *entity, float lerp, float origin[3], float angles[3]);

/* Position and angles of a player at the last update, as other players see them. */
void qw_player_place(const struct qw_state *state, const struct qw_player *player,
                     const struct qw_interp *moment, float origin[3], float angles[3]);

/* The brush entities that stop players, at the last update and at the one before. */
struct qw_walls {
    const struct bsp *world; /* NULL: no prediction */
    const struct qw_obstacle *obstacles[2];
    size_t count;
};

struct qw_pov {
    uint32_t slot;  /* viewed player; QW_NOBODY = none */
    bool free;      /* a spectator: no body, weapon or stats */
    bool has_stats; /* the demo contains the player's stats */
    float feet[3];  /* origin; the camera is 22 above */
};

/* The demo contains the stats of the player in that slot; old .mvd files contain none. */
bool qw_has_stats(const struct qw_state *state, uint32_t slot);

/* follow: as in scene_options. */
void qw_view_find(const struct qw_state *state, const struct qw_interp *moment, uint32_t follow,
                  const struct qw_walls *walls, struct qw_pov *eyes, struct quake_view *view);

/* Colour shifts of that view, except the liquid around the camera. */
struct quake_tints qw_view_tints(const struct qw_state *state, const struct qw_pov *eyes,
                                 double time);

#endif
