/* Camera of a Quake III demo at a time: first person, third person for dead players, chase camera,
 * free flight.
 *
 * Source: the original's client game (cg_view). Pure functions. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_VIEW_H
#define ENGINE_QUAKE3_SCENE_Q3_VIEW_H

#include <stdbool.h>

#include "assets/quake3/level.h"
#include "engine/family/scene_options.h"
#include "engine/quake3/scene/q3_interp.h"

struct q3_view {
    float origin[3], angles[3]; /* degrees: pitch, yaw, roll */
    float widen; /* degrees added to the horizontal field of view and taken from the vertical: under
                    water */
    int32_t client;    /* first-person player, -1 = none */
    bool own_eyes;     /* first person of the playerState's player */
    bool fixed;        /* intermission: no player can be chased */
    bool free;         /* free flight */
    struct q3_bob bob; /* own_eyes only */
};

/* level: for camera traces; NULL or the placeholder = no walls. */
void q3_view_find(struct q3_view *view, const struct q3_interp *interp,
                  const struct scene_options *options, const struct q3_level *level);

/* Offset of the view height after a landing, units. */
float q3_view_landing(const struct q3_interp *interp);

/* Entity of the player that options->follow selects; NULL if it is not in the snapshot or is the
 * recorded view. */
const struct q3_entity_state *q3_view_followed(const struct q3_state *state,
                                               const struct q3_snapshot *snapshot, uint32_t follow);

#endif
