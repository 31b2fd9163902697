/* Bullets and shotgun pellets: tracers, bubbles under water, smoke, blood and wall hits.
 *
 * Source: the original's client game (cg_weapons), as facts. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_BULLET_H
#define ENGINE_QUAKE3_EFFECTS_Q3_BULLET_H

#include <stdbool.h>

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/scene/q3_build.h"

/* Adds the tracer, the bubbles, and blood or a wall hit. */
void q3_bullet_add(struct q3_build *build, const struct q3_effect *effect);

/* Ends of the tracer of a shot that flies `length` units: units from the muzzle. False: this shot
 * has no tracer. */
bool q3_tracer_span(const struct q3_effect *effect, float length, float span[2]);

/* Adds the smoke, and per pellet bubbles, and blood or a wall hit. */
void q3_shotgun_add(struct q3_build *build, const struct q3_effect *effect);

#endif
