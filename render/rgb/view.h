/* Camera and transforms: from world or entity space to clip space (render/rgb/raster/raster.h), and
 * frustum culling.
 *
 * Source: projection of the published Quake III client (near plane at 4 units, far plane past all
 * visited leafs, four side planes to cull by). Pure functions of their arguments. */
#ifndef RENDER_RGB_VIEW_H
#define RENDER_RGB_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "render/rgb/scene_rgb.h"
#include "render/scene.h"

#define RGB_NEAR_PLANE 4.0f
#define RGB_FAR_WITHOUT_WORLD 2048.0f

enum { RGB_SIDES = 4, RGB_ALL_SIDES = (1 << RGB_SIDES) - 1 };

/* A side plane of the frustum; inside is normal . p - dist >= 0. */
struct rgb_side {
    float normal[3], dist;
};

struct rgb_view {
    float eye[3];
    float axis[3][3];       /* forward, left, up; of unit length */
    float scale_x, scale_y; /* from (units off the axis / depth) to -1..1 */
    float cot_y;            /* cotangent of half the vertical field of view */
    float far;              /* units */
    float z_scale, z_offset;
    struct rgb_side sides[RGB_SIDES];
    /* Centre and half size in the frame, whose coordinates run -1..1 */
    bool is_part;
    float middle[2], half[2];
};

/* Sets the view from the scene's camera. False: the camera has values that are not finite; nothing
 * can be drawn. The far plane is RGB_FAR_WITHOUT_WORLD until rgb_view_set_far. */
bool rgb_view_set(struct rgb_view *view, const struct scene *scene);
/* Sets the view of an RGB_2D_VIEW: from 0 0 0 along x, in a part of the frame. fov: degrees. */
void rgb_view_set_part(struct rgb_view *view, float fov_x, float fov_y, const float middle[2],
                       const float half[2]);
void rgb_view_set_far(struct rgb_view *view, float far);

/* Returns the sides of `mask` (bit n = side n) that cross a box; -1 = the box is outside one. */
int rgb_view_cross_box(const struct rgb_view *view, const float mins[3], const float maxs[3],
                       int mask);

/* The coordinate space of an entity's points, or of the world. */
struct rgb_space {
    float origin[3], axis[3][3]; /* in the world */
    float axis_length;           /* length of axis[0] */
    float scale;                 /* 1 / axis_length, or 1 without one */
    bool is_scaled;
    float place[3];        /* origin in view space: forward, left, up */
    float view_axis[3][3]; /* each axis in view space */
    float eye[3];          /* camera position in this space */
    float look[3][3];      /* the view's axes in this space */
};

/* World space: unit axes at 0 0 0. */
void rgb_space_of_world(struct rgb_space *space, const struct rgb_view *view);
/* False: values are not finite or out of range. */
bool rgb_space_of_entity(struct rgb_space *space, const struct rgb_view *view,
                         const float origin[3], const float axis[3][3]);

/* Projects onto the axes without dividing by their length, as Quake III does. */
void rgb_space_from_world(const struct rgb_space *space, const float point[3], float out[3]);
void rgb_space_clip(const struct rgb_space *space, const struct rgb_view *view,
                    const float (*points)[3], uint32_t count, float (*clip)[4]);
/* True if a box in this space may be inside the frustum. */
bool rgb_space_sees_box(const struct rgb_space *space, const struct rgb_view *view,
                        const float mins[3], const float maxs[3]);

#endif
