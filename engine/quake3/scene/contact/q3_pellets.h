/* What the pellets of a shotgun meet.
 *
 * Source: the original's client game (cg_weapons), as facts. A pure function of the effect, the
 * state's game and the level; found once (assets/quake3/level/level_memo.h). */
#ifndef ENGINE_QUAKE3_SCENE_CONTACT_Q3_PELLETS_H
#define ENGINE_QUAKE3_SCENE_CONTACT_Q3_PELLETS_H

#include "engine/quake3/effects/q3_effect.h"
#include "engine/quake3/scene/q3_build.h"

struct q3_pellet {
    bool flesh; /* it met somebody; else a wall */
    float point[3];
    float normal[3]; /* of the wall; back along its way where it met somebody */
};

/* Of an effect of kind Q3_EFFECT_SHOTGUN those that met something that shows it; how many. None
 * without a level. */
uint32_t q3_pellets_find(struct q3_build *build, const struct q3_effect *effect,
                         struct q3_pellet pellets[Q3_PELLETS]);

#endif
