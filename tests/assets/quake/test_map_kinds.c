/* One map in all three of its forms (29, 2PSB, BSP2): the same structures, the same picture; and
 * the wide forms cut off and damaged. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/quake/quake_data.h"
#include "render/palette/palette_renderer.h"
#include "render/renderer.h"
#include "tests/support/map_bytes.h"
#include "tests/support/quake_game.h"
#include "tests/support/real_data.h"

#define MAP "maps/reel.bsp"

enum { WIDTH = 320, HEIGHT = 200 };

static const uint32_t wide[] = {BSP_VERSION_2PSB, BSP_VERSION_2};
static const uint32_t versions[] = {BSP_VERSION_29, BSP_VERSION_2PSB, BSP_VERSION_2};

static void open_builtin(struct quake_data *data, const uint8_t **map, size_t *size)
{
    const struct game_files_options options = {.builtin = true};
    cr_assert_eq(quake_game_open(data, &options, NULL), FORMAT_OK);
    cr_assert_eq(quake_game_load(data->files, MAP, map, size), FORMAT_OK);
}

#define ALIKE(array, count)                                                                        \
    do {                                                                                           \
        cr_assert_eq(a->count, b->count, "%s: " #count, name);                                     \
        cr_assert(memcmp(a->array, b->array, a->count * sizeof(*a->array)) == 0, "%s: " #array,    \
                  name);                                                                           \
    } while (0)

/* Arrays are zeroed when they are made, so that gaps in their elements are alike too. */
static void check_alike(const struct bsp *a, const struct bsp *b, const char *name)
{
    ALIKE(planes, num_planes);
    ALIKE(vertices, num_vertices);
    ALIKE(edges, num_edges);
    ALIKE(surfedges, num_surfedges);
    ALIKE(texinfo, num_texinfo);
    ALIKE(faces, num_faces);
    ALIKE(nodes, num_nodes);
    ALIKE(leafs, num_leafs);
    ALIKE(mark_surfaces, num_mark_surfaces);
    ALIKE(clipnodes, num_clipnodes);
    ALIKE(submodels, num_submodels);
    ALIKE(light_data, light_size);
    ALIKE(visibility, visibility_size);
    cr_assert_eq(a->num_textures, b->num_textures);
    for (uint32_t i = 0; i < a->num_textures; i++) {
        cr_assert_str_eq(a->textures[i].name, b->textures[i].name);
        cr_assert_eq(a->textures[i].anim_next, b->textures[i].anim_next);
    }
    cr_assert_str_eq(a->entities, b->entities);
    cr_assert_eq(a->num_damages, b->num_damages);
}

static void check_kinds(const uint8_t *map, size_t size, const char *name)
{
    struct bsp narrow, other;
    struct format_error err = {0};
    cr_assert_eq(bsp_read(&narrow, map, size, &err), FORMAT_OK, "%s: %s", name, err.what);
    for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++) {
        struct byte_writer bytes = map_convert(map, wide[i]);
        cr_assert_eq(bsp_read(&other, bytes.data, bytes.size, &err), FORMAT_OK, "%s: %s", name,
                     err.what);
        check_alike(&narrow, &other, name);
        bsp_free(&other);
        byte_writer_free(&bytes);
    }
    bsp_free(&narrow);
}

Test(map_kinds, all_give_the_same_structures)
{
    struct quake_data data;
    const uint8_t *map;
    size_t size;
    open_builtin(&data, &map, &size);
    check_kinds(map, size, MAP);
    quake_game_close(&data);
}

Test(map_kinds, real_maps_give_the_same_structures)
{
    static const char *const names[] = {"dm2", "dm3", "dm4", "dm6", "e1m2"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        struct file_bytes file;
        real_data_load(&file, "librequake/id1/maps/%s.bsp", names[i]);
        check_kinds(file.data, file.size, names[i]);
        platform_free_file(&file);
    }
}

/* The picture from the middle of a leaf in the open. */
static uint64_t draw_map(const struct quake_data *data, const struct model *world)
{
    const struct palette_options palette = {.palette = data->palette, .colormap = data->colormap};
    const struct renderer_options options = {
        .width = WIDTH, .height = HEIGHT, .threads = 1, .palette = &palette};
    struct renderer *renderer = renderer_create(&options);
    struct palette_scene part = {.world = world};
    struct scene scene = {
        .kind = SCENE_PALETTE, .camera = {.fov_x = 90, .angles = {10, 40, 0}}, .palette = &part};
    uint32_t leaf = 1;
    while (world->bsp->leafs[leaf].contents != CONTENTS_EMPTY) {
        leaf++;
    }
    for (int i = 0; i < 3; i++) {
        const struct bsp_leaf *at = &world->bsp->leafs[leaf];
        scene.camera.origin[i] = (at->mins[i] + at->maxs[i]) * 0.5f;
    }
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        part.light_levels[i] = 264;
    }
    cr_assert_not_null(renderer);
    cr_assert_eq(renderer_draw(renderer, &scene, NULL, 0), 0);
    struct render_frame frame;
    cr_assert_eq(renderer_frame(renderer, &frame), 0);
    unsigned changes = 0;
    for (int i = 1; i < WIDTH * HEIGHT; i++) {
        changes += frame.pixels[i] != frame.pixels[i - 1];
    }
    cr_assert_gt(changes, 1000, "hardly anything is seen");
    uint64_t hash = renderer_hash(renderer);
    renderer_destroy(renderer);
    return hash;
}

Test(map_kinds, all_are_drawn_alike)
{
    struct quake_data data;
    const uint8_t *map;
    size_t size;
    open_builtin(&data, &map, &size);
    uint64_t narrow = draw_map(&data, model_store_get(data.models, MAP, NULL));
    for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++) {
        struct pak_bytes members = {0};
        struct byte_writer bytes = map_convert(map, wide[i]);
        pak_bytes_add(&members, MAP, &bytes);
        struct byte_writer pak = pak_bytes_finish(&members);
        struct files *files = files_create(NULL, NULL);
        cr_assert_eq(files_add_pak(files, "wide", pak.data, pak.size), FORMAT_OK);
        struct model_store *models = model_store_create(files);
        const struct model *world = model_store_get(models, MAP, NULL);
        cr_assert(world != NULL && !world->missing);
        cr_assert_eq(draw_map(&data, world), narrow);
        model_store_destroy(models);
        files_destroy(files);
        byte_writer_free(&pak);
        byte_writer_free(&bytes);
    }
    quake_game_close(&data);
}

/* From memory of exactly that size, so that a sanitizer sees each byte too far. */
static int try_bytes(const uint8_t *data, size_t size)
{
    struct bsp bsp;
    struct format_error err = {0};
    uint8_t *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    int code = bsp_read(&bsp, copy, size, &err);
    free(copy);
    if (code == FORMAT_OK) {
        for (uint32_t i = 0; i < bsp.num_submodels; i++) {
            cr_assert_lt(bsp_point_leaf(&bsp, i, bsp.submodels[i].mins), bsp.num_leafs);
        }
        bsp_free(&bsp);
    } else {
        cr_assert(err.what[0] != '\0');
    }
    return code;
}

Test(map_kinds, cut_off_and_damaged)
{
    enum { PLACES = 2001 };
    struct quake_data data;
    const uint8_t *map;
    size_t size;
    open_builtin(&data, &map, &size);
    for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++) {
        struct byte_writer bytes = map_convert(map, wide[i]);
        uint32_t random = 1;
        for (size_t k = 0; k < PLACES; k++) {
            size_t cut = (bytes.size - 4) * k / PLACES; /* the last lump may be padded */
            cr_assert_lt(try_bytes(bytes.data, cut), 0, "%zu bytes", cut);
            random = random * 1664525 + 1013904223;
            bytes.data[random % bytes.size] ^= (uint8_t)(1 << (random >> 29));
            (void)!try_bytes(bytes.data, bytes.size);
            if (k % 8) {
                bytes.data[random % bytes.size] ^= (uint8_t)(1 << (random >> 29));
            }
        }
        byte_writer_free(&bytes);
    }
    quake_game_close(&data);
}

Test(map_kinds, overlapping_lumps_are_rejected)
{
    enum { SIZE = 73920 }; /* a multiple of every element's size in all versions */
    for (size_t v = 0; v < sizeof(versions) / sizeof(versions[0]); v++) {
        struct byte_writer file = {0};
        struct bsp bsp;
        struct format_error err = {0};
        byte_writer_u32(&file, versions[v]);
        for (int i = 0; i < MAP_LUMPS; i++) {
            byte_writer_u32(&file, MAP_HEADER);
            byte_writer_u32(&file, SIZE);
        }
        for (int i = 0; i < SIZE; i++) {
            byte_writer_u8(&file, 0);
        }
        cr_assert_eq(bsp_read(&bsp, file.data, file.size, &err), FORMAT_BAD);
        cr_assert(strstr(err.what, "overlap"), "%s", err.what);
        byte_writer_free(&file);
    }
}
