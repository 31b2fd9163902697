/* Where a moment of a Quake III demo is seen from: through somebody's eyes, from behind a dead
 * player, from a chase camera, or from anywhere.
 *
 * Source: the original's client game (cg_view), as facts. Pure functions. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_VIEW_H
#define ENGINE_QUAKE3_SCENE_Q3_VIEW_H

#include <stdbool.h>

#include "assets/quake3/level.h"
#include "engine/family/scene_options.h"
#include "engine/quake3/scene/q3_interp.h"

struct q3_view {
    float origin[3], angles[3]; /* degrees: pitch, yaw, roll */
    float widen;                /* degrees more across, and less down: the waves in a liquid */
    int32_t client;             /* through whose eyes, -1 = from outside */
    bool own_eyes;              /* it is the player the demo shows the world to */
    bool fixed;                 /* the level's end: nobody can be chased */
    bool free;                  /* free flight */
    double speed;               /* over ground, units a second, of own eyes: */
    double bob;                 /* how far the head is from its lowest, 0 .. 1 */
    bool other_foot;            /* which of two steps */
};

/* level: NULL or the placeholder = nothing is in the way. */
void q3_view_find(struct q3_view *view, const struct q3_interp *interp,
                  const struct scene_options *options, const struct q3_level *level);

/* Units the view sinks at a landing, and comes up again. */
float q3_view_landing(const struct q3_interp *interp);

/* Whom options->follow means: the entity of a player in sight, NULL = the demo's own eyes. */
const struct q3_entity_state *q3_view_followed(const struct q3_state *state,
                                               const struct q3_snapshot *snapshot, uint32_t follow);

#endif
