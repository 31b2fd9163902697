/* The projection of one picture: from a scene's camera and a size to axes, screen scales and clip
 * planes; and the moment the picture is of.
 *
 * View space: x right, y up, z forward (distance). Screen space: u to the right, v down, pixel
 * centres on whole numbers; xcenter = width / 2 - 0.5. Rounding follows the original: a span covers
 * ceil(u0)..ceil(u1) - 1. */
#ifndef RENDER_PALETTE_VIEW_H
#define RENDER_PALETTE_VIEW_H

#include "formats/base/vec.h"
#include "render/scene.h"

struct view {
    double time; /* the scene's */
    int width, height;
    float origin[3];
    float angles[3];
    float forward[3], right[3], up[3]; /* world space */
    float fov_x, fov_y;                /* degrees */
    float pixel_aspect; /* the display's, height / width * 4 / 3 corrected; 1 = square */
    float xcenter, ycenter;
    float xscale, yscale; /* pixels at distance 1 */
    float xscaleinv, yscaleinv;
    float xscale_shrink,
        yscale_shrink; /* slightly smaller, so that alias vertices stay on screen */
    float edge_left, edge_right, edge_top,
        edge_bottom; /* clamps of projected u and v (the "adj" ones) */
    /* Frustum planes through the origin: left, right, top, bottom; a point is inside when
     * dot(normal, p) >= dist. */
    struct {
        float normal[3]; /* world space */
        float dist;
        float view_normal[3]; /* the same in view space, x negated (the original's screenedge) */
    } frustum[4];
};

/* Square pixels. The vertical field of view follows from the camera's fov_x and the aspect ratio.
 */
void view_setup(struct view *view, const struct scene *scene, int width, int height);

/* Turns the frustum's planes into another space: the camera's place and axes as seen there (model
 * space). */
void view_transform_frustum(struct view *view, const float origin[3], const float forward[3],
                            const float right[3], const float up[3]);

/* world -> view space, relative to the camera. */
static inline void view_transform(const struct view *view, const float world_offset[3],
                                  float out[3])
{
    vec_to_axes(world_offset, view->right, view->up, view->forward, out);
}

#endif
