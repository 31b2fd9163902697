#include "render/rgb/shading/fog.h"

#include "formats/base/vec.h"
#include "render/rgb/shading/shade_internal.h"

static const float HALF_TEXEL = 1.0f / 512.0f;
/* Rows of the fog's picture: outside it, its first row inside, and so deep that nothing changes. */
static const float OUTSIDE = 1.0f / 32.0f, RANGE = 30.0f / 32.0f, DEEP = 31.0f / 32.0f;

void rgb_fog_view_make(struct rgb_fog_view *view, const struct q3_level *level, uint32_t fog,
                       const float eye[3], const float forward[3], const float origin[3],
                       const float axis[3][3])
{
    const struct q3_bsp_fog *volume = &level->bsp.fogs[fog];
    const float *normal = volume->surface.normal;
    const float scale = level->fogs[fog].scale;
    const float from_eye[3] = {origin[0] - eye[0], origin[1] - eye[1], origin[2] - eye[2]};
    *view = (struct rgb_fog_view){.fog = &level->fogs[fog], .has_surface = volume->has_surface};
    for (int i = 0; i < 3; i++) {
        view->distance[i] = scale * vec_dot(forward, axis[i]);
    }
    view->distance[3] = scale * vec_dot(forward, from_eye) + HALF_TEXEL;
    if (volume->has_surface) {
        for (int i = 0; i < 3; i++) {
            view->plane[i] = vec_dot(normal, axis[i]);
        }
        view->plane[3] = volume->surface.dist - vec_dot(normal, origin);
        view->eye_depth = volume->surface.dist - vec_dot(normal, eye);
        view->eye_outside = view->eye_depth < 0.0f;
    }
}

void rgb_fog_st_at(const struct rgb_fog_view *fog, const float p[3], float st[2])
{
    const float depth = fog->has_surface ? fog->plane[3] - vec_dot(fog->plane, p) : 1.0f;
    st[0] = shade_finite(vec_dot(fog->distance, p) + fog->distance[3]);
    if (fog->eye_outside) {
        const float share = depth / (depth - fog->eye_depth);
        st[1] = depth < 1.0f ? OUTSIDE : shade_finite(OUTSIDE + RANGE * share);
    } else {
        st[1] = depth < 0.0f ? OUTSIDE : DEEP;
    }
}

void rgb_shade_fog_st(const struct rgb_mesh *mesh, const struct rgb_fog_view *fog, float (*st)[2])
{
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        rgb_fog_st_at(fog, mesh->xyz[i], st[i]);
    }
}
