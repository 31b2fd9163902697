#include "render/palette/view.h"

#include "formats/base/dmath.h"
#include "formats/base/vec.h"

static void set_edge_plane(float normal[3], float x, float y)
{
    normal[0] = x;
    normal[1] = y;
    normal[2] = 1.0f;
    vec_normalize(normal);
}

/* The screen's four sides as planes in view space (x negated, as the original keeps them), then
 * turned into the world: R_ViewChanged and R_TransformFrustum. */
static void set_frustum(struct view *view, float hfov, float vfov)
{
    set_edge_plane(view->frustum[0].view_normal, (float)(-1.0 / (0.5 * (double)hfov)), 0.0f);
    set_edge_plane(view->frustum[1].view_normal, (float)(1.0 / (0.5 * (double)hfov)), 0.0f);
    set_edge_plane(view->frustum[2].view_normal, 0.0f, (float)(-1.0 / (0.5 * (double)vfov)));
    set_edge_plane(view->frustum[3].view_normal, 0.0f, (float)(1.0 / (0.5 * (double)vfov)));
    view_transform_frustum(view, view->origin, view->forward, view->right, view->up);
}

void view_transform_frustum(struct view *view, const float origin[3], const float forward[3],
                            const float right[3], const float up[3])
{
    for (int i = 0; i < 4; i++) {
        const float *n = view->frustum[i].view_normal;
        float *out = view->frustum[i].normal;
        for (int k = 0; k < 3; k++) {
            out[k] = -n[0] * right[k] + n[1] * up[k] + n[2] * forward[k];
        }
        view->frustum[i].dist = vec_dot(origin, out);
    }
}

void view_setup(struct view *view, const struct scene *scene, int width, int height)
{
    const struct scene_camera *camera = &scene->camera;
    view->time = scene->time;
    view->width = width;
    view->height = height;
    for (int i = 0; i < 3; i++) {
        view->origin[i] = camera->origin[i];
        view->angles[i] = camera->angles[i];
    }
    dmath_angle_vectors(view->angles, view->forward, view->right, view->up);

    view->pixel_aspect = 1.0f;
    view->fov_x = camera->fov_x;
    float half_width = (float)(2.0 * dmath_tan((double)(camera->fov_x / 360.0f) * DMATH_PI));
    float screen_aspect = (float)width * view->pixel_aspect / (float)height;
    float half_height = half_width / screen_aspect;
    view->fov_y = (float)(dmath_atan2((double)half_height / 2.0, 1.0) * 360.0 / DMATH_PI);

    view->xcenter = (float)width * 0.5f - 0.5f;
    view->ycenter = (float)height * 0.5f - 0.5f;
    view->xscale = (float)width / half_width;
    view->yscale = view->xscale * view->pixel_aspect;
    view->xscaleinv = 1.0f / view->xscale;
    view->yscaleinv = 1.0f / view->yscale;
    view->xscale_shrink = (float)(width - 6) / half_width;
    view->yscale_shrink = view->xscale_shrink * view->pixel_aspect;
    view->edge_left = -0.5f;
    view->edge_top = -0.5f;
    view->edge_right = (float)width - 0.5f;
    view->edge_bottom = (float)height - 0.5f;
    set_frustum(view, half_width, half_height);
}
