/* A renderer that outlives the maps it has drawn: another map at the same address is another map,
 * whatever it has in common with the one before. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake/placeholder.h"
#include "formats/maps/vis.h"
#include "render/palette/palette_renderer.h"
#include "render/renderer.h"
#include "tests/support/map_bytes.h"
#include "tests/support/quake_game.h"
#include "tests/support/sanitized.h"

enum { WIDTH = 160, HEIGHT = 100, VIEWS = SANITIZED ? 1 : 3 };

/* The built-in level; with other light; with an empty PVS; and a small room. All except the room
 * have the same sizes. */
enum kind { LEVEL, LIT_OTHERWISE, BLIND, ROOM, KINDS };

static struct quake_data data;

static void open_data(void)
{
    const struct game_files_options options = {.builtin = true};
    cr_assert_eq(quake_game_open(&data, &options, NULL), 0);
}

static void load(struct bsp *bsp, enum kind kind)
{
    if (kind == ROOM) {
        cr_assert_eq(placeholder_make_bsp(bsp), 0);
        return;
    }
    const uint8_t *bytes;
    size_t size, lump_size;
    cr_assert_eq(quake_game_load(data.files, "maps/reel.bsp", &bytes, &size), 0);
    uint8_t *copy = malloc(size);
    cr_assert_not_null(copy);
    memcpy(copy, bytes, size);
    if (kind != LEVEL) {
        const int lump = kind == BLIND ? MAP_VISIBILITY : MAP_LIGHT;
        size_t at = (size_t)(map_lump(copy, lump, &lump_size) - copy);
        for (size_t i = 0; i < lump_size; i++) {
            copy[at + i] = kind == BLIND ? 1 : (uint8_t)~copy[at + i];
        }
    }
    cr_assert_eq(bsp_read(bsp, copy, size, NULL), 0);
    free(copy);
}

static struct renderer *create(enum render_look look)
{
    const struct palette_options palette = {
        .look = look, .colored_light = true, .palette = data.palette, .colormap = data.colormap};
    const struct renderer_options options = {
        .width = WIDTH, .height = HEIGHT, .threads = 1, .palette = &palette};
    struct renderer *renderer = renderer_create(&options);
    cr_assert_not_null(renderer);
    return renderer;
}

/* Draws from the centre of the first leaf that is not solid. item: an entity's model; may be NULL.
 */
static uint64_t draw(struct renderer *renderer, const struct bsp *world, const struct bsp *item,
                     int view)
{
    struct scene scene = {0};
    struct palette_scene *part = palette_scene_begin(&scene);
    const struct model world_model = {.kind = MODEL_BRUSH, .bsp = world};
    struct model item_model = {.kind = MODEL_BRUSH, .bsp = item};
    uint32_t leaf = 1;
    cr_assert_not_null(part);
    part->world = &world_model;
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        part->light_levels[i] = 264;
    }
    while (leaf + 1 < world->num_leafs && world->leafs[leaf].contents != CONTENTS_EMPTY) {
        leaf++;
    }
    scene.camera.fov_x = 90;
    scene.camera.angles[1] = (float)view * 110.0f;
    for (int i = 0; i < 3; i++) {
        scene.camera.origin[i] = (world->leafs[leaf].mins[i] + world->leafs[leaf].maxs[i]) * 0.5f;
    }
    if (item != NULL) {
        struct palette_entity *entity = palette_scene_add_entity(part);
        cr_assert_not_null(entity);
        entity->model = &item_model;
        entity->alpha = 255;
        memcpy(item_model.mins, item->submodels[0].mins, sizeof item_model.mins);
        memcpy(item_model.maxs, item->submodels[0].maxs, sizeof item_model.maxs);
    }
    cr_assert_eq(renderer_draw(renderer, &scene, NULL, 0), 0);
    scene_free(&scene);
    return renderer_hash(renderer);
}

static uint64_t draw_fresh(enum render_look look, const struct bsp *world, const struct bsp *item,
                           int view)
{
    struct renderer *renderer = create(look);
    uint64_t hash = draw(renderer, world, item, view);
    renderer_destroy(renderer);
    return hash;
}

/* Every kind of map comes after every other; a larger one after a small one first. */
static const enum kind walk[] = {ROOM,          LEVEL, ROOM,  LIT_OTHERWISE, LEVEL,
                                 BLIND,         ROOM,  BLIND, LEVEL,         BLIND,
                                 LIT_OTHERWISE, ROOM,  LEVEL, LIT_OTHERWISE, BLIND};
enum { STEPS = sizeof walk / sizeof *walk };

/* One of 256 colours, one in true colour. */
static const enum render_look looks[] = {LOOK_EXACT, LOOK_TRUECOLOR};
enum { LOOKS = sizeof looks / sizeof *looks };

Test(world_identity, another_level_at_the_same_address)
{
    static struct bsp bsp;
    uint64_t hashes[KINDS] = {0};
    open_data();
    for (int look = LOOK_EXACT; look <= (int)LOOK_TRUECOLOR; look++) {
        struct renderer *renderer = create((enum render_look)look);
        for (int step = 0; step < STEPS; step++) {
            load(&bsp, walk[step]);
            for (int view = 0; view < VIEWS; view++) {
                uint64_t fresh = draw_fresh((enum render_look)look, &bsp, NULL, view);
                cr_expect_eq(draw(renderer, &bsp, NULL, view), fresh, "look %d, step %d, view %d",
                             look, step, view);
                hashes[walk[step]] = view == 0 ? fresh : hashes[walk[step]];
            }
            bsp_free(&bsp);
        }
        for (int i = 0; i < KINDS; i++) {
            for (int j = 0; j < i; j++) {
                cr_expect_neq(hashes[i], hashes[j], "%d and %d look alike", i, j);
            }
        }
        renderer_destroy(renderer);
    }
    quake_game_close(&data);
}

static void check_another_item_at_the_same_address(enum render_look look)
{
    static struct bsp world, item;
    open_data();
    load(&world, BLIND); /* no surface of the level hides the item */
    struct renderer *renderer = create(look);
    for (int step = 0; step < STEPS; step++) {
        load(&item, walk[step]);
        for (int view = 0; view < VIEWS; view++) {
            cr_expect_eq(draw(renderer, &world, &item, view), draw_fresh(look, &world, &item, view),
                         "step %d, view %d", step, view);
        }
        bsp_free(&item);
    }
    renderer_destroy(renderer);
    bsp_free(&world);
    quake_game_close(&data);
}

Test(world_identity, another_item_at_the_same_address)
{
    for (int i = 0; i < LOOKS; i++) {
        check_another_item_at_the_same_address(looks[i]);
    }
}

/* Whoever makes maps by hand may mistake their identities: then pictures may be wrong, but nothing
 * is written or read where it should not. The sanitizers look. */
static void check_one_identity_for_two_maps_is_harmless(enum render_look look)
{
    static struct bsp maps[2];
    open_data();
    load(&maps[0], ROOM);
    load(&maps[1], LEVEL);
    object_id_release(maps[1].identity);
    maps[1].identity = object_id_hold(maps[0].identity);
    struct renderer *renderer = create(look);
    for (int i = 0; i < 6; i++) {
        draw(renderer, &maps[i % 2], &maps[1 - i % 2], i);
        /* The marks, at least, are of the map in hand; in true colour the sky may be another's. */
        cr_expect(draw(renderer, &maps[i % 2], NULL, i) ==
                      draw_fresh(look, &maps[i % 2], NULL, i) ||
                  look == LOOK_TRUECOLOR);
    }
    renderer_destroy(renderer);
    bsp_free(&maps[0]);
    bsp_free(&maps[1]);
    quake_game_close(&data);
}

Test(world_identity, one_identity_for_two_maps_is_harmless)
{
    for (int i = 0; i < LOOKS; i++) {
        check_one_identity_for_two_maps_is_harmless(looks[i]);
    }
}

/* One without an identity may change as it likes from picture to picture. */
static void check_a_map_without_identity(enum render_look look)
{
    struct bsp bsp;
    open_data();
    load(&bsp, LEVEL);
    object_id_release(bsp.identity);
    bsp.identity = NULL;
    struct renderer *renderer = create(look);
    const uint64_t before = draw(renderer, &bsp, NULL, 0);
    for (size_t i = 0; i < bsp.light_size; i++) {
        bsp.light_data[i] = (uint8_t)~bsp.light_data[i];
    }
    const uint64_t after = draw(renderer, &bsp, NULL, 0);
    cr_expect_neq(before, after);
    cr_expect_eq(after, draw_fresh(look, &bsp, NULL, 0));
    renderer_destroy(renderer);
    bsp_free(&bsp);
    quake_game_close(&data);
}

Test(world_identity, a_map_without_identity)
{
    for (int i = 0; i < LOOKS; i++) {
        check_a_map_without_identity(looks[i]);
    }
}

/* .lit and .vis files change a map's identity. */
static void check_a_lit_file_changes_the_identity(enum render_look look)
{
    struct bsp bsp;
    open_data();
    load(&bsp, LEVEL);
    struct renderer *renderer = create(look);
    const uint64_t white = draw(renderer, &bsp, NULL, 0);
    uint8_t *colors = malloc(3 * bsp.light_size);
    cr_assert_not_null(colors);
    for (size_t i = 0; i < 3 * bsp.light_size; i++) {
        colors[i] = i % 3 == 0 ? bsp.light_data[i / 3] : 0;
    }
    cr_assert_eq(bsp_set_colors(&bsp, colors, NULL), 0);
    const uint64_t red = draw(renderer, &bsp, NULL, 0);
    cr_expect_neq(white, red);
    cr_expect_eq(red, draw_fresh(look, &bsp, NULL, 0));
    free(colors);
    renderer_destroy(renderer);
    bsp_free(&bsp);
    quake_game_close(&data);
}

Test(world_identity, a_lit_file_changes_the_identity)
{
    for (int i = 0; i < LOOKS; i++) {
        check_a_lit_file_changes_the_identity(looks[i]);
    }
}

static void check_a_vis_file_changes_the_identity(enum render_look look)
{
    struct bsp bsp;
    const uint8_t *map;
    size_t size;
    open_data();
    load(&bsp, LEVEL);
    cr_assert_eq(quake_game_load(data.files, "maps/reel.bsp", &map, &size), 0);
    struct vis_patch patch = {0};
    patch.leafs = map_lump(map, MAP_LEAFS, &size);
    patch.num_leafs = size / VIS_LEAF_SIZE;
    (void)map_lump(map, MAP_VISIBILITY, &patch.visibility_size);
    uint8_t *visibility = malloc(patch.visibility_size);
    cr_assert_not_null(visibility);
    memset(visibility, 1, patch.visibility_size); /* an empty PVS */
    patch.visibility = visibility;
    struct renderer *renderer = create(look);
    const uint64_t before = draw(renderer, &bsp, NULL, 0);
    cr_assert_eq(bsp_patch_visibility(&bsp, &patch, NULL), 0);
    const uint64_t after = draw(renderer, &bsp, NULL, 0);
    cr_expect_neq(before, after);
    cr_expect_eq(after, draw_fresh(look, &bsp, NULL, 0));
    free(visibility);
    renderer_destroy(renderer);
    bsp_free(&bsp);
    quake_game_close(&data);
}

Test(world_identity, a_vis_file_changes_the_identity)
{
    for (int i = 0; i < LOOKS; i++) {
        check_a_vis_file_changes_the_identity(looks[i]);
    }
}
