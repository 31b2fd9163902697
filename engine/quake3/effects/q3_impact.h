/* What is seen where something hits: by weapon.
 *
 * Source: the original's client game (cg_weapons), as facts. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_IMPACT_H
#define ENGINE_QUAKE3_EFFECTS_Q3_IMPACT_H

#include <stdbool.h>

#include "engine/quake3/effects/q3_explosion.h"
#include "engine/quake3/q3_game.h"

/* The explosion of a weapon's hit, NULL = it has none. */
const struct q3_explosion *q3_impact_of(enum q3_mod mod, int32_t weapon);

/* Whether a hit of a player also is one of what is behind him. */
bool q3_impact_goes_through(enum q3_mod mod, int32_t weapon);

/* A direction byte's unit vector; out of its range: zero. */
void q3_direction_of(int32_t byte, float direction[3]);

#endif
