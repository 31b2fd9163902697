/* Brush surfaces: mips, texture frames, lightmaps, dynamic lights, lit blocks, the sky, and whole
 * pictures. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/files.h"
#include "assets/quake/model_store.h"
#include "formats/pictures/lmp.h"
#include "render/cpu.h"
#include "render/palette/fixed.h"
#include "render/palette/surfaces/light_at_point.h"
#include "render/palette/surfaces/sky.h"
#include "render/palette/surfaces/surface_block.h"
#include "render/palette/surfaces/surface_cache.h"
#include "render/palette/surfaces/surface_cell.h"
#include "render/palette/surfaces/surface_light.h"
#include "tests/support/palette_stage.h"
#include "tests/support/quake_game.h"
#include "tests/support/random_numbers.h"
#include "tests/support/real_data.h"

/* ---- A map of one horizontal face at z = 0, 32 x 48 texels, light every 16 ---- */

struct flat_map {
    struct bsp bsp;
    struct bsp_plane plane;
    struct bsp_texinfo texinfo;
    struct bsp_face face;
    struct bsp_node node;
    struct bsp_leaf leafs[2];
    struct bsp_submodel submodel;
    struct model model;
    uint8_t light[2 * 3 * 4];
};

static void flat_map_init(struct flat_map *map)
{
    memset(map, 0, sizeof *map);
    map->plane.normal[2] = 1;
    map->texinfo.vecs[0][0] = 1;
    map->texinfo.vecs[1][1] = 1;
    map->texinfo.texture = -1;
    map->texinfo.mip_adjust = 1;
    map->face.extents[0] = 32;
    map->face.extents[1] = 48;
    map->face.styles[0] = 0;
    memset(map->face.styles + 1, 255, 3);
    map->node.children[0] = -1;
    map->node.children[1] = -2;
    map->node.num_faces = 1;
    map->submodel.num_faces = 1;
    for (int i = 0; i < 12; i++) {
        map->light[i] = (uint8_t)(10 + i);
        map->light[12 + i] = 100;
    }
    map->bsp.planes = &map->plane;
    map->bsp.num_planes = 1;
    map->bsp.texinfo = &map->texinfo;
    map->bsp.num_texinfo = 1;
    map->bsp.faces = &map->face;
    map->bsp.num_faces = 1;
    map->bsp.nodes = &map->node;
    map->bsp.num_nodes = 1;
    map->bsp.leafs = map->leafs;
    map->bsp.num_leafs = 2;
    map->bsp.submodels = &map->submodel;
    map->bsp.num_submodels = 1;
    map->bsp.light_data = map->light;
    map->bsp.light_size = sizeof map->light;
    map->model.kind = MODEL_BRUSH;
    map->model.bsp = &map->bsp;
}

/* ---- Numbers ---- */

Test(surfaces, conversions_follow_sse2)
{
    cr_assert_eq(fixed_from_double(-1.9), -1);
    cr_assert_eq(fixed_from_double(2147483647.5), INT32_MAX);
    cr_assert_eq(fixed_from_double(-2147483648.5), INT32_MIN);
    cr_assert_eq(fixed_from_double(2147483648.0), INT32_MIN);
    cr_assert_eq(fixed_from_double(-1e300), INT32_MIN);
    cr_assert_eq(fixed_from_float(NAN), INT32_MIN);
    cr_assert_eq(fixed_texels(-16, 2), -16 * 65536 / 4);
}

Test(surfaces, mip_changes_at_1_and_0_4_and_0_2)
{
    cr_assert_eq(surface_mip_for_scale(7.0f), 0);
    cr_assert_eq(surface_mip_for_scale(1.0f), 0);
    cr_assert_eq(surface_mip_for_scale(nextafterf(1.0f, 0)), 1);
    cr_assert_eq(surface_mip_for_scale(0.4f), 1);
    cr_assert_eq(surface_mip_for_scale(nextafterf(0.4f, 0)), 2);
    cr_assert_eq(surface_mip_for_scale(0.2f), 2);
    cr_assert_eq(surface_mip_for_scale(nextafterf(0.2f, 0)), 3);
    cr_assert_eq(surface_mip_for_scale(0), 3);
    cr_assert_eq(surface_mip_for_scale(NAN), 3);
}

/* ---- Texture frames ---- */

Test(surfaces, texture_frames_run_ten_tenths_a_second)
{
    struct bsp_texture textures[4];
    struct bsp bsp = {.textures = textures, .num_textures = 4};
    memset(textures, 0, sizeof textures);
    for (int i = 0; i < 3; i++) { /* three frames of two tenths, and texture 3 as the alternate */
        textures[i].anim_total = 6;
        textures[i].anim_min = 2 * i;
        textures[i].anim_max = 2 * i + 2;
        textures[i].anim_next = (i + 1) % 3;
        textures[i].alternate_anims = 3;
    }
    textures[3].anim_next = textures[3].alternate_anims = -1;

    cr_assert_eq(surface_texture_frame(&bsp, 0, 0, 0.0), 0);
    cr_assert_eq(surface_texture_frame(&bsp, 0, 0, 0.19), 0);
    cr_assert_eq(surface_texture_frame(&bsp, 0, 0, 0.2), 1);
    cr_assert_eq(surface_texture_frame(&bsp, 0, 0, 0.45), 2);
    cr_assert_eq(surface_texture_frame(&bsp, 2, 0, 0.65), 0);
    cr_assert_eq(surface_texture_frame(&bsp, 1, 5, 0.2), 3, "frame not 0: the alternate, still");
    cr_assert_eq(surface_texture_frame(&bsp, 3, 5, 0.2), 3);
    cr_assert_eq(surface_texture_frame(&bsp, -1, 1, 0.2), -1);
    cr_assert_eq(surface_texture_frame(&bsp, 0, 0, -0.1), 2, "one tenth before 0 is the last");
    textures[1].anim_max = 2; /* a broken cycle ends */
    cr_assert_geq(surface_texture_frame(&bsp, 0, 0, 0.2), 0);
}

Test(surfaces, a_missing_texture_is_a_checker)
{
    struct bsp bsp = {.num_textures = 0};
    for (int mip = 0; mip < 4; mip++) {
        struct surface_texture t = surface_texture_mip(&bsp, -1, mip);
        int side = 16 >> mip;
        cr_assert_eq(t.width, side);
        cr_assert_eq(t.height, side);
        for (int y = 0; y < side; y++) {
            for (int x = 0; x < side; x++) {
                bool black = (y < side / 2) == (x < side / 2);
                cr_assert_eq(t.pixels[y * side + x], black ? 0 : 255, "mip %d %d %d", mip, x, y);
            }
        }
    }
}

/* ---- Lightmaps ---- */

Test(surfaces, light_adds_styles_and_turns_round)
{
    struct flat_map map;
    struct surface_dlights none = {0};
    const int32_t levels[4] = {264, 128, 0, 0};
    uint32_t grid[12];

    flat_map_init(&map);
    surface_light_build(grid,
                        &(struct surface_lighting){&map.bsp, 0, levels, false, false, &none, NULL});
    for (uint32_t i = 0; i < 12; i++) { /* one style: (65280 - sample * 264) / 4 */
        cr_assert_eq(grid[i], (65280 - (10 + i) * 264) / 4);
    }
    map.face.styles[1] = 7;
    surface_light_build(grid,
                        &(struct surface_lighting){&map.bsp, 0, levels, false, false, &none, NULL});
    cr_assert_eq(grid[0], (65280 - 10 * 264 - 100 * 128) / 4);
    map.light[0] = 255; /* brighter than the map holds: the floor of 64 */
    surface_light_build(grid,
                        &(struct surface_lighting){&map.bsp, 0, levels, false, false, &none, NULL});
    cr_assert_eq(grid[0], 64);

    const int32_t negative[4] = {-2134, 0, 0, 0}; /* styles below 'a' stay inside the colormap */
    surface_light_build(
        grid, &(struct surface_lighting){&map.bsp, 0, negative, false, false, &none, NULL});
    cr_assert_eq(grid[1], 16320);
    map.face.light_offset = -1;
    surface_light_build(grid,
                        &(struct surface_lighting){&map.bsp, 0, levels, false, false, &none, NULL});
    cr_assert_eq(grid[0], 16320, "no lightmap: black");
    surface_light_build(grid,
                        &(struct surface_lighting){&map.bsp, 0, levels, true, false, &none, NULL});
    cr_assert_eq(grid[0], 0, "no light data at all: full");
}

Test(surfaces, dynamic_light_falls_off_by_octagons)
{
    struct flat_map map;
    struct palette_dlight light = {.origin = {8, 8, 10}, .radius = 100, .min_light = 20};
    struct palette_scene scene = {.dlights = &light, .num_dlights = 1};
    struct surface_dlights marks = {0};
    const int32_t dark[4] = {0};
    uint32_t grid[12];

    flat_map_init(&map);
    scene.world = &map.model;
    cr_assert_eq(surface_dlights_mark(&marks, &scene), 0);
    const uint32_t *lit = surface_dlights_of(&marks, &map.bsp, 0);
    cr_assert_not_null(lit);
    surface_light_build(grid,
                        &(struct surface_lighting){&map.bsp, 0, dark, false, false, &marks, lit});
    /* rad = 100 - 10 = 90, reach 70. (0, 0): sd = td = 8, far = 12. (32, 48): sd 24, td 40, far
     * 52. */
    cr_assert_eq(grid[0], (65280 - (90 - 12) * 256) / 4);
    cr_assert_eq(grid[11], (65280 - (90 - 52) * 256) / 4);
    light.min_light = 40; /* reach 50: the far corner gets nothing */
    surface_light_build(grid,
                        &(struct surface_lighting){&map.bsp, 0, dark, false, false, &marks, lit});
    cr_assert_eq(grid[11], 16320);
    light.min_light = 91;
    surface_light_build(grid,
                        &(struct surface_lighting){&map.bsp, 0, dark, false, false, &marks, lit});
    cr_assert_eq(grid[0], 16320, "weaker than its least light");
    surface_dlights_free(&marks);
}

Test(surfaces, dynamic_lights_mark_faces_in_range)
{
    struct flat_map map;
    struct palette_dlight lights[40];
    struct palette_scene scene = {.dlights = lights, .num_dlights = 40};
    struct surface_dlights marks = {0};
    struct bsp other = {0};

    memset(lights, 0, sizeof lights);
    flat_map_init(&map);
    scene.world = &map.model;
    lights[3].radius = 100;
    lights[3].origin[2] = 101;
    lights[4].radius = 100;
    lights[4].origin[2] = -101;
    cr_assert_eq(surface_dlights_mark(&marks, &scene), 0);
    cr_assert_null(surface_dlights_of(&marks, &map.bsp, 0));
    lights[35].radius = 100; /* more than the original's 32 */
    lights[35].origin[2] = -100;
    cr_assert_eq(surface_dlights_mark(&marks, &scene), 0);
    const uint32_t *lit = surface_dlights_of(&marks, &map.bsp, 0);
    cr_assert_not_null(lit);
    cr_assert_eq(lit[0], 0);
    cr_assert_eq(lit[1], 1u << 3);
    cr_assert_null(surface_dlights_of(&marks, &other, 0), "models with a file of their own");
    scene.num_dlights = 0;
    cr_assert_eq(surface_dlights_mark(&marks, &scene), 0);
    cr_assert_null(surface_dlights_of(&marks, &map.bsp, 0));
    surface_dlights_free(&marks);
}

Test(surfaces, light_at_a_point_is_the_sample_below)
{
    struct flat_map map;
    struct palette_scene scene = {0};
    float point[3] = {17, 33, 24};

    flat_map_init(&map);
    scene.light_levels[0] = 264;
    cr_assert_eq(light_at_point(&map.bsp, &scene, point), (10 + 2 * 3 + 1) * 264 >> 8);
    point[2] = -1;
    cr_assert_eq(light_at_point(&map.bsp, &scene, point), 0, "nothing below");
    point[2] = 8195;
    cr_assert_eq(light_at_point(&map.bsp, &scene, point), 0, "too far below");
    point[2] = 10;
    point[0] = 33;
    cr_assert_eq(light_at_point(&map.bsp, &scene, point), 0, "beside the face");
    point[0] = 32;
    cr_assert_eq(light_at_point(&map.bsp, &scene, point), (10 + 2 * 3 + 2) * 264 >> 8);
    map.face.styles[1] = 70; /* no level: the original's array is 0 there */
    cr_assert_eq(light_at_point(&map.bsp, &scene, point), (10 + 2 * 3 + 2) * 264 >> 8);
    map.face.styles[1] = 9;
    scene.light_levels[9] = 256;
    cr_assert_eq(light_at_point(&map.bsp, &scene, point), ((10 + 2 * 3 + 2) * 264 + 25600) >> 8);
    map.face.light_offset = -1;
    cr_assert_eq(light_at_point(&map.bsp, &scene, point), 0);
    map.face.light_offset = 0;
    map.face.flags = BSP_FACE_TURB;
    cr_assert_eq(light_at_point(&map.bsp, &scene, point), 0);
    map.bsp.light_size = 0;
    cr_assert_eq(light_at_point(&map.bsp, &scene, point), 255);
}

/* ---- Lit blocks ---- */

/* One texel by the formula: lights step down the cell's sides, and from right to left inside a
 * row. */
static uint8_t lit_texel(const struct surface_block *b, int x, int y)
{
    int size = 16 >> b->mip, shift = 4 - b->mip;
    int u = x / size, v = y / size, column = x % size, row = y % size;
    const uint32_t *corner = b->grid + v * b->grid_size[0] + u;
    int right_hand = b->grid_size[0] > 1 ? 1 : 0, below = b->grid_size[1] > 1 ? b->grid_size[0] : 0;
    int tl = (int)corner[0], tr = (int)corner[right_hand];
    int bl = (int)corner[below], br = (int)corner[below + right_hand];
    int left = tl + row * ((bl - tl) >> shift), right = tr + row * ((br - tr) >> shift);
    int light = right + (size - 1 - column) * ((left - right) >> shift);
    int s = ((b->texture_mins[0] >> b->mip) + x) % b->texture.width;
    int t = ((b->texture_mins[1] >> b->mip) + y) % b->texture.height;
    s += s < 0 ? b->texture.width : 0;
    t += t < 0 ? b->texture.height : 0;
    return b->colormap[(light >> 8) * 256 + b->texture.pixels[t * b->texture.width + s]];
}

/* Texture and colormap end at the end of their allocations. */
static void check_block(int mip, int width, int height, int s0, int t0, int across, int down,
                        bool extent)
{
    int size = 16 >> mip;
    size_t texels = (size_t)(width * height), bytes = (size_t)(across * down * size * size);
    uint8_t *texture = malloc(texels), *colormap = malloc(COLORMAP_BYTES);
    uint8_t *dest = malloc(bytes);
    int grid_width = extent ? across + 1 : 1, grid_height = extent ? down + 1 : 1;
    uint32_t *grid = malloc((size_t)(grid_width * grid_height) * sizeof *grid);

    for (size_t i = 0; i < texels; i++) {
        texture[i] = (uint8_t)(i * 37 + i / 7);
    }
    for (size_t i = 0; i < COLORMAP_BYTES; i++) {
        colormap[i] = (uint8_t)(i * 11 + i / 256 * 5);
    }
    for (int i = 0; i < grid_width * grid_height; i++) {
        grid[i] = (uint32_t)(64 + i * 7919 % (16320 - 64 + 1));
    }
    struct surface_block block = {.dest = dest,
                                  .texture = {texture, width, height},
                                  .mip = mip,
                                  .texture_mins = {s0, t0},
                                  .cells = {across, down},
                                  .grid = grid,
                                  .grid_size = {grid_width, grid_height},
                                  .colormap = colormap};
    memset(dest, 0, bytes);
    surface_block_draw(&block);
    for (int y = 0; y < down * size; y++) {
        for (int x = 0; x < across * size; x++) {
            cr_assert_eq(dest[y * across * size + x], lit_texel(&block, x, y),
                         "mip %d, texture %dx%d, texel %d %d", mip, width, height, x, y);
        }
    }
    free(texture);
    free(colormap);
    free(dest);
    free(grid);
}

Test(surfaces, blocks_tile_textures_and_step_light)
{
    for (int mip = 0; mip < 4; mip++) {
        check_block(mip, 64 >> mip, 32 >> mip, 0, 0, 3, 2, true);
        check_block(mip, 64 >> mip, 32 >> mip, 48, 16, 18, 5, true);
        check_block(mip, 64 >> mip, 32 >> mip, -16, -4112, 6, 7, true);
        check_block(mip, 16 >> mip, 16 >> mip, 1024, 160, 20, 1, true);
        check_block(mip, 24, 40, 16, 32, 5, 6, true); /* odd sizes: edges inside cells */
        check_block(mip, 3, 1, -16, 16, 3, 3, true);
        check_block(mip, 16 >> mip, 16 >> mip, 0, 0, 1, 1, false); /* no extent: one light */
    }
}

/* Between guard bytes, with lights at the limits of their range. */
Test(surfaces, cells_are_lit_by_the_formula_within_bounds)
{
    enum { AREA = 40 * 40, GUARD_BYTE = 0xa5 };
    struct random_source random = {12, 0};
    uint8_t *colormap = malloc(COLORMAP_BYTES);
    cr_assert_not_null(colormap);
    for (int i = 0; i < COLORMAP_BYTES; i++) {
        colormap[i] = (uint8_t)next_bits(&random);
    }
    for (int round = 0; round < 20000; round++) {
        const int mip = next_int(&random, 0, 3), shift = 4 - mip, size = 1 << shift;
        const int stride = next_int(&random, size, 40), dest_stride = next_int(&random, size, 40);
        const size_t source_size = (size_t)(stride * (size - 1) + size);
        const int offset = next_int(&random, 0, 63);
        uint8_t *source = malloc(source_size), dest[AREA + 64], want[AREA + 64];
        cr_assert_not_null(source);
        for (size_t i = 0; i < source_size; i++) {
            source[i] = (uint8_t)next_bits(&random);
        }
        struct surface_cell cell = {source, stride, dest + offset, dest_stride, colormap, {0}};
        for (int i = 0; i < 4; i++) {
            bool extreme = next_bits(&random) % 4 == 0;
            cell.light[i] = extreme ? (next_bits(&random) & 1 ? 64 : 63 * 256 + 255)
                                    : next_int(&random, 0, 63 * 256 + 255);
        }
        memset(dest, GUARD_BYTE, sizeof dest);
        memset(want, GUARD_BYTE, sizeof want);
        surface_cell_draw(&cell, mip);
        for (int row = 0; row < size; row++) {
            const int left = cell.light[0] + row * ((cell.light[2] - cell.light[0]) >> shift);
            const int right = cell.light[1] + row * ((cell.light[3] - cell.light[1]) >> shift);
            for (int column = 0; column < size; column++) {
                const int light = right + (size - 1 - column) * ((left - right) >> shift);
                want[offset + row * dest_stride + column] =
                    colormap[(light >> 8 & 63) * 256 + source[row * stride + column]];
            }
        }
        cr_assert_arr_eq(dest, want, sizeof want, "mip %d, round %d", mip, round);
        free(source);
    }
    free(colormap);
}

Test(surfaces, tiles_have_power_of_two_sides)
{
    uint8_t texture[48 * 16], tile[64 * 16];
    for (size_t i = 0; i < sizeof texture; i++) {
        texture[i] = (uint8_t)(i % 251);
    }
    struct surface_texture t = {texture, 48, 16};
    cr_assert_eq(surface_tile_side(64), 64);
    cr_assert_eq(surface_tile_side(48), 64);
    cr_assert_eq(surface_tile_side(1), 1);
    surface_tile_draw(tile, &t);
    for (int y = 0; y < 16; y++) {
        for (int x = 0; x < 64; x++) {
            cr_assert_eq(tile[y * 64 + x], texture[y * 48 + x % 48]);
        }
    }
}

/* ---- Sky ---- */

Test(surfaces, sky_front_layer_runs_ahead)
{
    static uint8_t texture[256 * 128], out[SKY_BYTES];
    for (int y = 0; y < 128; y++) {
        for (int x = 0; x < 128; x++) {
            texture[y * 256 + x] = (x + y) % 3 ? (uint8_t)(x ^ y ^ 0x80) : 0;
            texture[y * 256 + 128 + x] = (uint8_t)(x * 2 + y);
        }
    }
    const int32_t shifts[] = {0, 1, 77, 128, 500, -3};
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        sky_compose(out, texture, shifts[i]);
        for (int y = 0; y < 128; y++) {
            for (int x = 0; x < 128; x++) {
                uint8_t front = texture[((y + shifts[i]) & 127) * 256 + ((x + shifts[i]) & 127)];
                uint8_t back = texture[y * 256 + 128 + x];
                cr_assert_eq(out[y * 128 + x], front ? front : back);
            }
        }
    }
    struct sky_moment moment = sky_at(3.25);
    cr_assert_eq(moment.scroll, 26.0f);
    cr_assert_eq(moment.shift, 26);
    moment = sky_at(512 + 3.25);
    cr_assert_eq(moment.scroll, 26.0f, "the period is 512 seconds");
    sky_compose(out, NULL, 5);
    cr_assert_eq(out[0], out[SKY_BYTES - 1]);
}

Test(surfaces, the_last_sky_texture_is_used)
{
    static const uint8_t pixels[256 * 128];
    struct bsp_texture textures[3] = {{.name = "sky1", .width = 256, .height = 128},
                                      {.name = "sky4", .width = 256, .height = 128},
                                      {.name = "wall", .width = 64, .height = 64}};
    struct bsp bsp = {.textures = textures, .num_textures = 3};
    cr_assert_eq(sky_texture(&bsp), -1, "without data");
    textures[0].mips[0] = textures[1].mips[0] = pixels;
    cr_assert_eq(sky_texture(&bsp), 1);
    textures[1].height = 64;
    cr_assert_eq(sky_texture(&bsp), -1);
    bsp.num_textures = 1;
    cr_assert_eq(sky_texture(&bsp), 0);
}

/* ---- The cache ---- */

static uint8_t key_byte(const struct surface_cache_key *key)
{
    return (uint8_t)(key->levels[0] * 3 + key->mip * 50 + key->texture);
}

/* Uses a block as a frame does: finds it, and fills or copies it if necessary. */
static const uint8_t *use_block(struct surface_cache *cache, const struct surface_cache_key *key,
                                size_t size, int *builds)
{
    struct surface_cache_block block;
    cr_assert_eq(surface_cache_find(cache, key, size, &block), 0);
    if (block.copy_from != NULL) {
        cr_assert(block.build);
        memcpy(block.pixels, block.copy_from, size);
    } else if (block.build) {
        memset(block.pixels, key_byte(key), size);
        ++*builds;
    }
    cr_assert_eq((uintptr_t)block.pixels % 32, 0);
    return block.pixels;
}

Test(surfaces, blocks_in_use_survive_cache_generations)
{
    struct flat_map map;
    struct surface_cache *cache = surface_cache_create();
    struct surface_cache_key steady = {.bsp = NULL, .slot = 0, .mip = 1, .texture = 4};
    const size_t size = 100000;
    int steady_builds = 0, other_builds = 0;

    flat_map_init(&map);
    map.bsp.identity = object_id_create();
    cr_assert(cache != NULL && map.bsp.identity != NULL);
    steady.bsp = &map.bsp;
    for (int frame = 0; frame < 2000; frame++) { /* 200 MB of blocks through 16 MB a generation */
        surface_cache_begin_frame(cache, &map.bsp, 1000);
        const uint8_t *pixels = use_block(cache, &steady, size, &steady_builds);
        struct surface_cache_key other = {
            .bsp = &map.bsp, .slot = 0, .mip = 1, .levels = {frame % 900}};
        const uint8_t *flicker = use_block(cache, &other, size, &other_builds);
        const size_t own = frame % 16 == 0 ? 3 << 20 : 3 << 10; /* more than a chunk, and less */
        uint8_t *lit = surface_cache_frame_memory(cache, own);
        cr_assert_not_null(lit);
        memset(lit, 0xee, own);
        cr_assert(pixels[0] == key_byte(&steady) && pixels[size - 1] == key_byte(&steady));
        cr_assert(flicker[0] == key_byte(&other) && flicker[size - 1] == key_byte(&other));
    }
    cr_assert_eq(steady_builds, 1);
    cr_assert_eq(other_builds, 2000, "each was dropped before it came again");

    use_block(cache, &steady, size + 1, &steady_builds); /* no block is longer than it was made */
    cr_assert_eq(steady_builds, 2);
    use_block(cache, &steady, size, &steady_builds);
    cr_assert_eq(steady_builds, 2);
    cr_assert_eq(object_id_renew(&map.bsp.identity), 0); /* another world at the same address */
    surface_cache_begin_frame(cache, &map.bsp, 1000);
    use_block(cache, &steady, size, &steady_builds);
    cr_assert_eq(steady_builds, 3);
    surface_cache_forget(cache);
    surface_cache_begin_frame(cache, &map.bsp, 1000);
    use_block(cache, &steady, size, &steady_builds);
    cr_assert_eq(steady_builds, 4);
    object_id_release(map.bsp.identity);
    surface_cache_destroy(cache); /* it holds the identity to the end */
}

/* A map without an identity is known within the frame alone: it, or another at its address, may be
 * anything in the next. */
Test(surfaces, maps_without_identity_are_not_cached)
{
    struct flat_map world, item;
    struct surface_cache *cache = surface_cache_create();
    int builds = 0;
    flat_map_init(&world);
    flat_map_init(&item);
    world.bsp.identity = object_id_create();
    cr_assert(cache != NULL && world.bsp.identity != NULL);
    struct surface_cache_key key = {.bsp = &item.bsp, .mip = 1};
    for (int frame = 1; frame < 4; frame++) {
        surface_cache_begin_frame(cache, &world.bsp, 1000);
        use_block(cache, &key, 500, &builds);
        use_block(cache, &key, 500, &builds);
        cr_assert_eq(builds, frame);
    }
    object_id_release(world.bsp.identity);
    surface_cache_destroy(cache);
}

/* ---- Whole pictures of a real map ---- */

enum { PICTURE_WIDTH = 320, PICTURE_HEIGHT = 200 };

struct picture_data {
    struct files *files;
    struct model_store *models;
    const uint8_t *palette, *colormap;
    const struct model *world;
    struct scene scene;
};

static void picture_data_open(struct picture_data *data)
{
    const struct real_data_name path = real_data_path("librequake/id1");
    size_t size;

    memset(data, 0, sizeof *data);
    data->files = files_create(NULL, NULL);
    cr_assert_not_null(data->files);
    cr_assert_eq(files_add_directory(data->files, path.text), 0);
    data->models = model_store_create(data->files);
    data->world = model_store_get(data->models, "maps/lq_e0m1.bsp", NULL);
    cr_assert(data->world != NULL && !data->world->missing);
    cr_assert_eq(quake_game_load(data->files, "gfx/palette.lmp", &data->palette, &size), 0);
    cr_assert_eq(quake_game_load(data->files, "gfx/colormap.lmp", &data->colormap, &size), 0);
    cr_assert_not_null(palette_scene_begin(&data->scene));
    data->scene.palette->world = data->world;
    data->scene.camera.fov_x = 90;
    for (int i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        data->scene.palette->light_levels[i] = 264;
    }
    for (uint32_t i = 1; i < data->world->bsp->num_submodels && i < 20; i++) {
        char name[16];
        struct palette_entity *entity = palette_scene_add_entity(data->scene.palette);
        snprintf(name, sizeof name, "*%u", (unsigned)i);
        entity->model = model_store_get(data->models, name, data->world);
        entity->angles[1] = i % 3 == 0 ? 20 : 0;
        entity->alpha = 255;
    }
}

static void picture_data_close(struct picture_data *data)
{
    scene_free(&data->scene);
    model_store_destroy(data->models);
    files_destroy(data->files);
}

/* Four places of the map, the last above water; lights, liquids, warp and time change too, so that
 * the cache sees all kinds of keys. */
static void set_moment(struct scene *scene, int moment)
{
    static const float places[4][5] = {{-667.25f, -171.375f, 102.875f, 7, 43},
                                       {-172.75f, -1046.5f, -2, 24, 31},
                                       {-453, 450.5f, 276, 24, 130},
                                       {589.90625f, 2165.28125f, -56, 54, 352}};
    const float *place = places[moment % 4];
    memcpy(scene->camera.origin, place, 3 * sizeof *place);
    scene->camera.angles[0] = place[3];
    scene->camera.angles[1] = place[4] + (float)(moment / 4) * 9;
    scene->time = 10 + moment * 1.37;
    scene->palette->light_levels[0] = 264 - moment % 2 * 66;
    scene->palette->underwater_warp = moment % 5 == 4;
    memset(scene->palette->liquid_clear, moment / 4 * 3, sizeof scene->palette->liquid_clear);
    scene->palette->num_dlights = 0;
    if (moment % 2 == 0) {
        struct palette_dlight *light = palette_scene_add_dlight(scene->palette);
        memcpy(light->origin, place, 3 * sizeof *place);
        light->radius = 300;
        light->min_light = 16;
    }
}

static struct palette_stage *make_stage(const struct picture_data *data, enum render_look look,
                                        int threads)
{
    const struct palette_options options = {
        .look = look, .palette = data->palette, .colormap = data->colormap};
    struct palette_stage *stage =
        palette_stage_create(PICTURE_WIDTH, PICTURE_HEIGHT, threads, &options);
    return stage;
}

Test(surfaces, pictures_depend_on_the_scene_alone)
{
    enum { MOMENTS = 12 };
    const int threads[] = {1, 2, 3, 7};
    struct picture_data data;

    picture_data_open(&data);
    for (int look = LOOK_EXACT; look <= (int)LOOK_FAITHFUL; look++) {
        uint64_t fresh[MOMENTS];
        for (int i = 0; i < MOMENTS; i++) {
            struct palette_stage *stage = make_stage(&data, (enum render_look)look, 1);
            set_moment(&data.scene, i);
            fresh[i] = palette_stage_hash(stage, &data.scene);
            for (int j = 0; j < i; j++) {
                cr_assert_neq(fresh[i], fresh[j], "moments %d and %d look alike", i, j);
            }
            palette_stage_destroy(stage);
        }
        for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
            struct palette_stage *stage = make_stage(&data, (enum render_look)look, threads[t]);
            for (int i = 0; i < 3 * MOMENTS; i++) { /* in another order, with repetitions */
                int moment = i * 7 % MOMENTS;
                set_moment(&data.scene, moment);
                cr_assert_eq(palette_stage_hash(stage, &data.scene), fresh[moment],
                             "look %d, %d threads, moment %d", look, threads[t], moment);
            }
            palette_stage_destroy(stage);
        }
    }
    picture_data_close(&data);
}

/* All kernel sets, with translucent and opaque water. */
Test(surfaces, translucent_water_shows_the_ground)
{
    struct picture_data data;
    uint64_t hashes[3];

    picture_data_open(&data);
    for (int level = CPU_C; level <= (int)cpu_detect(); level++) {
        cpu_set_level((enum cpu_level)level);
        struct palette_stage *stage = make_stage(&data, LOOK_FAITHFUL, 2);
        set_moment(&data.scene, 3);
        for (int i = 0; i < 3; i++) {
            memset(data.scene.palette->liquid_clear, i * 4,
                   sizeof data.scene.palette->liquid_clear);
            uint64_t hash = palette_stage_hash(stage, &data.scene);
            cr_assert(level == CPU_C || hash == hashes[i], "level %d, %d tenths", level, i * 4);
            hashes[i] = hash;
        }
        cr_assert(hashes[0] != hashes[1] && hashes[1] != hashes[2]);
        palette_stage_destroy(stage);
    }
    picture_data_close(&data);
}

Test(surfaces, the_target_shows_the_frame)
{
    struct picture_data data;

    picture_data_open(&data);
    struct palette_stage *stage = make_stage(&data, LOOK_FAITHFUL, 2);
    const size_t pitch = PICTURE_WIDTH + 5;
    uint32_t *target = calloc(pitch * PICTURE_HEIGHT, sizeof *target);
    for (int moment = 0; moment < 5; moment++) {
        set_moment(&data.scene, moment);
        data.scene.palette->blends[0] = (struct palette_blend){{255, 0, 0}, moment * 20};
        cr_assert_eq(palette_renderer_draw(stage->renderer, &data.scene, target, pitch), 0);
        struct palette_frame frame = palette_renderer_frame(stage->renderer);
        cr_assert(frame.width == PICTURE_WIDTH && frame.height == PICTURE_HEIGHT);
        for (int y = 0; y < PICTURE_HEIGHT; y++) {
            for (int x = 0; x < PICTURE_WIDTH; x++) {
                cr_assert_eq(target[(size_t)y * pitch + (size_t)x],
                             frame.colors[frame.indices[y * PICTURE_WIDTH + x]]);
            }
            cr_assert_eq(target[(size_t)y * pitch + PICTURE_WIDTH], 0, "behind the row");
        }
    }
    free(target);
    palette_stage_destroy(stage);
    picture_data_close(&data);
}

/* The stand-in for a map the user lacks: faces of 8192 texels, larger than any block. */
Test(surfaces, a_missing_world_is_drawn)
{
    uint8_t palette[PALETTE_BYTES] = {0}, *colormap = malloc(COLORMAP_BYTES);
    struct files *files = files_create(NULL, NULL);
    struct model_store *models = model_store_create(files);
    struct palette_scene room = {.world = model_store_get(models, "maps/nowhere.bsp", NULL)};
    struct scene scene = {.kind = SCENE_PALETTE, .palette = &room};
    uint64_t hashes[2][2];

    for (size_t i = 0; i < COLORMAP_BYTES; i++) {
        colormap[i] = (uint8_t)i;
    }
    cr_assert(scene.palette->world != NULL && scene.palette->world->missing);
    scene.camera.fov_x = 90;
    scene.camera.angles[1] = 30;
    for (int look = LOOK_EXACT; look <= (int)LOOK_FAITHFUL; look++) {
        for (int threads = 1; threads <= 2; threads++) {
            const struct palette_options options = {
                .look = (enum render_look)look, .palette = palette, .colormap = colormap};
            struct palette_stage *stage = palette_stage_create(320, 240, threads, &options);
            struct palette_frame frame = palette_stage_draw(stage, &scene);
            int changes = 0;
            for (int i = 1; i < 320 * 240; i++) {
                changes += frame.indices[i] != frame.indices[i - 1];
            }
            cr_assert_gt(changes, 100, "a grid is seen");
            hashes[look][threads - 1] = palette_renderer_hash(stage->renderer);
            palette_stage_destroy(stage);
        }
        cr_assert_eq(hashes[look][0], hashes[look][1]);
    }
    free(colormap);
    model_store_destroy(models);
    files_destroy(files);
}

Test(surfaces, without_a_world_there_is_only_2d)
{
    uint8_t *colormap = calloc(1, COLORMAP_BYTES);
    uint8_t palette[PALETTE_BYTES] = {0};
    const struct palette_options options = {
        .look = LOOK_EXACT, .palette = palette, .colormap = colormap};
    struct palette_scene items = {.underwater_warp = true};
    struct scene scene = {.kind = SCENE_PALETTE, .palette = &items};
    struct palette_stage *stage = palette_stage_create(160, 100, 2, &options);
    struct palette_2d *item = palette_scene_add_2d(scene.palette);
    *item = (struct palette_2d){.kind = PALETTE_2D_FILL,
                                .x = 10,
                                .y = 30,
                                .scale = 1,
                                .width = 4,
                                .height = 5,
                                .color = 77};
    struct palette_frame frame = palette_stage_draw(stage, &scene);
    cr_assert_eq(frame.indices[30 * 160 + 10], 77);
    cr_assert_eq(frame.indices[34 * 160 + 13], 77);
    cr_assert_eq(frame.indices[35 * 160 + 13], 0);
    cr_assert_eq(frame.indices[0], 0);
    palette_stage_destroy(stage);
    palette_scene_free(&items);
    free(colormap);
}
