/* Loads the models and effects of a level before its first frame, so that playback does not
 * stutter. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_PRELOAD_H
#define ENGINE_QUAKE3_SCENE_Q3_PRELOAD_H

#include "engine/quake3/scene/q3_build.h"

/* Loads the models named by configstrings, the registered items, and the players' models and skins.
 * Frames are the same without it. */
void q3_preload(struct q3_build *build);

#endif
