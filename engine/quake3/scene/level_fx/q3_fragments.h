/* What is thrown about and bounces: shells of cartridges, and what is left of players, with the
 * blood they trail and the stains they make.
 *
 * Source: the original's client game (cg_weapons, cg_effects, cg_localents), as facts. Each flies
 * as assets/quake3/level/level_debris.h says, sinks into the ground in the last second of its life,
 * and is found once. Pure functions of the moment; of too many the newest are drawn. */
#ifndef ENGINE_QUAKE3_SCENE_LEVEL_FX_Q3_FRAGMENTS_H
#define ENGINE_QUAKE3_SCENE_LEVEL_FX_Q3_FRAGMENTS_H

#include "assets/quake3/level/level_decals.h"
#include "engine/quake3/effects/q3_gibs.h"
#include "engine/quake3/scene/q3_build.h"

enum {
    Q3_FRAGMENTS = 512,     /* drawn at once at most, as many as the original has at all */
    Q3_FRAGMENT_PUFFS = 512 /* likewise: of blood in the air */
};

/* All of the moment, the oldest first. Nothing with --no-effects or without a level. */
void q3_fragments_add(struct q3_build *build);

struct q3_stain { /* blood where a gib bounced first */
    int32_t time; /* ms of the server: from then on it is there */
    struct level_decal at;
};

/* Of an effect of kind Q3_EFFECT_GIB or _JUICED those that will be made, whenever; how many. */
uint32_t q3_fragments_stains(struct q3_build *build, const struct q3_effect *effect,
                             struct q3_stain stains[Q3_GIBS]);

#endif
