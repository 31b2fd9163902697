/* What a level will show, loaded before its first picture instead of one by one in the midst of
 * it. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_PRELOAD_H
#define ENGINE_QUAKE3_SCENE_Q3_PRELOAD_H

#include "engine/quake3/scene/q3_build.h"

/* The models that the gamestate names: of configstrings, of registered items, of players and their
 * skins. Pictures are the same without it. */
void q3_preload(struct q3_build *build);

#endif
