/* Impact effects by weapon.
 *
 * Source: the original's client game (cg_weapons), as facts. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_IMPACT_H
#define ENGINE_QUAKE3_EFFECTS_Q3_IMPACT_H

#include <stdbool.h>

#include "engine/quake3/effects/q3_explosion.h"
#include "engine/quake3/q3_game.h"

/* The explosion of a weapon's impact; NULL = none. */
const struct q3_explosion *q3_impact_of(enum q3_mod mod, int32_t weapon);

/* True if a hit on a player also shows the weapon's explosion. */
bool q3_impact_goes_through(enum q3_mod mod, int32_t weapon);

/* Unit vector of a direction byte; zero vector if out of range. */
void q3_direction_of(int32_t byte, float direction[3]);

#endif
