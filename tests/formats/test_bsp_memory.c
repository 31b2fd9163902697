/* Maps without memory, and what becomes of what they were given: the reader is built here once
 * more, with allocations that fail and are counted. */
#include <criterion/criterion.h>

#include "assets/builtin/builtin.h"

#define bsp_read starved_bsp_read
#define bsp_free starved_bsp_free
#define bsp_set_colors starved_bsp_set_colors
#define bsp_patch_visibility starved_bsp_patch_visibility
#define bsp_note_damage starved_bsp_note_damage
#define bsp_read_textures starved_bsp_read_textures
#define bsp_read_bspx starved_bsp_read_bspx
#define bsp_check starved_bsp_check
#include "tests/support/failing_memory.h"

#include "formats/maps/bsp.c"
#include "formats/maps/bsp_check.c"
#include "formats/maps/bsp_extra.c"
#include "formats/maps/bsp_texture.c"

/* The built-in map with colours inside (BSPX), to be freed. */
static uint8_t *make_map(size_t *size)
{
    const uint8_t *map = NULL;
    struct bsp bsp;
    size_t map_size = 0;
    cr_assert(builtin_find("maps/reel.bsp", &map, &map_size));
    cr_assert_eq(bsp_read(&bsp, map, map_size, NULL), FORMAT_OK);
    const size_t colors = 3 * bsp.light_size, head = (map_size + 3) & ~(size_t)3;
    bsp_free(&bsp);
    *size = head + BSPX_HEADER + BSPX_ENTRY + colors;
    uint8_t *made = (calloc)(1, *size);
    memcpy(made, map, map_size);
    memcpy(made + head, "BSPX\1", 5);
    memcpy(made + head + BSPX_HEADER, "RGBLIGHTING", 11);
    const size_t numbers[2] = {head + BSPX_HEADER + BSPX_ENTRY, colors};
    for (int i = 0; i < 8; i++) {
        made[head + BSPX_HEADER + BSPX_NAME + i] = (uint8_t)(numbers[i / 4] >> i % 4 * 8);
    }
    return made;
}

/* The leafs of a patch that fits the map, to be freed. */
static uint8_t *make_leafs(const struct bsp *bsp)
{
    uint8_t *leafs = (calloc)(bsp->num_leafs, VIS_LEAF_SIZE);
    for (uint32_t i = 0; i < bsp->num_leafs; i++) {
        const struct bsp_leaf *leaf = &bsp->leafs[i];
        uint8_t *out = leafs + (size_t)i * VIS_LEAF_SIZE;
        for (int byte = 0; byte < 4; byte++) {
            out[byte] = (uint8_t)((uint32_t)leaf->contents >> byte * 8);
        }
        for (int byte = 0; byte < 2; byte++) {
            out[20 + byte] = (uint8_t)(leaf->first_mark_surface >> byte * 8);
            out[22 + byte] = (uint8_t)(leaf->num_mark_surfaces >> byte * 8);
        }
    }
    return leafs;
}

/* As the map's loader does: reads it, with its own colours, and lays others and another visibility
 * over them. */
static int read_map(struct bsp *bsp, const uint8_t *data, size_t size, const uint8_t *colors)
{
    struct format_error err = {0};
    int code = bsp_read(bsp, data, size, &err);
    if (code == FORMAT_OK) {
        cr_assert_not_null(bsp->color_data);
        code = bsp_set_colors(bsp, colors, &err);
        cr_assert_not_null(bsp->color_data, "those it had are still there");
    }
    if (code == FORMAT_OK) {
        uint8_t *leafs = make_leafs(bsp);
        const struct vis_patch patch = {.visibility = colors,
                                        .visibility_size = 16,
                                        .leafs = leafs,
                                        .num_leafs = bsp->num_leafs};
        code = bsp_patch_visibility(bsp, &patch, &err);
        cr_assert_not_null(bsp->visibility);
        (free)(leafs);
    }
    return code;
}

/* Each allocation in turn is the first that fails: an error, and nothing is kept. */
Test(bsp, all_memory_is_freed_whatever_fails)
{
    size_t size = 0;
    uint8_t *data = make_map(&size), *colors = (calloc)(1, size);
    struct bsp bsp;
    failing_memory_calls = 0;
    failing_memory_held = 0;
    cr_assert_eq(read_map(&bsp, data, size, colors), FORMAT_OK);
    cr_assert_gt(failing_memory_held, 15);
    bsp_free(&bsp);
    cr_assert_eq(failing_memory_held, 0);
    const size_t calls = failing_memory_calls;
    for (size_t from = 1; from <= calls; from++) {
        failing_memory_calls = 0;
        failing_memory_from = from;
        cr_assert_eq(read_map(&bsp, data, size, colors), FORMAT_MEMORY, "%zu of %zu", from, calls);
        bsp_free(&bsp);
        cr_assert_eq(failing_memory_held, 0, "%zu of %zu", from, calls);
    }
    (free)(data);
    (free)(colors);
}
