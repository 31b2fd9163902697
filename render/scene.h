/* What every picture has, whichever renderer draws it: the moment, the camera, and which kind of
 * scene it is. The one contract between simulation and drawing.
 *
 * The engine fills a scene, the renderer draws it and keeps nothing of it: the same scene gives the
 * same pixels on any number of threads and any kernel set. A scene does not know which family of
 * demos it is from. Who plays, seeks, or puts a picture in a window needs this header alone.
 *
 * What stands in the picture belongs to a kind of scene, with a header beside the renderer that
 * draws that kind: entities, lights, and also the 2D list, because Quake's is made of palette
 * indices that the palette of the moment tints, which no other renderer could draw.
 *
 * Coordinates: Quake units, x forward at yaw 0, y left, z up. Angles: pitch (positive looks down
 * for cameras), yaw, roll, in degrees. Times: seconds. A scene owns its parts and their lists,
 * which grow and are kept from picture to picture (scene_free); models and pictures in them are
 * borrowed from the game data. */
#ifndef RENDER_SCENE_H
#define RENDER_SCENE_H

#include <stdbool.h>

enum scene_kind {
    SCENE_EMPTY,   /* nothing is to be seen: a black picture */
    SCENE_PALETTE, /* Quake's and QuakeWorld's worlds in 256 colours */
    SCENE_RGB      /* Quake III's, in true colour */
};

struct scene_camera {
    float origin[3];
    float angles[3];
    float fov_x;   /* degrees, across the width of what shows the world; the height follows from the
                      aspect ratio */
    bool is_fixed; /* the demo shows a view of its own, the end of a level or a cutscene, in which
                      nobody can be chased; no renderer asks */
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
