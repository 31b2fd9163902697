/* The first-person weapon model.
 *
 * Source: the original's client game (cg_weapons). The muzzle flash is in effects.
 */
#ifndef ENGINE_QUAKE3_SCENE_Q3_VIEWMODEL_H
#define ENGINE_QUAKE3_SCENE_Q3_VIEWMODEL_H

#include "engine/quake3/scene/q3_build.h"

/* Adds it, if shown. Call last: the renderer draws it in front of everything. */
void q3_viewmodel_add(struct q3_build *build);

/* Entity colour of the weapon; the railgun's shows the reload. */
void q3_viewmodel_color(const struct q3_player_state *player, uint8_t color[4]);

/* Frame of the hand for a torso frame; 0 = idle. */
int32_t q3_viewmodel_frame(const struct q3_animations *animations, int32_t torso_frame);

#endif
