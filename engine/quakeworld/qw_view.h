/* Whose eyes a QuakeWorld picture is seen through, and where everybody is at its moment.
 *
 * Source: QuakeWorld's view.c, cl_ents.c, cl_pred.c and cl_cam.c; see engine/quake/quake_view.h.
 * Places are those of the last two updates or between them:
 *  - after a gap of more than a tenth of a second entities move in its last tenth alone
 *    (CL_LerpPoint's rule); players, as the original predicts them, go on by their velocity until
 *    then, for another tenth at most, and turn all the time;
 *  - the recorder of a .qwd is where his commands have taken him (engine/quakeworld/qw_predict.h)
 * and looks where they say. Pure functions. Coordinates and angles as in
 * engine/quakeworld/qw_state.h. */
#ifndef ENGINE_QUAKEWORLD_QW_VIEW_H
#define ENGINE_QUAKEWORLD_QW_VIEW_H

#include "engine/quake/quake_view.h"
#include "engine/quakeworld/qw_move.h"
#include "engine/quakeworld/qw_state.h"

struct qw_interp {
    double time;
    float part; /* of the way from the update before to the last one, 0 .. 1 */
    float lerp; /* likewise, as entities go it */
};

/* A moment between the state's last two updates. */
struct qw_interp qw_interp_at(const struct qw_state *state, double fraction);

void qw_entity_place(const struct qw_shown *entity, float lerp, float origin[3], float angles[3]);

/* Where a player of the last update is and looks, as the others see him. */
void qw_player_place(const struct qw_state *state, const struct qw_player *player,
                     const struct qw_interp *moment, float origin[3], float angles[3]);

/* The brush entities that stop players, at the last update and at the one before. */
struct qw_walls {
    const struct bsp *world; /* NULL: no prediction */
    const struct qw_obstacle *obstacles[2];
    size_t count;
};

struct qw_pov {
    uint32_t slot;  /* whose; QW_NOBODY: nobody is there */
    bool free;      /* a spectator's: without body, weapon and numbers of his own */
    bool has_stats; /* the demo tells what he has */
    float feet[3];  /* his place; eyes are 22 above */
};

/* follow: as in scene_options. */
void qw_view_find(const struct qw_state *state, const struct qw_interp *moment, uint32_t follow,
                  const struct qw_walls *walls, struct qw_pov *eyes, struct quake_view *view);

/* What colours that view, but for the liquid the camera is in. */
struct quake_tints qw_view_tints(const struct qw_state *state, const struct qw_pov *eyes,
                                 double time);

#endif
