/* Vertex colours: rgbGen, alphaGen, and adjustment for fog. */
#include <string.h>

#include "assets/quake3/fog_density.h"
#include "formats/base/vec.h"
#include "render/rgb/shading/shade.h"
#include "render/rgb/shading/shade_internal.h"

/* Light position of lightingSpecular, for all meshes, in model space. */
static const float LAMP[3] = {-960.0f, 1980.0f, 96.0f};

static float clamp_share(float share)
{
    return share > 0.0f ? share < 1.0f ? share : 1.0f : 0.0f;
}

/* The original's identityLight: what the screen makes 1. */
static float identity_share(const struct rgb_shade_view *view)
{
    return view->overbright ? 0.5f : 1.0f;
}

static uint8_t identity_level(const struct rgb_shade_view *view, uint8_t level)
{
    return view->overbright ? level / 2 : level;
}

static float wave_value(const struct q3_wave *wave, const struct rgb_shade_view *view)
{
    return shade_wave(view->waves, wave, 0.0f, view->shader_time);
}

/* Noise knows no table: its clock runs phase and all, and it is not halved. */
static uint8_t rgb_wave_byte(const struct q3_wave *wave, const struct rgb_shade_view *view)
{
    if (wave->kind != Q3_WAVE_NOISE) {
        return shade_byte(255.0f * clamp_share(wave_value(wave, view) * identity_share(view)));
    }
    const double t = (view->shader_time + (double)wave->phase) * (double)wave->frequency;
    const float value = wave->base + q3_noise(view->waves, 0.0f, 0.0f, 0.0f, t) * wave->amplitude;
    return shade_byte(255.0f * clamp_share(value));
}

/* The part that is the same for all vertices; false where there is none. */
static bool flat_rgb(const struct q3_stage *stage, const struct rgb_shade_view *view,
                     uint8_t color[4])
{
    color[0] = color[1] = color[2] = 255;
    switch (stage->rgb_gen) {
    case Q3_RGB_IDENTITY:
        return true;
    case Q3_RGB_IDENTITY_LIGHTING:
        memset(color, identity_level(view, 255), 3);
        return true;
    case Q3_RGB_ENTITY:
        memcpy(color, view->entity_color, 3);
        return true;
    case Q3_RGB_ONE_MINUS_ENTITY:
        for (int i = 0; i < 3; i++) {
            color[i] = (uint8_t)(255 - view->entity_color[i]);
        }
        return true;
    case Q3_RGB_CONST:
        memcpy(color, stage->rgb, 3);
        return true;
    case Q3_RGB_WAVE:
        memset(color, rgb_wave_byte(&stage->rgb_wave, view), 3);
        return true;
    case Q3_RGB_VERTEX:
    case Q3_RGB_EXACT_VERTEX:
    case Q3_RGB_ONE_MINUS_VERTEX:
    case Q3_RGB_LIGHTING_DIFFUSE:
    case Q3_RGB_BRIGHT_ENTITY:
        break;
    }
    return false;
}

static bool flat_alpha(const struct q3_stage *stage, const struct rgb_shade_view *view,
                       uint8_t *alpha)
{
    *alpha = 255;
    switch (stage->alpha_gen) {
    case Q3_ALPHA_IDENTITY: /* which leaves what "rgbGen vertex" took over */
        return stage->rgb_gen != Q3_RGB_VERTEX;
    case Q3_ALPHA_ENTITY:
        *alpha = view->entity_color[3];
        return true;
    case Q3_ALPHA_ONE_MINUS_ENTITY:
        *alpha = (uint8_t)(255 - view->entity_color[3]);
        return true;
    case Q3_ALPHA_CONST:
        *alpha = stage->alpha;
        return true;
    case Q3_ALPHA_WAVE:
        *alpha = shade_byte(255.0f * clamp_share(wave_value(&stage->alpha_wave, view)));
        return true;
    case Q3_ALPHA_PORTAL:
        return !view->portal_view;
    case Q3_ALPHA_VERTEX:
    case Q3_ALPHA_ONE_MINUS_VERTEX:
    case Q3_ALPHA_LIGHTING_SPECULAR:
        break;
    }
    return false;
}

static void diffuse_colors(const struct rgb_mesh *mesh, const struct rgb_entity_light *light,
                           uint8_t (*color)[4])
{
    const float *a = light->ambient, *d = light->directed, *l = light->direction;
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        const float facing = vec_dot(mesh->normal[i], l);
        const float share = facing > 0.0f ? facing : 0.0f;
        for (int j = 0; j < 3; j++) {
            color[i][j] = shade_byte(a[j] + share * d[j]);
        }
    }
}

/* The light's direction alone counts, so that a body has a shape and is as bright in the dark. */
static void bright_colors(const struct rgb_mesh *mesh, const struct rgb_shade_view *view,
                          uint8_t (*color)[4])
{
    const float least = 0.3f, most = identity_share(view);
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        const float facing = vec_dot(mesh->normal[i], view->light.direction);
        const float share = most * (least + (1.0f - least) * clamp_share(0.5f + 0.5f * facing));
        for (int j = 0; j < 3; j++) {
            color[i][j] = shade_byte(share * (float)view->entity_color[j]);
        }
    }
}

static void vertex_rgb(const struct rgb_mesh *mesh, const struct q3_stage *stage,
                       const struct rgb_shade_view *view, uint8_t (*color)[4])
{
    if (stage->rgb_gen == Q3_RGB_LIGHTING_DIFFUSE) {
        diffuse_colors(mesh, &view->light, color);
        return;
    }
    if (stage->rgb_gen == Q3_RGB_BRIGHT_ENTITY) {
        bright_colors(mesh, view, color);
        return;
    }
    const uint8_t inverse = stage->rgb_gen == Q3_RGB_ONE_MINUS_VERTEX ? 255 : 0;
    const int halved = view->overbright && stage->rgb_gen != Q3_RGB_EXACT_VERTEX ? 1 : 0;
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        for (int j = 0; j < 3; j++) {
            color[i][j] = (uint8_t)((mesh->color[i][j] ^ inverse) >> halved); /* v, or 255 - v */
        }
    }
}

/* Specular highlight of a vertex, 0..255. */
static uint8_t specular_alpha(const float xyz[3], const float normal[3], const float eye[3])
{
    float to_lamp[3], to_eye[3], mirrored[3];
    for (int i = 0; i < 3; i++) {
        to_lamp[i] = LAMP[i] - xyz[i];
        to_eye[i] = eye[i] - xyz[i];
    }
    const float scale = q3_rsqrt(vec_dot(to_lamp, to_lamp));
    for (int i = 0; i < 3; i++) {
        to_lamp[i] *= scale;
    }
    const float facing = 2.0f * vec_dot(normal, to_lamp);
    for (int i = 0; i < 3; i++) {
        mirrored[i] = normal[i] * facing - to_lamp[i];
    }
    const float x = vec_dot(mirrored, to_eye) * q3_rsqrt(vec_dot(to_eye, to_eye));
    const float square = x * x;
    return x > 0.0f ? shade_byte(square * square * 255.0f) : 0;
}

static void vertex_alpha(const struct rgb_mesh *mesh, const struct q3_stage *stage,
                         const struct rgb_shade_view *view, uint8_t (*color)[4])
{
    const uint32_t count = mesh->num_vertices;
    if (stage->alpha_gen == Q3_ALPHA_LIGHTING_SPECULAR) {
        for (uint32_t i = 0; i < count; i++) {
            color[i][3] = specular_alpha(mesh->xyz[i], mesh->normal[i], view->eye);
        }
    } else if (stage->alpha_gen == Q3_ALPHA_PORTAL) {
        for (uint32_t i = 0; i < count; i++) {
            const float far = vec_distance(view->eye, mesh->xyz[i]) / stage->portal_range;
            color[i][3] = shade_byte(255.0f * clamp_share(far));
        }
    } else {
        const uint8_t inverse = stage->alpha_gen == Q3_ALPHA_ONE_MINUS_VERTEX ? 255 : 0;
        for (uint32_t i = 0; i < count; i++) {
            color[i][3] = mesh->color[i][3] ^ inverse;
        }
    }
}

static void dim_by_fog(const struct rgb_mesh *mesh, const struct rgb_fog_view *fog,
                       enum q3_fog_adjust adjust, uint8_t (*color)[4])
{
    const int first = adjust == Q3_FOG_ALPHA ? 3 : 0, last = adjust == Q3_FOG_RGB ? 3 : 4;
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        float st[2];
        rgb_fog_st_at(fog, mesh->xyz[i], st);
        const float seen = 1.0f - q3_fog_density(st[0], st[1]);
        for (int j = first; j < last; j++) {
            color[i][j] = shade_byte((float)color[i][j] * seen);
        }
    }
}

bool rgb_shade_flat_color(const struct q3_stage *stage, const struct rgb_shade_view *view,
                          const struct rgb_fog_view *fog, uint8_t color[4])
{
    const bool rgb = flat_rgb(stage, view, color), alpha = flat_alpha(stage, view, &color[3]);
    return rgb && alpha && (fog == NULL || stage->fog_adjust == Q3_FOG_NONE);
}

void rgb_shade_colors(const struct rgb_mesh *mesh, const struct q3_stage *stage,
                      const struct rgb_shade_view *view, const struct rgb_fog_view *fog,
                      uint8_t (*color)[4])
{
    uint8_t flat[4];
    const bool rgb = flat_rgb(stage, view, flat), alpha = flat_alpha(stage, view, &flat[3]);
    for (uint32_t i = 0; i < mesh->num_vertices; i++) {
        memcpy(color[i], flat, sizeof(flat));
    }
    if (!rgb) {
        vertex_rgb(mesh, stage, view, color);
    }
    if (!alpha) {
        vertex_alpha(mesh, stage, view, color);
    }
    if (fog != NULL && stage->fog_adjust != Q3_FOG_NONE) {
        dim_by_fog(mesh, fog, stage->fog_adjust, color);
    }
}
