/* What the viewer chooses about a picture, the same for every family of demos. */
#ifndef ENGINE_FAMILY_SCENE_OPTIONS_H
#define ENGINE_FAMILY_SCENE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family/camera.h"
#include "engine/family/hud_options.h"

struct scene_options {
    int width, height; /* of the frame, pixels: HUD's scale and field of view depend on it */
    int covered; /* rows at the bottom that something lies over: the status bar stands above */
    float fov;   /* degrees across a 4:3 picture as Quake takes it; 90 */
    bool no_view_model;
    bool no_hud; /* no status bar, console lines, centre prints; the view is all of the frame */
    struct hud_options hud;
    bool no_particles;
    bool no_bob;      /* Quake III: the view does not nod at each step */
    bool no_effects;  /* Quake III: none of what events and powerups show besides */
    bool no_stains;   /* Quake III: of that no dynamic lights, marks and shadows */
    bool lerp_models; /* frames of models run into each other */
    bool lerp_steps;  /* and what moves in steps moves between them */
    bool no_fog;
    bool no_skybox;       /* the map's own sky instead */
    bool own_water_alpha; /* water_alpha counts instead of what the map says */
    float water_alpha;    /* opacity of all liquids, 0 .. 1, in whole tenths */
    /* Whose eyes these are: 0 = the recorder's (a demo without one, .mvd: the first player's), else
     * those of the player in slot follow - 1. Who is not in sight cannot be followed: then 0
     * counts. */
    uint32_t follow;
    struct camera camera;
};

/* Degrees across the frame: the field of view is given for 4:3, other shapes keep the height of the
 * view. */
float scene_options_fov(const struct scene_options *options);

/* Whether something is to lie over the picture. */
bool scene_options_have_hud(const struct scene_options *options);

#endif
