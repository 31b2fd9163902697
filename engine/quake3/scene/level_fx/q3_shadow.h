/* Blob shadow under a player, and the wake around a wading player.
 *
 * Source: the original's client game (cg_players). Pure functions of the time. */
#ifndef ENGINE_QUAKE3_SCENE_LEVEL_FX_Q3_SHADOW_H
#define ENGINE_QUAKE3_SCENE_LEVEL_FX_Q3_SHADOW_H

#include "engine/quake3/scene/q3_build.h"

/* Adds the shadow of a player at `origin`; yaw: of the legs, degrees. It fades to nothing 128 units
 * above the ground. Nothing with --no-effects or without a level. */
void q3_shadow_add(struct q3_build *build, const float origin[3], float yaw);

/* Adds a wake at the liquid's surface if the feet are in it and the head is not. Nothing with
 * --no-effects or without a level. */
void q3_wake_add(struct q3_build *build, const float origin[3]);

#endif
