/* The dark spot under a player, and the wake around one who wades.
 *
 * Source: the original's client game (cg_players), as facts. Pure functions of the moment. */
#ifndef ENGINE_QUAKE3_SCENE_LEVEL_FX_Q3_SHADOW_H
#define ENGINE_QUAKE3_SCENE_LEVEL_FX_Q3_SHADOW_H

#include "engine/quake3/scene/q3_build.h"

/* Below a player at `origin`, whose legs look along `yaw` (degrees). Fades until it is gone 128
 * units above the ground. Nothing with --no-effects or without a level. */
void q3_shadow_add(struct q3_build *build, const float origin[3], float yaw);

/* On the surface of the liquid his feet are in and his head is not; likewise. */
void q3_wake_add(struct q3_build *build, const float origin[3]);

#endif
