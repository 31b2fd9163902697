/* Effect kinds of events, and lifetimes of effects. All static. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_EFFECT_KINDS_H
#define ENGINE_QUAKE3_EFFECTS_Q3_EFFECT_KINDS_H

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/q3_game.h"

/* Q3_EFFECT_NONE: an event without an effect, or an unknown event. */
enum q3_effect_kind q3_effect_kind_of(const struct q3_game *game, enum q3_mod mod, int32_t event);

/* Lifetime in ms, including decals and brass; 0 = draws nothing. Reads kind, weapon and parm. */
int32_t q3_effect_life(const struct q3_effect *effect);

#endif
