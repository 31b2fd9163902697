/* What the pellets of a shotgun meet.
 *
 * Source: the original's client game (cg_weapons), as facts. A pure function of the effect, the
 * state's game and the level; found once (assets/quake3/level/level_cache.h). */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_PELLETS_H
#define ENGINE_QUAKE3_EFFECTS_Q3_PELLETS_H

#include <stdbool.h>

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/scene/q3_build.h"

enum q3_pellet_meets {
    Q3_PELLET_NOTHING, /* or what shows no hits */
    Q3_PELLET_FLESH,   /* somebody who stood there when it was fired */
    Q3_PELLET_WALL     /* a brush or a curve of the level, or a door or lift as it was then */
};

struct q3_pellet {
    enum q3_pellet_meets meets;
    float point[3];  /* where its way ends */
    float normal[3]; /* of the wall; else back along its way */
};

/* Of an effect of kind Q3_EFFECT_SHOTGUN all its pellets; how many. Without a level they meet no
 * wall. */
uint32_t q3_pellets_find(struct q3_build *build, const struct q3_effect *effect,
                         struct q3_pellet pellets[Q3_PELLETS]);

#endif
