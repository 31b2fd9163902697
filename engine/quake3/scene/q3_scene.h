/* The scene of a moment of a Quake III demo: the level, what stands in it, and who looks.
 *
 * Source: the original's client game, as facts; entities in its order, because that decides what of
 * two see-through things is drawn first. A pure function of the state, the fraction, the options
 * and the game data. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_SCENE_H
#define ENGINE_QUAKE3_SCENE_Q3_SCENE_H

#include "engine/family/scene_data.h"
#include "engine/family/scene_options.h"
#include "engine/quake3/q3_state.h"
#include "formats/base/error.h"
#include "render/scene.h"

/* As demo_family.scene has it; data NULL: an empty scene with its camera and time. 0 or
 * FORMAT_MEMORY. */
int q3_scene_build(struct scene *scene, const struct q3_state *state, const struct q3_game *game,
                   double fraction, const struct scene_options *options,
                   const struct scene_data *data) MUST_CHECK;

#endif
