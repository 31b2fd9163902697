/* Reports event, weapon, item and animation numbers that the game does not have, as mods add them.
 * They are not drawn; each is logged once. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_UNKNOWN_H
#define ENGINE_QUAKE3_SCENE_Q3_UNKNOWN_H

#include "engine/quake3/scene/q3_build.h"

/* Checks the current snapshot. */
void q3_unknown_tell(struct q3_build *build);

#endif
