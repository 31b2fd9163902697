/* Bouncing debris: ejected shells and gibs, with their blood trails and stains.
 *
 * Source: the original's client game (cg_weapons, cg_effects, cg_localents). The path is that of
 * assets/quake3/level/level_debris.h, computed once; in the last second it sinks into the ground.
 * Pure functions of the time; above the limit the newest are drawn. */
#ifndef ENGINE_QUAKE3_SCENE_LEVEL_FX_Q3_FRAGMENTS_H
#define ENGINE_QUAKE3_SCENE_LEVEL_FX_Q3_FRAGMENTS_H

#include "assets/quake3/level/level_decals.h"
#include "engine/quake3/effects/q3_gibs.h"
#include "engine/quake3/scene/q3_build.h"

enum {
    Q3_FRAGMENTS = 512,     /* most drawn at once; the original's limit of local entities */
    Q3_FRAGMENT_PUFFS = 512 /* most blood puffs at once */
};

/* Adds all fragments, the oldest first. Nothing with --no-effects or without a level. */
void q3_fragments_add(struct q3_build *build);

struct q3_stain { /* blood decal at a gib's first bounce */
    int32_t time; /* server ms of the bounce */
    struct level_decal at;
};

/* Fills all stains of an effect of kind Q3_EFFECT_GIB or _JUICED, past and future. Returns their
 * number. */
uint32_t q3_fragments_stains(struct q3_build *build, const struct q3_effect *effect,
                             struct q3_stain stains[Q3_GIBS]);

#endif
