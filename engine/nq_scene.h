/* From a NetQuake client state and a moment to the scene to draw. A pure function. */
#ifndef ENGINE_NQ_SCENE_H
#define ENGINE_NQ_SCENE_H

#include "assets/gamedata.h"
#include "engine/netquake.h"
#include "render/scene.h"

struct scene_options { /* the same for every family */
    int width,
        height; /* of the frame, pixels: the HUD's scale and the field of view depend on it */
    float fov;  /* degrees across a 4:3 picture as Quake takes it; 90 */
    bool no_view_model;
    bool no_hud; /* no status bar, console lines, centre prints */
    bool no_particles;
};

/* Builds the picture between the state's previous update and its last one: fraction 0 .. 1, where 1
 * is the last update itself (what timedemo draws). dem: for names the state keeps as offsets. Loads
 * models through data. */
int nq_scene_build(struct scene *scene, const struct nq_state *state, const struct dem_file *dem,
                   double fraction, const struct scene_options *options,
                   struct gamedata *data) MUST_CHECK;

#endif
