/* What is seen of bullets and of a shotgun's pellets on their way and where they end.
 *
 * Source: the original's client game (cg_weapons), as facts. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_BULLET_H
#define ENGINE_QUAKE3_EFFECTS_Q3_BULLET_H

#include <stdbool.h>

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/scene/q3_build.h"

/* Tracer, bubbles, and blood or the hit of the wall. */
void q3_bullet_add(struct q3_build *build, const struct q3_effect *effect);

/* A tracer's ends on a way of that length, units from the muzzle; false: this shot has none. */
bool q3_tracer_span(const struct q3_effect *effect, float length, float span[2]);

/* Smoke, bubbles, and blood or hits of each pellet. */
void q3_shotgun_add(struct q3_build *build, const struct q3_effect *effect);

#endif
