#include "assets/quake3/q3_overview.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Steeper triangles are walls. */
#define LEAST_RISE 0.3f

enum { DARKEST = 25, BRIGHTEST = 95, EDGE = 140 /* greys */, OPAQUE = 255 };

struct q3_overview_store {
    struct material_store *materials;
    const struct q3_level *levels[Q3_OVERVIEW_LEVELS];
    struct q3_overview views[Q3_OVERVIEW_LEVELS];
    uint32_t count;
};

struct q3_overview_store *q3_overview_store_create(struct material_store *materials)
{
    struct q3_overview_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->materials = materials;
    }
    return store;
}

void q3_overview_store_destroy(struct q3_overview_store *store)
{
    for (uint32_t i = 0; store && i < store->count; i++) {
        level_map_free(&store->views[i].map);
        texture_destroy(store->views[i].texture);
    }
    free(store);
}

/* --- floors ----------------------------------------------------------------------------------- */

/* Triangles are clockwise seen from the front. */
static bool is_floor(float (*p)[3])
{
    const float a[3] = {p[1][0] - p[0][0], p[1][1] - p[0][1], p[1][2] - p[0][2]};
    const float b[3] = {p[2][0] - p[0][0], p[2][1] - p[0][1], p[2][2] - p[0][2]};
    const float n[3] = {b[1] * a[2] - b[2] * a[1], b[2] * a[0] - b[0] * a[2],
                        b[0] * a[1] - b[1] * a[0]};
    return n[2] > 0.0f && n[2] >= LEAST_RISE * sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
}

/* Triangle `i` of a surface; of a patch two for each cell of its control points. False: no more. */
static bool take_triangle(const struct q3_bsp *bsp, const struct q3_bsp_surface *s, uint32_t i,
                          float points[3][3])
{
    uint32_t corners[3];
    if (s->kind == Q3_SURFACE_PATCH) {
        const uint32_t across = s->patch_width - 1, cell = i / 2;
        if (s->patch_width < 2 || s->patch_height < 2 || cell / across >= s->patch_height - 1) {
            return false;
        }
        const uint32_t at = cell / across * s->patch_width + cell % across;
        corners[0] = i % 2 == 0 ? at : at + 1;
        corners[1] = i % 2 == 0 ? at + s->patch_width : at + s->patch_width;
        corners[2] = i % 2 == 0 ? at + 1 : at + s->patch_width + 1;
    } else {
        if ((s->kind != Q3_SURFACE_PLANAR && s->kind != Q3_SURFACE_SOUP) ||
            3 * i + 3 > s->num_indexes) {
            return false;
        }
        memcpy(corners, &bsp->indexes[s->first_index + 3 * i], sizeof(corners));
    }
    for (int k = 0; k < 3; k++) {
        memcpy(points[k], bsp->vertices[s->first_vertex + corners[k]].xyz, sizeof(points[k]));
    }
    return true;
}

static bool is_drawn(const struct q3_bsp *bsp, const struct q3_bsp_surface *surface)
{
    const struct q3_bsp_shader *shader = &bsp->shaders[surface->shader];
    return (shader->surface_flags & (Q3_SURF_SKY | Q3_SURF_NO_DRAW)) == 0 &&
           (shader->content_flags & (Q3_CONTENTS_WATER | Q3_CONTENTS_FOG)) == 0;
}

/* at: the surface, from the world's first, and its triangle. A patch may be seen from either side.
 */
static bool next_floor(const void *level, uint32_t at[2], float points[LEVEL_MAP_POINTS][3],
                       uint32_t *num_points)
{
    const struct q3_bsp *bsp = &((const struct q3_level *)level)->bsp;
    const struct q3_bsp_model *world = &bsp->models[0];
    while (at[0] < world->num_surfaces) {
        const struct q3_bsp_surface *surface = &bsp->surfaces[world->first_surface + at[0]];
        if (!is_drawn(bsp, surface) || !take_triangle(bsp, surface, at[1], points)) {
            at[0]++;
            at[1] = 0;
            continue;
        }
        at[1]++;
        if (is_floor(points)) {
            *num_points = 3;
            return true;
        }
    }
    return false;
}

/* --- pictures --------------------------------------------------------------------------------- */

static struct texture *make_texture(const struct level_map *map)
{
    const size_t count = (size_t)map->side * (size_t)map->side;
    uint8_t *pixels = calloc(count, 4);
    struct texture *texture = NULL;
    for (size_t i = 0; pixels && i < count; i++) {
        const int shade = map->shades[i];
        const int grey = shade == LEVEL_MAP_EDGE
                             ? EDGE
                             : DARKEST + (BRIGHTEST - DARKEST) * shade / LEVEL_MAP_SHADES;
        memset(pixels + 4 * i, grey, 3);
        pixels[4 * i + 3] = shade > 0 ? OPAQUE : 0;
    }
    if (pixels) {
        const uint8_t *const levels[1] = {pixels};
        texture = texture_create("*overview", true, 1, map->side, map->side, levels);
    }
    free(pixels);
    return texture;
}

/* A material of its own, as of a picture without a script. */
static const struct material *make_material(struct material_store *materials,
                                            const struct texture *texture)
{
    const struct material_place nowhere = {0};
    struct material *material = material_store_make(materials, "*white", Q3_LIGHT_2D, &nowhere);
    if (material && material->num_stages > 0) {
        material->stages[0].textures[0] = texture;
        return material;
    }
    return NULL;
}

const struct q3_overview *q3_overview_store_get(struct q3_overview_store *store,
                                                const struct q3_level *level)
{
    for (uint32_t i = 0; i < store->count; i++) {
        if (store->levels[i] == level) {
            return store->views[i].material ? &store->views[i] : NULL;
        }
    }
    if (store->count == Q3_OVERVIEW_LEVELS) {
        return NULL;
    }
    struct q3_overview *view = &store->views[store->count];
    const struct level_map_floors floors = {next_floor, level};
    if (level_map_make(&view->map, Q3_OVERVIEW_SIDE, &floors) < 0) {
        return NULL;
    }
    store->levels[store->count++] = level;
    view->texture = make_texture(&view->map);
    view->material = view->texture ? make_material(store->materials, view->texture) : NULL;
    return view->material ? view : NULL;
}
