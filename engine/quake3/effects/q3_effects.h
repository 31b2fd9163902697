/* Adds all effects of the frame's time to the scene.
 *
 * Source: the original's client game, as facts. Nothing is added with --no-effects. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_EFFECTS_H
#define ENGINE_QUAKE3_EFFECTS_Q3_EFFECTS_H

#include "engine/quake3/scene/q3_build.h"

/* Call after the entities of the snapshot were added, before the view weapon. */
void q3_effects_add_all(struct q3_build *build);

#endif
