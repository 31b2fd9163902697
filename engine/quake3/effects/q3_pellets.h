/* Hits of a shotgun's pellets.
 *
 * Source: the original's client game (cg_weapons), as facts. A pure function of the effect, the
 * state's game and the level. Level traces are cached (assets/quake3/level/level_cache.h). */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_PELLETS_H
#define ENGINE_QUAKE3_EFFECTS_Q3_PELLETS_H

#include <stdbool.h>

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/scene/q3_build.h"

enum q3_pellet_meets {
    Q3_PELLET_NOTHING, /* or a surface without impact marks */
    Q3_PELLET_FLESH,   /* an entity, at its position at the time of the shot */
    Q3_PELLET_WALL /* a brush or patch of the level, or a mover at its position at the time of the
                      shot */
};

struct q3_pellet {
    enum q3_pellet_meets meets;
    float point[3];  /* end of the pellet's path */
    float normal[3]; /* surface normal; without a wall the reversed flight direction */
};

/* Finds all pellets of a Q3_EFFECT_SHOTGUN; returns their number. Without a level no pellet hits a
 * wall. */
uint32_t q3_pellets_find(struct q3_build *build, const struct q3_effect *effect,
                         struct q3_pellet pellets[Q3_PELLETS]);

#endif
