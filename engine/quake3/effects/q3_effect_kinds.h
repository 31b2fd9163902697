/* Which events leave something to be seen, and for how long. All static. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_EFFECT_KINDS_H
#define ENGINE_QUAKE3_EFFECTS_Q3_EFFECT_KINDS_H

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/q3_game.h"

/* Q3_EFFECT_NONE: nothing is to be seen of it, or nobody knows it. */
enum q3_effect_kind q3_effect_kind_of(const struct q3_game *game, enum q3_mod mod, int32_t event);

/* Ms after which nothing of the effect can be seen, marks and brass and all; 0 = nothing at all.
 * Set: kind, weapon, parm. */
int32_t q3_effect_life(const struct q3_effect *effect);

#endif
