/* Hidden-surface removal: every pixel once, and the same spans whatever the bands. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/quake/placeholder.h"
#include "assets/quake/quake_data.h"
#include "formats/base/dmath.h"
#include "render/palette/world/world.h"
#include "tests/support/quake_game.h"
#include "tests/support/real_data.h"

/* Scans the whole frame; returns a malloced map of surface numbers, checking that each pixel comes
 * once. */
static uint32_t *scan_all(struct world *world, const struct scene *scene, int width, int height)
{
    struct view view;
    size_t pixels = (size_t)width * (size_t)height;
    uint32_t *map = malloc(pixels * sizeof(*map));
    memset(map, 0xff, pixels * sizeof(*map));
    view_setup(&view, scene, width, height);
    cr_assert_eq(world_begin(world, scene->palette, &view), 0);
    cr_assert_eq(world_collect(world), 0);
    uint32_t num_surfaces;
    const struct world_surface *surfaces = world_surfaces(world, &num_surfaces);
    size_t covered = 0;
    for (int b = 0; b < world_num_bands(world); b++) {
        world_scan_band(world, b);
        const struct world_band *band = world_get_band(world, b);
        cr_assert_not(band->failed);
        for (uint32_t i = 0; i < band->num_spans; i++) {
            const struct world_span *span = &band->spans[i];
            cr_assert(span->u >= 0 && span->count > 0 && span->u + span->count <= width);
            cr_assert(span->v >= 0 && span->v < height);
            cr_assert_lt(span->surface, num_surfaces);
            for (int u = span->u; u < span->u + span->count; u++) {
                uint32_t *pixel = &map[(size_t)span->v * (size_t)width + (size_t)u];
                cr_assert_eq(*pixel, UINT32_MAX, "pixel %d,%d is covered twice", u, span->v);
                *pixel = surfaces[span->surface].face;
                covered++;
            }
        }
    }
    cr_assert_eq(covered, pixels, "%zu of %zu pixels are covered", covered, pixels);
    return map;
}

static void check_view(const struct scene *scene, int width, int height)
{
    static const int heights[] = {1, 7, 32, 4096};
    uint32_t *first = NULL;
    for (size_t i = 0; i < sizeof(heights) / sizeof(heights[0]); i++) {
        struct world *world = world_create_banded(width, height, heights[i]);
        cr_assert_not_null(world);
        uint32_t *map = scan_all(world, scene, width, height);
        if (first) {
            cr_expect_arr_eq(map, first, (size_t)width * (size_t)height * sizeof(*map),
                             "bands of %d rows give another picture", heights[i]);
            free(map);
        } else {
            first = map;
        }
        world_destroy(world);
    }
    free(first);
}

Test(world, no_world_is_all_background)
{
    struct palette_scene empty = {0};
    struct scene scene = {.kind = SCENE_PALETTE, .camera = {.fov_x = 90.0f}, .palette = &empty};
    check_view(&scene, 160, 100);
}

static void open_data(struct quake_data *data)
{
    const struct real_data_name base = real_data_path("librequake");
    struct format_error err = {0};
    struct game_files_options options = {.search = {.basedir = base.text}};
    cr_assert_eq(quake_game_open(data, &options, &err), 0, "%s", err.what);
}

/* Cameras inside the map's bounds, many of them in walls or outside. */
static void random_camera(struct scene *scene, uint32_t seed)
{
    for (uint32_t i = 0; i < 3; i++) {
        float lo = scene->palette->world->mins[i];
        float hi = scene->palette->world->maxs[i];
        scene->camera.origin[i] = lo + (hi - lo) * dmath_unit(seed, i, 1);
        scene->camera.angles[i] = 360.0f * dmath_unit(seed, i, 2) - 180.0f;
    }
    scene->camera.fov_x = 40.0f + 100.0f * dmath_unit(seed, 3, 3);
}

Test(world, real_maps_cover_each_pixel_once)
{
    static const char *const maps[] = {"maps/lq_e0m1.bsp", "maps/dm4.bsp", "maps/e1m2.bsp"};
    static const int sizes[][2] = {{160, 100}, {640, 480}, {333, 601}, {3840, 2160}};
    struct quake_data data;
    open_data(&data);
    for (size_t m = 0; m < sizeof(maps) / sizeof(maps[0]); m++) {
        struct palette_scene part = {.world = model_store_get(data.models, maps[m], NULL)};
        struct scene scene = {.kind = SCENE_PALETTE, .palette = &part};
        cr_assert_not_null(part.world);
        cr_assert_not(part.world->missing, "%s", maps[m]);
        for (uint32_t i = 0; i < 12; i++) {
            int size = i == 11 ? 3 : (int)(i % 3);
            random_camera(&scene, i + 100 * (uint32_t)m);
            check_view(&scene, sizes[size][0], sizes[size][1]);
        }
    }
    quake_game_close(&data);
}

Test(world, brush_entities_take_part)
{
    struct quake_data data;
    open_data(&data);
    struct palette_scene part = {.world = model_store_get(data.models, "maps/lq_e0m1.bsp", NULL)};
    struct scene scene = {.kind = SCENE_PALETTE, .palette = &part};
    cr_assert_not_null(part.world);
    for (int i = 1; i < 30; i++) {
        char name[16];
        snprintf(name, sizeof(name), "*%d", i);
        const struct model *model = model_store_get(data.models, name, part.world);
        struct palette_entity *entity = palette_scene_add_entity(&part);
        cr_assert(model && entity);
        entity->model = model;
        entity->alpha = 255;
        entity->angles[1] = i % 3 ? 0.0f : 30.0f;
    }
    uint32_t placements = 0;
    for (uint32_t i = 0; i < 40; i++) {
        random_camera(&scene, i);
        check_view(&scene, 320, 200);
        struct world *world = world_create(320, 200);
        free(scan_all(world, &scene, 320, 200));
        uint32_t count;
        world_placements(world, &count);
        placements += count - 1;
        world_destroy(world);
    }
    cr_expect_gt(placements, 20);
    palette_scene_free(&part);
    quake_game_close(&data);
}

/* Contents of uninitialised variables. */
static void leave_junk_on_stack(uint8_t value)
{
    volatile uint8_t junk[16384];
    for (size_t i = 0; i < sizeof(junk); i++) {
        junk[i] = value;
    }
}

/* A damaged map: edges that do not follow each other, so that one begins in view where the last
 * ended out of it. */
Test(world, edges_of_a_face_in_no_order)
{
    struct bsp bsp;
    cr_assert_eq(placeholder_make_bsp(&bsp), 0);
    for (uint32_t i = 0; i < bsp.num_faces; i++) {
        int32_t *edges = bsp.surfedges + bsp.faces[i].first_surfedge;
        int32_t second = edges[1];
        edges[1] = edges[2];
        edges[2] = second;
    }
    struct model model = {.kind = MODEL_BRUSH, .bsp = &bsp};
    struct palette_scene part = {.world = &model};
    struct scene scene = {.kind = SCENE_PALETTE, .palette = &part};
    memcpy(model.mins, bsp.submodels[0].mins, sizeof(model.mins));
    memcpy(model.maxs, bsp.submodels[0].maxs, sizeof(model.maxs));
    for (uint32_t i = 0; i < 50; i++) {
        uint32_t *maps[2];
        random_camera(&scene, i);
        for (int j = 0; j < 2; j++) {
            struct world *world = world_create(160, 100);
            cr_assert_not_null(world);
            leave_junk_on_stack(j == 0 ? 0x00 : 0x7e);
            maps[j] = scan_all(world, &scene, 160, 100);
            world_destroy(world);
        }
        cr_expect_arr_eq(maps[0], maps[1], 160 * 100 * sizeof(*maps[0]));
        free(maps[0]);
        free(maps[1]);
    }
    bsp_free(&bsp);
}
