#include "assets/quake3/q3_overview.h"

#include <stdlib.h>

enum { OPAQUE = 255 };

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
        level_picture_free(&store->views[i].map);
        texture_destroy(store->views[i].texture);
    }
    free(store);
}

/* --- pictures --------------------------------------------------------------------------------- */

static struct texture *make_texture(const struct level_picture *map)
{
    const size_t count = (size_t)map->side * (size_t)map->side;
    uint8_t *pixels = calloc(count, 4);
    struct texture *texture = NULL;
    for (size_t i = 0; pixels && i < count; i++) {
        if (map->shades[i] != LEVEL_SHADE_NONE) {
            level_shade_color(map->shades[i], pixels + 4 * i);
            pixels[4 * i + 3] = OPAQUE;
        }
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

static int draw_map(struct level_picture *map, const struct q3_level *level)
{
    struct map_level shapes;
    int status = map_level_of_q3(&shapes, &level->bsp);
    if (status == 0) {
        status = level_picture_make(map, Q3_OVERVIEW_SIDE, &shapes);
        map_level_free(&shapes);
    }
    return status;
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
    if (draw_map(&view->map, level) < 0) {
        return NULL;
    }
    store->levels[store->count++] = level;
    view->texture = make_texture(&view->map);
    view->material = view->texture ? make_material(store->materials, view->texture) : NULL;
    return view->material ? view : NULL;
}
