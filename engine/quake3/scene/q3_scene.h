/* Builds the scene of a Quake III demo at a time: level, entities, camera.
 *
 * Source: the original's client game. Entities are added in its order, which decides the drawing
 * order of translucent surfaces. A pure function of the state, the fraction, the options and the
 * game data. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_SCENE_H
#define ENGINE_QUAKE3_SCENE_Q3_SCENE_H

#include "engine/family/scene_data.h"
#include "engine/family/scene_options.h"
#include "engine/quake3/q3_state.h"
#include "formats/base/error.h"
#include "render/scene.h"

/* Implements demo_family.scene. data NULL: an empty scene with camera and time. Returns 0 or
 * FORMAT_MEMORY. */
int q3_scene_build(struct scene *scene, const struct q3_state *state, const struct q3_game *game,
                   double fraction, const struct scene_options *options,
                   const struct scene_data *data) MUST_CHECK;

#endif
