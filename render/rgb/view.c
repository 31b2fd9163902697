#include "render/rgb/view.h"

#include <math.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "formats/base/vec.h"

/* No place in a level is beyond this; sums and squares of such numbers stay far from overflow. */
#define FARTHEST 1e7f
#define LARGEST_AXIS 1e4f

/* False for NaN, too. */
static bool are_within(const float *numbers, int count, float limit)
{
    for (int i = 0; i < count; i++) {
        if (!(numbers[i] >= -limit && numbers[i] <= limit)) {
            return false;
        }
    }
    return true;
}

static float limited_fov(float fov)
{
    return fov >= 1.0f && fov <= 179.0f ? fov : 90.0f;
}

/* The planes through the eye at half an angle from `forward` to both sides of it. */
static void set_sides(struct rgb_view *view, int first, double half, const float across[3])
{
    const float s = (float)dmath_sin(half), c = (float)dmath_cos(half);
    for (int k = 0; k < 2; k++) {
        struct rgb_side *side = &view->sides[first + k];
        const float turn = k == 0 ? c : -c;
        for (int i = 0; i < 3; i++) {
            side->normal[i] = s * view->axis[0][i] + turn * across[i];
        }
        side->dist = vec_dot(side->normal, view->eye);
    }
}

void rgb_view_set_far(struct rgb_view *view, float far)
{
    const float near = RGB_NEAR_PLANE;
    view->far = far > 2.0f * near ? far : 2.0f * near;
    view->z_scale = (view->far + near) / (view->far - near);
    view->z_offset = -2.0f * view->far * near / (view->far - near);
}

/* Eye and axes are set: the rest follows. */
static void set_pyramid(struct rgb_view *view, float fov_x, float fov_y)
{
    const double half_x = limited_fov(fov_x) * (DMATH_PI / 360.0);
    const double half_y = limited_fov(fov_y) * (DMATH_PI / 360.0);
    view->scale_x = (float)(1.0 / dmath_tan(half_x));
    view->scale_y = (float)(1.0 / dmath_tan(half_y));
    view->cot_y = view->scale_y;
    set_sides(view, 0, half_x, view->axis[1]);
    set_sides(view, 2, half_y, view->axis[2]);
    rgb_view_set_far(view, RGB_FAR_WITHOUT_WORLD);
}

bool rgb_view_set(struct rgb_view *view, const struct scene *scene)
{
    memset(view, 0, sizeof *view);
    memcpy(view->eye, scene->camera.origin, sizeof view->eye);
    memcpy(view->axis, scene->rgb->axis, sizeof view->axis);
    if (!are_within(view->eye, 3, FARTHEST) || !are_within(&view->axis[0][0], 9, 2.0f)) {
        return false;
    }
    set_pyramid(view, scene->camera.fov_x, scene->rgb->fov_y);
    return true;
}

void rgb_view_set_part(struct rgb_view *view, float fov_x, float fov_y, const float middle[2],
                       const float half[2])
{
    memset(view, 0, sizeof *view);
    for (int i = 0; i < 3; i++) {
        view->axis[i][i] = 1.0f;
    }
    set_pyramid(view, fov_x, fov_y);
    view->is_part = true;
    memcpy(view->middle, middle, sizeof view->middle);
    memcpy(view->half, half, sizeof view->half);
}

int rgb_view_cross_box(const struct rgb_view *view, const float mins[3], const float maxs[3],
                       int mask)
{
    for (int i = 0; i < RGB_SIDES; i++) {
        if ((mask & 1 << i) == 0) {
            continue;
        }
        const struct rgb_side *side = &view->sides[i];
        float nearest = -side->dist, farthest = -side->dist;
        for (int k = 0; k < 3; k++) {
            const bool rises = side->normal[k] >= 0.0f;
            farthest += side->normal[k] * (rises ? maxs[k] : mins[k]);
            nearest += side->normal[k] * (rises ? mins[k] : maxs[k]);
        }
        if (farthest < 0.0f) {
            return -1;
        }
        if (nearest >= 0.0f) {
            mask &= ~(1 << i);
        }
    }
    return mask;
}

/* ---- Spaces ---- */

/* Origin and axes are set: the rest follows. */
static void finish_space(struct rgb_space *space, const struct rgb_view *view)
{
    const float way[3] = {space->origin[0] - view->eye[0], space->origin[1] - view->eye[1],
                          space->origin[2] - view->eye[2]};
    const float back[3] = {-way[0], -way[1], -way[2]};
    vec_to_axes(way, view->axis[0], view->axis[1], view->axis[2], space->place);
    for (int i = 0; i < 3; i++) {
        vec_to_axes(space->axis[i], view->axis[0], view->axis[1], view->axis[2],
                    space->view_axis[i]);
        space->eye[i] = vec_dot(back, space->axis[i]) * space->scale;
        vec_to_axes(view->axis[i], space->axis[0], space->axis[1], space->axis[2], space->look[i]);
    }
}

void rgb_space_of_world(struct rgb_space *space, const struct rgb_view *view)
{
    memset(space, 0, sizeof *space);
    for (int i = 0; i < 3; i++) {
        space->axis[i][i] = 1.0f;
    }
    space->axis_length = 1.0f;
    space->scale = 1.0f;
    finish_space(space, view);
}

bool rgb_space_of_entity(struct rgb_space *space, const struct rgb_view *view,
                         const float origin[3], const float axis[3][3])
{
    memset(space, 0, sizeof *space);
    if (!are_within(origin, 3, FARTHEST) || !are_within(&axis[0][0], 9, LARGEST_AXIS)) {
        return false;
    }
    memcpy(space->origin, origin, sizeof space->origin);
    memcpy(space->axis, axis, sizeof space->axis);
    space->axis_length = vec_length(space->axis[0]);
    space->scale = space->axis_length > 0.0f ? 1.0f / space->axis_length : 1.0f;
    /* Axes that came out of angles and tags are a little off one unit: not divided by that. */
    space->is_scaled = fabsf(space->axis_length - 1.0f) > 1e-3f;
    if (!space->is_scaled) {
        space->scale = 1.0f;
        space->axis_length = 1.0f;
    }
    finish_space(space, view);
    return true;
}

void rgb_space_from_world(const struct rgb_space *space, const float point[3], float out[3])
{
    const float way[3] = {point[0] - space->origin[0], point[1] - space->origin[1],
                          point[2] - space->origin[2]};
    vec_to_axes(way, space->axis[0], space->axis[1], space->axis[2], out);
}

void rgb_space_clip(const struct rgb_space *space, const struct rgb_view *view,
                    const float (*points)[3], uint32_t count, float (*clip)[4])
{
    /* Rows of the matrix: right, up and depth of the entity's axes and origin, scaled to the
     * picture's size. */
    float rows[3][4];
    for (int i = 0; i < 4; i++) {
        const float *column = i < 3 ? space->view_axis[i] : space->place;
        rows[0][i] = -column[1] * view->scale_x;
        rows[1][i] = column[2] * view->scale_y;
        rows[2][i] = column[0];
    }
    for (uint32_t i = 0; i < count; i++) {
        const float *p = points[i];
        float *out = clip[i];
        out[0] = p[0] * rows[0][0] + p[1] * rows[0][1] + p[2] * rows[0][2] + rows[0][3];
        out[1] = p[0] * rows[1][0] + p[1] * rows[1][1] + p[2] * rows[1][2] + rows[1][3];
        const float depth = p[0] * rows[2][0] + p[1] * rows[2][1] + p[2] * rows[2][2] + rows[2][3];
        out[2] = depth * view->z_scale + view->z_offset;
        out[3] = depth;
        for (int k = 0; view->is_part && k < 2; k++) {
            out[k] = out[k] * view->half[k] + depth * view->middle[k];
        }
    }
}

bool rgb_space_sees_box(const struct rgb_space *space, const struct rgb_view *view,
                        const float mins[3], const float maxs[3])
{
    /* Each frustum plane, in the entity's space. */
    for (int i = 0; i < RGB_SIDES; i++) {
        const struct rgb_side *side = &view->sides[i];
        float farthest = vec_dot(side->normal, space->origin) - side->dist;
        for (int k = 0; k < 3; k++) {
            const float slope = vec_dot(side->normal, space->axis[k]);
            farthest += slope * (slope >= 0.0f ? maxs[k] : mins[k]);
        }
        if (farthest < 0.0f) {
            return false;
        }
    }
    return true;
}
