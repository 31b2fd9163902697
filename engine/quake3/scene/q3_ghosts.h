/* Players of other demos in a Quake III scene. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_GHOSTS_H
#define ENGINE_QUAKE3_SCENE_Q3_GHOSTS_H

#include "engine/quake3/scene/q3_build.h"

/* Adds the ghosts of the options, except one that the camera is inside: the standard player's body
 * in translucent white, without a weapon. A game without that model has a box. */
void q3_ghosts_add(struct q3_build *build);

#endif
