/* What a Quake III state tells of a player at its current snapshot; see engine/family/demo_body.h.
 */
#ifndef ENGINE_QUAKE3_SCENE_Q3_TOLD_BODY_H
#define ENGINE_QUAKE3_SCENE_Q3_TOLD_BODY_H

#include "engine/family/demo_body.h"
#include "engine/quake3/q3_state.h"

/* follow: as in scene_options. */
void q3_told_body(const struct q3_state *state, const struct q3_game *game, uint32_t follow,
                  struct demo_body *body);

#endif
