/* All that is to be seen of events at a moment.
 *
 * Source: the original's client game, as facts. Nothing is added with --no-effects. */
#ifndef ENGINE_QUAKE3_EFFECTS_Q3_EFFECTS_H
#define ENGINE_QUAKE3_EFFECTS_Q3_EFFECTS_H

#include "engine/quake3/scene/q3_build.h"

/* Behind all entities of the snapshot, before the weapon in hand. */
void q3_effects_add_all(struct q3_build *build);

#endif
