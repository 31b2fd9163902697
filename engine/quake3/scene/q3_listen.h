/* Who listens to a moment of a Quake III demo, and where everything is that may sound then: the
 * picture's camera and the entities as they are drawn.
 *
 * Source: the original's client game (cg_view, cg_ents) and its mixer, as facts. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_LISTEN_H
#define ENGINE_QUAKE3_SCENE_Q3_LISTEN_H

#include "engine/family/demo_listener.h"
#include "engine/family/scene_data.h"
#include "engine/family/scene_options.h"
#include "engine/quake3/q3_state.h"

/* Of options camera and follow count; of data the level, for what is in the way of a camera and
 * where its doors are. Memory that ran out for it data->files knows of. */
void q3_listen(const struct q3_state *state, const struct q3_game *game, double fraction,
               const struct scene_options *options, const struct scene_data *data,
               struct demo_listener *listener);

#endif
