/* Rays: what a railgun leaves, lightning, the rope of a grapple.
 *
 * Source: the original's client game (cg_weapons) and OpenArena's, as facts. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_BEAM_H
#define ENGINE_QUAKE3_EFFECTS_Q3_BEAM_H

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/scene/q3_build.h"

/* A rail's core and, in OpenArena, its rings. */
void q3_rail_add(struct q3_build *build, const struct q3_effect *effect);

/* What of a rail's colour is left: 1 at first, 0 when it is gone, or not there yet. */
double q3_rail_left(double age, double life);

/* The lightning of a player who fires: from `start`, the end of his gun, to what is met on his
 * line of sight. entity: he, pose: as drawn. */
void q3_lightning_add(struct q3_build *build, const struct q3_entity_state *entity,
                      const struct q3_pose *pose, const float start[3]);

/* Lightning that an event tells. */
void q3_bolt_add(struct q3_build *build, const struct q3_effect *effect);

/* From the player who shot a grapple to its hook. */
void q3_rope_add(struct q3_build *build, const struct q3_entity_state *hook,
                 const struct q3_pose *pose);

#endif
