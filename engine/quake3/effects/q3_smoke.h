/* Smoke: missile trails, haste puffs, jump pads, nailgun.
 *
 * Source: the original's client game (cg_weapons, cg_players, cg_event), as facts. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_SMOKE_H
#define ENGINE_QUAKE3_EFFECTS_Q3_SMOKE_H

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/effects/q3_sprite_fx.h"
#include "engine/quake3/effects/q3_trail.h"

/* Adds the visible puffs and bubbles of one trail segment. */
void q3_trail_add(struct q3_build *build, const struct q3_trail *trail);

/* The first multiple of `step` that is >= `from`, ms. */
double q3_trail_first(double from, double step);

void q3_jump_pad_add(struct q3_build *build, const struct q3_effect *effect);
void q3_haste_puff_add(struct q3_build *build, const struct q3_effect *effect);
/* Smoke at the muzzle of a nailgun. */
void q3_nail_smoke_add(struct q3_build *build, const struct q3_effect *effect);

#endif
