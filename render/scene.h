/* The part of a scene that all renderers share: time, camera and scene kind. The contract between
 * simulation and drawing.
 *
 * The engine fills a scene, the renderer draws it and keeps nothing of it: the same scene gives the
 * same pixels on any number of threads and any kernel set. A scene does not know which family of
 * demos it is from. Code that plays, seeks or
 * shows frames needs this header alone.
 *
 * Entities, lights and the 2D list belong to the scene kind, declared next to its renderer. The 2D
 * list does, too, because Quake's has palette indices, which the frame's palette tints and no other
 * renderer could draw.
 *
 * Coordinates: Quake units, x forward at yaw 0, y left, z up. Angles: pitch (positive looks down
 * for cameras), yaw, roll, in degrees. Times: seconds. A scene owns its parts and their lists,
 * which grow and are kept from picture to picture (scene_free); models and pictures in them are
 * borrowed from the game data. */
#ifndef RENDER_SCENE_H
#define RENDER_SCENE_H

#include <stdbool.h>

enum scene_kind {
    SCENE_EMPTY,   /* a black picture */
    SCENE_PALETTE, /* Quake's and QuakeWorld's worlds in 256 colours */
    SCENE_RGB      /* Quake III's, in true colour */
};

struct scene_camera {
    float origin[3];
    float angles[3];
    float fov_x;   /* degrees, across the width of the 3D view; the height follows from the
                      aspect ratio */
    bool is_fixed; /* intermission or cutscene camera, which cannot be a chase camera; renderers
                      ignore it */
};

struct scene {
    enum scene_kind kind;
    double time; /* the server's clock: textures, liquids, sky and groups of frames go by it */
    struct scene_camera camera;
    struct palette_scene *palette; /* SCENE_PALETTE: render/palette/scene_palette.h. In scenes of
                                      another kind it means nothing */
    struct rgb_scene *rgb;         /* SCENE_RGB: render/rgb/scene_rgb.h; likewise */
};

/* An empty scene at time 0; memory is kept. */
void scene_clear(struct scene *scene);
void scene_free(struct scene *scene);

#endif
