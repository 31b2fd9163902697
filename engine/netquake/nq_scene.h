/* From a NetQuake client state and a moment to the scene to draw. A pure function. */
#ifndef ENGINE_NETQUAKE_NQ_SCENE_H
#define ENGINE_NETQUAKE_NQ_SCENE_H

#include "assets/quake/quake_data.h"
#include "engine/family/demo_listener.h"
#include "engine/family/scene_options.h"
#include "engine/netquake/netquake.h"
#include "render/scene.h"

/* Builds the picture between the state's previous update and its last one: fraction 0..1, where 1
 * is the last update itself (what timedemo draws). dem: for names the state keeps as offsets. Loads
 * models through data. */
int nq_scene_build(struct scene *scene, const struct nq_state *state, const struct dem_file *dem,
                   double fraction, const struct scene_options *options,
                   struct quake_data *data) MUST_CHECK;

/* The listener for that frame; implements demo_family.listen. */
int nq_scene_listen(struct scene *scene, const struct nq_state *state, const struct dem_file *dem,
                    double fraction, const struct scene_options *options, struct quake_data *data,
                    struct demo_listener *listener) MUST_CHECK;

#endif
