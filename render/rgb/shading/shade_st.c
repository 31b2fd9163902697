/* Coordinates of textures: tcGen, then the tcMods in their order; and which picture of an animation
 * shows. */
#include <string.h>

#include "formats/base/vec.h"
#include "render/rgb/shading/shade.h"
#include "render/rgb/shading/shade_internal.h"

/* A mirror of the surroundings: where the view goes off the surface. */
static void st_environment(const struct rgb_mesh *mesh, const float eye[3], float (*st)[2])
{
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        const float *p = mesh->xyz[i], *n = mesh->normal[i];
        float v[3] = {eye[0] - p[0], eye[1] - p[1], eye[2] - p[2]};
        const float scale = q3_rsqrt(vec_dot(v, v));
        v[0] *= scale;
        v[1] *= scale;
        v[2] *= scale;
        const float d = vec_dot(n, v);
        st[i][0] = 0.5f + (n[1] * 2.0f * d - v[1]) * 0.5f;
        st[i][1] = 0.5f - (n[2] * 2.0f * d - v[2]) * 0.5f;
    }
}

static void generate_st(const struct rgb_mesh *mesh, const struct q3_stage *stage,
                        const struct rgb_shade_view *view, float (*st)[2])
{
    const size_t size = mesh->num_vertices * sizeof(*st);
    switch (stage->tc_gen) {
    case Q3_TC_BASE:
        if (size > 0) {
            memcpy(st, mesh->st, size);
        }
        break;
    case Q3_TC_LIGHTMAP:
        if (size > 0) {
            memcpy(st, mesh->light_st, size);
        }
        break;
    case Q3_TC_ENVIRONMENT:
        st_environment(mesh, view->eye, st);
        break;
    case Q3_TC_VECTOR:
        for (uint32_t i = 0; i < mesh->num_vertices; i++) {
            st[i][0] = vec_dot(mesh->xyz[i], stage->tc_vectors[0]);
            st[i][1] = vec_dot(mesh->xyz[i], stage->tc_vectors[1]);
        }
        break;
    }
}

/* s' = m[0] s + m[1] t + m[2], t' = m[3] s + m[4] t + m[5]. */
static void transform_st(float (*st)[2], uint32_t count, const float m[6])
{
    for (uint32_t i = 0; i < count; i++) {
        const float s = st[i][0], t = st[i][1];
        st[i][0] = s * m[0] + t * m[1] + m[2];
        st[i][1] = s * m[3] + t * m[4] + m[5];
    }
}

static float take_fraction(double x)
{
    const double part = x - floor(x);
    return part >= 0.0 ? (float)part : 0.0f; /* 0 for NaN, too */
}

static void scroll_st(float (*st)[2], uint32_t count, const float speed[2], double time)
{
    const float s = take_fraction((double)speed[0] * time),
                t = take_fraction((double)speed[1] * time);
    for (uint32_t i = 0; i < count; i++) {
        st[i][0] += s;
        st[i][1] += t;
    }
}

static void rotate_st(float (*st)[2], uint32_t count, float degrees,
                      const struct rgb_shade_view *view)
{
    const float *sine = view->waves->sine;
    const uint32_t at = q3_wave_index(-(double)degrees * view->shader_time / 360.0);
    const float s = sine[at], c = sine[(at + Q3_WAVE_QUARTER) & Q3_WAVE_MASK];
    const float m[6] = {
        c, -s, 0.5f - 0.5f * c + 0.5f * s, s, c, 0.5f - 0.5f * s - 0.5f * c,
    };
    transform_st(st, count, m);
}

/* A wave at 0 would stretch to no end: such coordinates become 0 where all are made finite. */
static void stretch_st(float (*st)[2], uint32_t count, const struct q3_wave *wave,
                       const struct rgb_shade_view *view)
{
    const float p = 1.0f / shade_wave(view->waves, wave, 0.0f, view->shader_time);
    const float middle = 0.5f - 0.5f * p;
    for (uint32_t i = 0; i < count; i++) {
        st[i][0] = st[i][0] * p + middle;
        st[i][1] = st[i][1] * p + middle;
    }
}

static void warp_st(float (*st)[2], const struct rgb_mesh *mesh, const struct q3_wave *wave,
                    const struct rgb_shade_view *view)
{
    const float *sine = view->waves->sine;
    const double now = (double)wave->phase + view->shader_time * (double)wave->frequency;
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        const float *p = mesh->xyz[i];
        st[i][0] += sine[q3_wave_index((double)(p[0] + p[2]) / 1024.0 + now)] * wave->amplitude;
        st[i][1] += sine[q3_wave_index((double)p[1] / 1024.0 + now)] * wave->amplitude;
    }
}

/* False: this tcMod and those after it have no effect. */
static bool modify_st(float (*st)[2], const struct rgb_mesh *mesh, const struct q3_tc_mod *mod,
                      const struct rgb_shade_view *view)
{
    const float *n = mod->numbers;
    const uint32_t count = mesh->num_vertices;
    switch (mod->kind) {
    case Q3_TC_MOD_END:
        return false;
    case Q3_TC_MOD_SCALE:
        for (uint32_t i = 0; i < count; i++) {
            st[i][0] *= n[0];
            st[i][1] *= n[1];
        }
        break;
    case Q3_TC_MOD_SCROLL:
        scroll_st(st, count, n, view->shader_time);
        break;
    case Q3_TC_MOD_ROTATE:
        rotate_st(st, count, n[0], view);
        break;
    case Q3_TC_MOD_STRETCH:
        stretch_st(st, count, &mod->wave, view);
        break;
    case Q3_TC_MOD_TRANSFORM: {
        const float m[6] = {n[0], n[2], n[4], n[1], n[3], n[5]};
        transform_st(st, count, m);
        break;
    }
    case Q3_TC_MOD_TURB:
        warp_st(st, mesh, &mod->wave, view);
        break;
    case Q3_TC_MOD_ENTITY_TRANSLATE:
        scroll_st(st, count, view->entity_st, view->shader_time);
        break;
    }
    return true;
}

void rgb_shade_st(const struct rgb_mesh *mesh, const struct q3_stage *stage,
                  const struct rgb_shade_view *view, float (*st)[2])
{
    generate_st(mesh, stage, view, st);
    for (uint32_t i = 0; i < stage->num_tc_mods; i++) {
        if (!modify_st(st, mesh, &stage->tc_mods[i], view)) {
            break;
        }
    }
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        st[i][0] = shade_finite(st[i][0]);
        st[i][1] = shade_finite(st[i][1]);
    }
}

uint32_t rgb_shade_frame(const struct q3_stage *stage, uint32_t num_frames, double shader_time)
{
    const double entry = shader_time * (double)stage->frames_a_second * Q3_WAVE_STEPS;
    if (num_frames == 0 || !(entry > 0.0 && entry < 9.2e18)) {
        return 0;
    }
    return (uint32_t)(((uint64_t)entry / Q3_WAVE_STEPS) % num_frames);
}
