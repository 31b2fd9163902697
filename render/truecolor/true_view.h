/* The camera of a frame in true colour, and from model space to the rasterizer's clip space.
 *
 * Clip space as in render/rgb/raster/raster.h. Sources: QuakeSpasm's gl_rmain.c (R_SetupGL,
 * R_SetupView): the near plane is 4 units away, the field of view is across the width; the eye
 * under water breathes. The far plane is that of 0.96, 65536 units. */
#ifndef RENDER_TRUECOLOR_TRUE_VIEW_H
#define RENDER_TRUECOLOR_TRUE_VIEW_H

#include <stdbool.h>

#include "render/scene.h"

enum { TRUE_SIDES = 4 };

/* Side plane of the frustum; inside is normal . p - dist >= 0. */
struct true_side {
    float normal[3], dist;
};

struct true_view {
    double time; /* the scene's */
    int width, height;
    float eye[3], angles[3];
    float forward[3], right[3], up[3];
    float tan_x, tan_y; /* half the picture at distance 1 */
    struct true_side sides[TRUE_SIDES];
};

/* A model's place: world = origin + x * axis[0] + y * axis[1] + z * axis[2]. */
struct true_space {
    float origin[3];
    float axis[3][3]; /* forward, left, up, as long as a unit of the model */
};

/* From model space to clip space: x, y, z, w as rows. */
struct true_clip {
    float row[4][4];
};

/* False: the camera has values that are not finite; nothing can be drawn. underwater: the eye is
 * in a liquid. */
bool true_view_set(struct true_view *view, const struct scene *scene, int width, int height,
                   bool underwater);

struct true_space true_space_of_world(void);
/* angles: as those of a camera; alias models need theirs with the pitch turned round. */
struct true_space true_space_at(const float origin[3], const float angles[3], float scale);

void true_clip_set(struct true_clip *clip, const struct true_view *view,
                   const struct true_space *space);
void true_clip_points(const struct true_clip *clip, const float (*points)[3], unsigned count,
                      float (*out)[4]);
/* The box in world space around a box in model space. */
void true_space_box(const struct true_space *space, const float mins[3], const float maxs[3],
                    float world_mins[3], float world_maxs[3]);

/* Sides of `mask` (bit n = side n) that a box in world space crosses; -1: it lies outside one. */
int true_view_cross_box(const struct true_view *view, const float mins[3], const float maxs[3],
                        int mask);

#endif
