/* What a QuakeWorld state tells of a player; see engine/family/demo_body.h. Places are the
 * server's: the recorder's is not predicted, as that needs the level. */
#ifndef ENGINE_QUAKEWORLD_QW_BODY_H
#define ENGINE_QUAKEWORLD_QW_BODY_H

#include "engine/family/demo_body.h"
#include "engine/quakeworld/qw_state.h"

/* follow: as in scene_options. data: the demo's bytes. */
void qw_body_find(const struct qw_state *state, const uint8_t *data, uint32_t follow,
                  struct demo_body *body);

#endif
