/* What a Quake III state tells of timed items and players at its current snapshot; see
 * engine/family/demo_items.h. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_TOLD_ITEMS_H
#define ENGINE_QUAKE3_SCENE_Q3_TOLD_ITEMS_H

#include "engine/family/demo_items.h"
#include "engine/quake3/q3_state.h"

void q3_told_items(const struct q3_state *state, const struct q3_game *game,
                   struct demo_items *items);

#endif
