/* The weapon in hand: what who looks through the own eyes sees of himself.
 *
 * Source: the original's client game (cg_weapons), as facts. The muzzle's flash is not its
 * business.
 */
#ifndef ENGINE_QUAKE3_SCENE_Q3_VIEWMODEL_H
#define ENGINE_QUAKE3_SCENE_Q3_VIEWMODEL_H

#include "engine/quake3/scene/q3_build.h"

/* Adds it, where there is one: last of all, as it is drawn before everything else. */
void q3_viewmodel_add(struct q3_build *build);

/* What the shader of the own gun may show: the railgun tells when it can fire again. */
void q3_viewmodel_color(const struct q3_player_state *player, uint8_t color[4]);

/* The hand's frame that goes with a torso's: 0 = it rests. */
int32_t q3_viewmodel_frame(const struct q3_animations *animations, int32_t torso_frame);

#endif
