/* Where a picture is seen from, and the way of points there: from the world's or a thing's space to
 * clip space (render/rgb/raster/raster.h), and what lies outside the pyramid of sight.
 *
 * Source: the published client's projection (near plane at 4 units, the far one behind all that is
 * visited, four side planes to cull by). Pure functions of their arguments. */
#ifndef RENDER_RGB_VIEW_H
#define RENDER_RGB_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include "render/rgb/scene_rgb.h"
#include "render/scene.h"

#define RGB_NEAR_PLANE 4.0f
#define RGB_FAR_WITHOUT_WORLD 2048.0f

enum { RGB_SIDES = 4, RGB_ALL_SIDES = (1 << RGB_SIDES) - 1 };

/* In front of it (normal . p - dist >= 0) is what may be seen. */
struct rgb_side {
    float normal[3], dist;
};

struct rgb_view {
    float eye[3];
    float axis[3][3];       /* forward, left, up; of unit length */
    float scale_x, scale_y; /* from units beside the middle, by depth, to -1 .. 1 */
    float cot_y;            /* of half the height's angle: scale_y as a size of things */
    float far;              /* units */
    float z_scale, z_offset;
    struct rgb_side sides[RGB_SIDES];
    /* Where in the picture its middle is and how large it is there, for the picture from -1 to 1 */
    bool is_part;
    float middle[2], half[2];
};

/* Of the scene's camera. False: it has numbers that are none, and nothing can be seen. The far
 * plane is RGB_FAR_WITHOUT_WORLD until rgb_view_set_far. */
bool rgb_view_set(struct rgb_view *view, const struct scene *scene);
/* Of things by themselves: from 0 0 0 along x, in a part of the picture. */
void rgb_view_set_part(struct rgb_view *view, float fov_x, float fov_y, const float middle[2],
                       const float half[2]);
void rgb_view_set_far(struct rgb_view *view, float far);

/* Which of the sides in `mask` (bit by number) a box lies across; -1: it is outside one of them. */
int rgb_view_cross_box(const struct rgb_view *view, const float mins[3], const float maxs[3],
                       int mask);

/* The space a thing's points are in. */
struct rgb_space {
    float origin[3], axis[3][3]; /* in the world */
    float axis_length;           /* of axis[0] */
    float scale;                 /* 1 / axis_length, or 1 without one */
    bool is_scaled;
    float place[3];        /* of the origin as the view has it: forward, left, up of the eye */
    float view_axis[3][3]; /* of each axis, likewise */
    float eye[3];          /* seen from the thing, in units of its own points */
    float look[3][3];      /* the view's axes by the thing's */
};

/* The world's own. */
void rgb_space_of_world(struct rgb_space *space, const struct rgb_view *view);
/* False: its numbers are none, or too large to be a place. */
bool rgb_space_of_entity(struct rgb_space *space, const struct rgb_view *view,
                         const float origin[3], const float axis[3][3]);

/* By the axes, without dividing by their length, as the original has it. */
void rgb_space_from_world(const struct rgb_space *space, const float point[3], float out[3]);
void rgb_space_clip(const struct rgb_space *space, const struct rgb_view *view,
                    const float (*points)[3], uint32_t count, float (*clip)[4]);
/* Whether some of a box in the thing's space may be seen. */
bool rgb_space_sees_box(const struct rgb_space *space, const struct rgb_view *view,
                        const float mins[3], const float maxs[3]);

#endif
