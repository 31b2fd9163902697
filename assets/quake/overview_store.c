#include "assets/quake/overview_store.h"

#include <stdlib.h>

enum { CLEAR = 255 };

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
    level_picture_free(&view->map);
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

/* The colour of the palette that is nearest to a shade's. */
static uint8_t find_color(const uint8_t *palette, uint8_t shade)
{
    uint8_t color[3];
    int best = 0, least = 1 << 30;
    level_shade_color(shade, color);
    for (int i = 0; i < CLEAR; i++) {
        int distance = 0;
        for (int k = 0; k < 3; k++) {
            const int off = palette[3 * i + k] - color[k];
            distance += off * off;
        }
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return (uint8_t)best;
}

static int draw_pixels(struct overview *view, const uint8_t *palette)
{
    uint8_t colors[LEVEL_SHADES] = {CLEAR};
    const int32_t count = view->map.side * view->map.side;
    view->pixels = malloc((size_t)count);
    if (!view->pixels) {
        return FORMAT_MEMORY;
    }
    for (uint8_t shade = LEVEL_SHADE_FLOOR; shade < LEVEL_SHADES; shade++) {
        colors[shade] = find_color(palette, shade);
    }
    for (int32_t i = 0; i < count; i++) {
        view->pixels[i] = colors[view->map.shades[i]];
    }
    view->picture = (struct lmp_picture){
        .width = view->map.side, .height = view->map.side, .pixels = view->pixels};
    return 0;
}

static int draw_view(struct overview *view, const uint8_t *palette, const struct bsp *bsp,
                     int32_t side)
{
    struct map_level level;
    int status = map_level_of_quake(&level, bsp);
    if (status == 0) {
        status = level_picture_make(&view->map, side, &level);
        map_level_free(&level);
    }
    if (status == 0) {
        status = draw_pixels(view, palette);
    }
    if (status < 0) {
        free_view(view);
    }
    return status;
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
    if (draw_view(view, store->palette, level->bsp, side) < 0) {
        return NULL;
    }
    store->levels[store->next] = level;
    store->next = (store->next + 1) % OVERVIEWS;
    return view;
}
