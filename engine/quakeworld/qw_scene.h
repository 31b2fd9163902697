/* From a QuakeWorld client state and a moment to the scene to draw. A pure function. */
#ifndef ENGINE_QUAKEWORLD_QW_SCENE_H
#define ENGINE_QUAKEWORLD_QW_SCENE_H

#include "assets/quake/quake_data.h"
#include "engine/family/demo_listener.h"
#include "engine/family/scene_options.h"
#include "engine/quakeworld/quakeworld.h"
#include "render/scene.h"

/* Builds the picture between the state's previous update and its last one: fraction 0..1, where 1
 * is the last update itself (what timedemo draws). demo: for names the state keeps as offsets.
 * Loads models and skins through data. */
int qw_scene_build(struct scene *scene, const struct qw_state *state, const struct qw_demo *demo,
                   double fraction, const struct scene_options *options,
                   struct quake_data *data) MUST_CHECK;

/* The listener for that frame; implements demo_family.listen. */
int qw_scene_listen(struct scene *scene, const struct qw_state *state, const struct qw_demo *demo,
                    double fraction, const struct scene_options *options, struct quake_data *data,
                    struct demo_listener *listener) MUST_CHECK;

#endif
