/* What the viewer chooses about a picture, the same for every family of demos. */
#ifndef ENGINE_SCENE_OPTIONS_H
#define ENGINE_SCENE_OPTIONS_H

#include <stdbool.h>

#include "engine/camera.h"

struct scene_options {
    int width,
        height; /* of the frame, pixels: the HUD's scale and the field of view depend on it */
    float fov;  /* degrees across a 4:3 picture as Quake takes it; 90 */
    bool no_view_model;
    bool no_hud; /* no status bar, console lines, centre prints */
    bool no_particles;
    struct camera camera;
};

#endif
