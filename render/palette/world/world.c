#include "render/palette/world/world.h"

#include <stdlib.h>
#include <string.h>

#include "render/palette/world/world_internal.h"

struct world *world_create(int width, int height)
{
    return world_create_banded(width, height, BAND_HEIGHT);
}

struct world *world_create_banded(int width, int height, int band_height)
{
    struct world *world = calloc(1, sizeof(*world));
    if (!world) {
        return NULL;
    }
    world->width = width;
    world->height = height;
    world->band_height = band_height;
    world->num_bands = (height + band_height - 1) / band_height;
    world->bands = calloc((size_t)world->num_bands, sizeof(*world->bands));
    bool good = world->bands != NULL;
    for (int i = 0; i < NUM_LAYERS; i++) {
        world->layers[i].row_start = calloc((size_t)height + 2, sizeof(uint32_t));
        good = good && world->layers[i].row_start;
    }
    if (!good) {
        world_destroy(world);
        return NULL;
    }
    return world;
}

void world_destroy(struct world *world)
{
    if (!world) {
        return;
    }
    for (int i = 0; world->bands && i < world->num_bands; i++) {
        free(world->bands[i].out.spans);
        free(world->bands[i].out.translucent.list);
        free(world->bands[i].out.used);
        free(world->bands[i].active);
        free(world->bands[i].fresh);
        free(world->bands[i].open);
        free(world->bands[i].transitions);
        free(world->bands[i].keys.words);
        free(world->bands[i].keys.summary);
        free(world->bands[i].keys.first);
    }
    free(world->bands);
    world_forget_marks(world);
    free(world->node_visible);
    free(world->leaf_visible);
    free(world->face_visible);
    free(world->leaf_keys);
    free(world->edge_cache);
    free(world->vertex_cache);
    free(world->visibility);
    free(world->placements);
    free(world->surfaces);
    for (int i = 0; i < NUM_LAYERS; i++) {
        free(world->layers[i].list);
        free(world->layers[i].row_start);
        free(world->layers[i].order);
        free(world->layers[i].last_rows);
    }
    free(world->brush_edges.list);
    free(world);
}

int world_begin(struct world *world, const struct palette_scene *scene, const struct view *view)
{
    if (array_reserve(&world->surfaces, &world->cap_surfaces, 1, sizeof(*world->surfaces)) != 0 ||
        array_reserve(&world->placements, &world->cap_placements, 1, sizeof(*world->placements)) !=
            0) {
        return FORMAT_MEMORY;
    }
    world->scene = scene;
    world->model = scene->world;
    world->view = *view;
    world->failed = false;
    world->key = 0;
    memset(world->left_enter, 0, sizeof(world->left_enter));
    memset(world->left_exit, 0, sizeof(world->left_exit));
    memset(world->right_enter, 0, sizeof(world->right_enter));
    memset(world->right_exit, 0, sizeof(world->right_exit));
    for (int i = 0; i < NUM_LAYERS; i++) {
        world->layers[i].count = 0;
    }
    if (++world->frame == 0) {
        world_forget_marks(world); /* the stamp came round */
        world->frame = 1;
    }
    /* Surface 0 and placement 0: what is there before anything is drawn. */
    world->placements[0] =
        (struct world_placement){.model = scene->world, .scale = 1.0f, .opacity = BLEND_OPACITIES};
    for (int i = 0; i < 3; i++) {
        world->placements[0].model_org[i] = view->origin[i];
        world->placements[0].forward[i] = view->forward[i];
        world->placements[0].right[i] = view->right[i];
        world->placements[0].up[i] = view->up[i];
    }
    world->num_placements = 1;
    world->surfaces[0] = (struct world_surface){
        .key = INT32_MAX, .flags = WORLD_SURFACE_BACKGROUND, .opacity = BLEND_OPACITIES};
    world->num_surfaces = 1;
    const int status = world->model ? world_mark_visible(world) : 0;
    if (status < 0) {
        world->model = NULL;
    }
    return status;
}

int world_collect(struct world *world)
{
    if (world->model) {
        world_walk(world);
        world_draw_brush_entities(world);
    }
    for (int i = 0; i < NUM_LAYERS; i++) {
        if (world_sort_edges(&world->layers[i], world->height) < 0) {
            world->failed = true; /* the layer has no rows then */
        }
    }
    return world->failed ? FORMAT_MEMORY : 0;
}

int world_num_bands(const struct world *world)
{
    return world->num_bands;
}

const struct world_band *world_get_band(const struct world *world, int band)
{
    return &world->bands[band].out;
}

const struct world_surface *world_surfaces(const struct world *world, uint32_t *count)
{
    *count = world->num_surfaces;
    return world->surfaces;
}

const struct world_placement *world_placements(const struct world *world, uint32_t *count)
{
    *count = world->num_placements;
    return world->placements;
}
