/* Shotgun spread patterns.
 *
 * Source: the original's game, as facts: server and client compute the same pattern from the
 * event's seed; CPMA and Quake Live have fixed patterns. Pure functions. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_SHOTGUN_H
#define ENGINE_QUAKE3_EFFECTS_Q3_SHOTGUN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/effects/q3_effect.h"

enum q3_shotgun { Q3_SHOTGUN_SEEDED, Q3_SHOTGUN_CPMA, Q3_SHOTGUN_LIVE };

struct q3_state;

enum q3_shotgun q3_shotgun_of(const struct q3_state *state, const struct q3_game *game);

/* Vectors from the muzzle to the maximum range of each pellet, about 131072 units. Returns the
 * number of pellets; 0 = the direction is no valid vector. */
uint32_t q3_shotgun_rays(enum q3_shotgun kind, const float direction[3], int32_t seed,
                         float rays[Q3_PELLETS][3]);

#endif
