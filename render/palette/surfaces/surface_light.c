#include "render/palette/surfaces/surface_light.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/base/vec.h"
#include "render/palette/fixed.h"
#include "render/palette/surfaces/light_color.h"

/* The walk of the original: a node farther from the light than its radius is left on the light's
 * side only; every face on a nearer node is marked. The order of the walk decides nothing. */
static int mark_light(struct surface_dlights *dlights, uint32_t light, int32_t root)
{
    const struct palette_dlight *l = &dlights->lights[light];
    const struct bsp *bsp = dlights->bsp;
    uint32_t word = light / 32, bit = 1u << (light & 31);
    size_t depth = 0;
    int32_t n = root;

    for (;;) {
        if (n < 0) {
            if (depth == 0) {
                return 0;
            }
            n = dlights->stack[--depth];
            continue;
        }
        const struct bsp_node *node = &bsp->nodes[n];
        const struct bsp_plane *plane = &bsp->planes[node->plane];
        float dist = vec_dot(l->origin, plane->normal) - plane->dist;
        if (dist > l->radius) {
            n = node->children[0];
            continue;
        }
        if (dist < -l->radius) {
            n = node->children[1];
            continue;
        }
        for (uint32_t i = 0; i < node->num_faces; i++) {
            dlights->bits[(size_t)(node->first_face + i) * dlights->words + word] |= bit;
        }
        if (node->children[1] >= 0) {
            if (array_reserve(&dlights->stack, &dlights->cap_stack, depth + 1,
                              sizeof *dlights->stack) != 0) {
                return FORMAT_MEMORY;
            }
            dlights->stack[depth++] = node->children[1];
        }
        n = node->children[0];
    }
}

/* A brush model's tree is traversed with the light in world space, not in model space, as in the
 * original. Models in separate files ("maps/b_*.bsp") are never marked. */
static int mark_submodel(struct surface_dlights *dlights, uint32_t submodel)
{
    int32_t root = dlights->bsp->submodels[submodel].head_node[0];
    for (uint32_t i = 0; i < dlights->num_lights; i++) {
        if (dlights->lights[i].radius != 0.0f) {
            int code = mark_light(dlights, i, root);
            if (code != 0) {
                return code;
            }
        }
    }
    return 0;
}

int surface_dlights_mark(struct surface_dlights *dlights, const struct palette_scene *scene)
{
    dlights->bsp = NULL;
    if (scene->num_dlights == 0 || scene->world == NULL || scene->world->bsp == NULL ||
        scene->world->bsp->num_faces == 0) {
        return 0;
    }
    const struct bsp *bsp = scene->world->bsp;
    size_t words = (scene->num_dlights + 31) / 32;
    if (words > SIZE_MAX / sizeof *dlights->bits / bsp->num_faces) {
        return FORMAT_MEMORY;
    }
    size_t count = words * bsp->num_faces;
    if (array_reserve(&dlights->bits, &dlights->cap_bits, count, sizeof *dlights->bits) != 0) {
        return FORMAT_MEMORY;
    }
    memset(dlights->bits, 0, count * sizeof *dlights->bits);
    dlights->bsp = bsp;
    dlights->lights = scene->dlights;
    dlights->num_lights = (uint32_t)scene->num_dlights;
    dlights->words = (uint32_t)words;

    int code = mark_submodel(dlights, scene->world->submodel);
    for (size_t i = 0; i < scene->num_entities && code == 0; i++) {
        const struct model *model = scene->entities[i].model;
        if (model != NULL && model->kind == MODEL_BRUSH && model->bsp == bsp &&
            model->submodel != scene->world->submodel) {
            code = mark_submodel(dlights, model->submodel);
        }
    }
    if (code != 0) {
        dlights->bsp = NULL;
    }
    return code;
}

void surface_dlights_free(struct surface_dlights *dlights)
{
    free(dlights->bits);
    free(dlights->stack);
    memset(dlights, 0, sizeof *dlights);
}

const uint32_t *surface_dlights_of(const struct surface_dlights *dlights, const struct bsp *bsp,
                                   uint32_t face)
{
    if (dlights->bsp != bsp || bsp == NULL) {
        return NULL;
    }
    const uint32_t *words = dlights->bits + (size_t)face * dlights->words;
    for (uint32_t i = 0; i < dlights->words; i++) {
        if (words[i] != 0) {
            return words;
        }
    }
    return NULL;
}

bool surface_light_reach(const struct palette_dlight *light, const struct bsp_plane *plane,
                         struct surface_spot *spot)
{
    float dist = vec_dot(light->origin, plane->normal) - plane->dist;
    spot->radius = light->radius - fabsf(dist);
    spot->reach = spot->radius - light->min_light;
    for (int i = 0; i < 3; i++) {
        spot->impact[i] = light->origin[i] - plane->normal[i] * dist;
    }
    return spot->radius >= light->min_light;
}

void surface_light_add(uint32_t *grid, const int32_t size[2], const float step[2],
                       const struct surface_spot *spot)
{
    for (int32_t t = 0; t < size[1]; t++) {
        int32_t td = fixed_from_float(spot->local[1] - (float)t * step[1]);
        td = td < 0 ? fixed_sub(0, td) : td;
        for (int32_t s = 0; s < size[0]; s++) {
            int32_t sd = fixed_from_float(spot->local[0] - (float)s * step[0]);
            sd = sd < 0 ? fixed_sub(0, sd) : sd;
            float far = (float)(sd > td ? fixed_add(sd, td >> 1) : fixed_add(td, sd >> 1));
            if (far < spot->reach && far >= 0.0f) {
                float sum = (float)grid[s] + (spot->radius - far) * 256.0f;
                grid[s] = sum < 1e9f ? (uint32_t)sum : 1000000000u;
            }
        }
        grid += size[0];
    }
}

/* One light over the whole grid of a face. */
static void add_dlight(uint32_t *grid, const struct bsp *bsp, const struct bsp_face *face,
                       const struct palette_dlight *light)
{
    const struct bsp_texinfo *texinfo = &bsp->texinfo[face->texinfo];
    const int32_t size[2] = {(int32_t)surface_light_across(face, 0),
                             (int32_t)surface_light_across(face, 1)};
    const float step[2] = {16.0f, 16.0f};
    struct surface_spot spot;
    if (!surface_light_reach(light, &bsp->planes[face->plane], &spot)) {
        return;
    }
    for (int i = 0; i < 2; i++) {
        const float *vec = texinfo->vecs[i];
        spot.local[i] = vec_dot(spot.impact, vec) + vec[3];
        spot.local[i] -= (float)face->texture_mins[i];
    }
    surface_light_add(grid, size, step, &spot);
}

/* All maps of a face, each with its level. stride: from sample to sample, bytes. */
static inline void add_maps(uint32_t *grid, const struct bsp_face *face, size_t count,
                            const int32_t levels[BSP_STYLES], const uint8_t *samples, size_t stride)
{
    for (int map = 0; map < BSP_STYLES && face->styles[map] != 255; map++) {
        uint32_t scale = (uint32_t)levels[map];
        for (size_t i = 0; i < count; i++) {
            grid[i] += samples[i * stride] * scale;
        }
        samples += count * stride;
    }
}

/* Adds the dynamic lights to a grid of the face and converts it to colormap rows. */
static void finish_grid(uint32_t *grid, const struct bsp *bsp, const struct bsp_face *f,
                        size_t count, const struct surface_dlights *dlights, const uint32_t *lit)
{
    if (lit != NULL) {
        for (uint32_t i = 0; i < dlights->num_lights; i++) {
            if (lit[i / 32] & (1u << (i & 31))) {
                add_dlight(grid, bsp, f, &dlights->lights[i]);
            }
        }
    }
    /* From 0.. = dark to the colormap's 0 = bright, with 6 bits of rows. The floor of 64 is the
     * original's: interpolation rounds down and would fall below row 0. The ceiling holds for all
     * light levels >= 0. */
    for (size_t i = 0; i < count; i++) {
        int64_t light = (255 * 256 - (int64_t)(int32_t)grid[i]) >> 2;
        light = light < SURFACE_LIGHT_MIN ? SURFACE_LIGHT_MIN : light;
        grid[i] = (uint32_t)(light > SURFACE_LIGHT_MAX ? SURFACE_LIGHT_MAX : light);
    }
}

void surface_light_build(uint32_t *grid, const struct surface_lighting *lighting)
{
    const struct bsp *bsp = lighting->bsp;
    const struct bsp_face *f = &bsp->faces[lighting->face];
    const bool colored = lighting->colored;
    size_t count = (size_t)surface_light_across(f, 0) * surface_light_across(f, 1);
    size_t grids = colored ? LIGHT_CHANNELS : 1;

    memset(grid, 0, count * grids * sizeof *grid);
    if (lighting->fullbright) {
        return; /* row 0 everywhere: without the turning round */
    }
    for (size_t i = 0; i < grids; i++, grid += count) {
        if (f->light_offset >= 0 && colored) {
            const uint8_t *samples = bsp->color_data + (size_t)f->light_offset * LIGHT_CHANNELS;
            add_maps(grid, f, count, lighting->levels, samples + i, LIGHT_CHANNELS);
        } else if (f->light_offset >= 0) {
            add_maps(grid, f, count, lighting->levels, bsp->light_data + f->light_offset, 1);
        }
        finish_grid(grid, bsp, f, count, lighting->dlights, lighting->lit);
    }
}
