/* What a demo tells by numbers that its game does not have: mods' own events, weapons, items and
 * animations. Nothing is shown of them; the log has one line for each. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_UNKNOWN_H
#define ENGINE_QUAKE3_SCENE_Q3_UNKNOWN_H

#include "engine/quake3/scene/q3_build.h"

/* Of the moment's snapshot. */
void q3_unknown_tell(struct q3_build *build);

#endif
