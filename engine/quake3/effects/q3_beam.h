/* Beams: rail trails, lightning bolts, grapple ropes.
 *
 * Source: the original's client game (cg_weapons) and OpenArena's, as facts. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_BEAM_H
#define ENGINE_QUAKE3_EFFECTS_Q3_BEAM_H

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/scene/q3_build.h"

/* Draws a rail's core and, in OpenArena, its rings. */
void q3_rail_add(struct q3_build *build, const struct q3_effect *effect);

/* Fraction of a rail's colour that is left: 1 at age 0, 0 from `life` on and at a negative age.
 * Both in ms. */
double q3_rail_left(double age, double life);

/* Draws the lightning of a firing player from `start`, the gun's muzzle, to the first hit on the
 * player's line of sight. pose: the player's, as drawn. */
void q3_lightning_add(struct q3_build *build, const struct q3_entity_state *entity,
                      const struct q3_pose *pose, const float start[3]);

/* Draws a Q3_EFFECT_BOLT. */
void q3_bolt_add(struct q3_build *build, const struct q3_effect *effect);

/* Draws the rope from the grapple's shooter to its hook. pose: the hook's, as drawn. */
void q3_rope_add(struct q3_build *build, const struct q3_entity_state *hook,
                 const struct q3_pose *pose);

#endif
