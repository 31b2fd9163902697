/* The listener of a Quake III demo at a time: the frame's camera and the positions of entities as
 * drawn.
 *
 * Source: the original's client game (cg_view, cg_ents) and its mixer. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_LISTEN_H
#define ENGINE_QUAKE3_SCENE_Q3_LISTEN_H

#include "engine/family/demo_listener.h"
#include "engine/family/scene_data.h"
#include "engine/family/scene_options.h"
#include "engine/quake3/q3_state.h"

/* Uses options->camera and options->follow, and data's level for camera traces and doors. Out of
 * memory is recorded in data->files. */
void q3_listen(const struct q3_state *state, const struct q3_game *game, double fraction,
               const struct scene_options *options, const struct scene_data *data,
               struct demo_listener *listener);

#endif
