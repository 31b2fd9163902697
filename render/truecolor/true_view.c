#include "render/truecolor/true_view.h"

#include <math.h>

#include "formats/base/dmath.h"
#include "formats/base/vec.h"

static const float near_plane = 4.0f, far_plane = 65536.0f;

/* The plane through the eye with `along` on one of its sides. */
static void set_side(struct true_side *side, const struct true_view *view, const float along[3],
                     float tangent)
{
    for (int i = 0; i < 3; i++) {
        side->normal[i] = view->forward[i] * tangent + along[i];
    }
    vec_normalize(side->normal);
    side->dist = vec_dot(side->normal, view->eye);
}

static void set_sides(struct true_view *view)
{
    float left[3], down[3];
    for (int i = 0; i < 3; i++) {
        left[i] = -view->right[i];
        down[i] = -view->up[i];
    }
    set_side(&view->sides[0], view, view->right, view->tan_x);
    set_side(&view->sides[1], view, left, view->tan_x);
    set_side(&view->sides[2], view, view->up, view->tan_y);
    set_side(&view->sides[3], view, down, view->tan_y);
}

static bool is_finite(const float values[3])
{
    return isfinite(values[0]) && isfinite(values[1]) && isfinite(values[2]);
}

bool true_view_set(struct true_view *view, const struct scene *scene, int width, int height,
                   bool underwater)
{
    const struct scene_camera *camera = &scene->camera;
    *view = (struct true_view){.time = scene->time, .width = width, .height = height};
    if (!is_finite(camera->origin) || !is_finite(camera->angles) || !(camera->fov_x > 0.0f) ||
        !(camera->fov_x < 180.0f)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        view->eye[i] = camera->origin[i];
        view->angles[i] = camera->angles[i];
    }
    dmath_angle_vectors(view->angles, view->forward, view->right, view->up);
    const double tangent = dmath_tan((double)camera->fov_x * DMATH_PI / 360.0);
    double wide = 1.0, high = 1.0;
    if (underwater && fabs(scene->time) < 1e5) {
        const double breath = 0.03 * dmath_sin(1.5 * scene->time);
        wide = 0.97 + breath;
        high = 1.03 - breath;
    }
    view->tan_x = (float)(tangent * wide);
    view->tan_y = (float)(tangent * height / width * high);
    set_sides(view);
    return true;
}

struct true_space true_space_of_world(void)
{
    return (struct true_space){.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

struct true_space true_space_at(const float origin[3], const float angles[3], float scale)
{
    struct true_space space;
    float right[3];
    dmath_angle_vectors(angles, space.axis[0], right, space.axis[2]);
    for (int i = 0; i < 3; i++) {
        space.origin[i] = origin[i];
        space.axis[0][i] *= scale;
        space.axis[1][i] = -right[i] * scale;
        space.axis[2][i] *= scale;
    }
    return space;
}

/* Row of a direction of the view: what each axis and the origin have of it, times a factor. */
static void set_row(float row[4], const float direction[3], const struct true_space *space,
                    const float offset[3], float factor)
{
    for (int i = 0; i < 3; i++) {
        row[i] = vec_dot(direction, space->axis[i]) * factor;
    }
    row[3] = vec_dot(direction, offset) * factor;
}

void true_clip_set(struct true_clip *clip, const struct true_view *view,
                   const struct true_space *space)
{
    const float z_scale = (far_plane + near_plane) / (far_plane - near_plane);
    const float z_offset = -2.0f * far_plane * near_plane / (far_plane - near_plane);
    float offset[3];
    for (int i = 0; i < 3; i++) {
        offset[i] = space->origin[i] - view->eye[i];
    }
    set_row(clip->row[0], view->right, space, offset, 1.0f / view->tan_x);
    set_row(clip->row[1], view->up, space, offset, 1.0f / view->tan_y);
    set_row(clip->row[3], view->forward, space, offset, 1.0f);
    for (int i = 0; i < 4; i++) {
        clip->row[2][i] = clip->row[3][i] * z_scale;
    }
    clip->row[2][3] += z_offset;
}

static float apply_row(const float row[4], const float point[3])
{
    return row[0] * point[0] + row[1] * point[1] + row[2] * point[2] + row[3];
}

void true_clip_points(const struct true_clip *clip, const float (*points)[3], unsigned count,
                      float (*out)[4])
{
    for (unsigned i = 0; i < count; i++) {
        for (int k = 0; k < 4; k++) {
            out[i][k] = apply_row(clip->row[k], points[i]);
        }
    }
}

void true_space_box(const struct true_space *space, const float mins[3], const float maxs[3],
                    float world_mins[3], float world_maxs[3])
{
    for (int i = 0; i < 3; i++) {
        world_mins[i] = world_maxs[i] = space->origin[i];
        for (int k = 0; k < 3; k++) {
            const float a = space->axis[k][i] * mins[k], b = space->axis[k][i] * maxs[k];
            world_mins[i] += a < b ? a : b;
            world_maxs[i] += a < b ? b : a;
        }
    }
}

int true_view_cross_box(const struct true_view *view, const float mins[3], const float maxs[3],
                        int mask)
{
    int crossed = 0;
    for (int n = 0; n < TRUE_SIDES; n++) {
        const struct true_side *side = &view->sides[n];
        if ((mask >> n & 1) == 0) {
            continue;
        }
        float far[3], near[3];
        for (int i = 0; i < 3; i++) {
            const bool negative = side->normal[i] < 0.0f;
            far[i] = negative ? mins[i] : maxs[i];
            near[i] = negative ? maxs[i] : mins[i];
        }
        if (vec_dot(far, side->normal) < side->dist) {
            return -1;
        }
        if (vec_dot(near, side->normal) < side->dist) {
            crossed |= 1 << n;
        }
    }
    return crossed;
}
