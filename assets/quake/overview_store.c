#include "assets/quake/overview_store.h"

#include <stdlib.h>

#include "assets/overview/quake_floors.h"

enum { CLEAR = 255, DARKEST = 25, BRIGHTEST = 95, EDGE = 140 /* greys */ };

struct overview_store {
    const uint8_t *palette;
    struct overview views[OVERVIEWS];
    const struct model *levels[OVERVIEWS]; /* NULL = the place is free */
    uint32_t next;                         /* place of the next one */
};

struct overview_store *overview_store_create(const uint8_t *palette)
{
    struct overview_store *store = calloc(1, sizeof(*store));
    if (store) {
        store->palette = palette;
    }
    return store;
}

static void free_view(struct overview *view)
{
    level_map_free(&view->map);
    free(view->pixels);
    view->pixels = NULL;
}

void overview_store_destroy(struct overview_store *store)
{
    for (uint32_t i = 0; store && i < OVERVIEWS; i++) {
        free_view(&store->views[i]);
    }
    free(store);
}

static uint8_t find_grey(const uint8_t *palette, int grey)
{
    int best = 0, least = 1 << 30;
    for (int i = 0; i < CLEAR; i++) {
        int distance = 0;
        for (int k = 0; k < 3; k++) {
            const int off = palette[3 * i + k] - grey;
            distance += off * off;
        }
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return (uint8_t)best;
}

static int draw_view(struct overview *view, const uint8_t *palette, const struct model *level,
                     int32_t side)
{
    uint8_t colors[LEVEL_MAP_EDGE + 1] = {CLEAR};
    const struct quake_floors world = {level->bsp, level->submodel};
    const struct level_map_floors floors = {quake_floors_next, &world};
    int status = level_map_make(&view->map, side, &floors);
    if (status < 0) {
        return status;
    }
    const int32_t count = view->map.side * view->map.side;
    view->pixels = malloc((size_t)count);
    if (!view->pixels) {
        level_map_free(&view->map);
        return FORMAT_MEMORY;
    }
    for (int i = 1; i <= LEVEL_MAP_SHADES; i++) {
        colors[i] = find_grey(palette, DARKEST + (BRIGHTEST - DARKEST) * i / LEVEL_MAP_SHADES);
    }
    colors[LEVEL_MAP_EDGE] = find_grey(palette, EDGE);
    for (int32_t i = 0; i < count; i++) {
        view->pixels[i] = colors[view->map.shades[i]];
    }
    view->picture = (struct lmp_picture){
        .width = view->map.side, .height = view->map.side, .pixels = view->pixels};
    return 0;
}

const struct overview *overview_store_get(struct overview_store *store, const struct model *level,
                                          int32_t side)
{
    if (!level || level->kind != MODEL_BRUSH) {
        return NULL;
    }
    for (uint32_t i = 0; i < OVERVIEWS; i++) {
        if (store->levels[i] == level && store->views[i].map.side == side) {
            return &store->views[i];
        }
    }
    struct overview *view = &store->views[store->next];
    free_view(view);
    store->levels[store->next] = NULL;
    if (draw_view(view, store->palette, level, side) < 0) {
        return NULL;
    }
    store->levels[store->next] = level;
    store->next = (store->next + 1) % OVERVIEWS;
    return view;
}
