/* Where the pellets of a shotgun fly.
 *
 * Source: the original's game, as facts: the server's and the client's pattern are the same, told
 * by a seed; CPMA's and Quake Live's are fixed ones. Pure functions. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_SHOTGUN_H
#define ENGINE_QUAKE3_EFFECTS_Q3_SHOTGUN_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/quake3/effects/q3_effect.h"

enum q3_shotgun { Q3_SHOTGUN_SEEDED, Q3_SHOTGUN_CPMA, Q3_SHOTGUN_LIVE };

struct q3_state;

enum q3_shotgun q3_shotgun_of(const struct q3_state *state, const struct q3_game *game);

/* From the muzzle to where each pellet's way ends at the latest, as vectors of about 131072 units.
 * Returns how many there are, 0 = the direction is none. */
uint32_t q3_shotgun_rays(enum q3_shotgun kind, const float direction[3], int32_t seed,
                         float rays[Q3_PELLETS][3]);

#endif
