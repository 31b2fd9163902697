/* BSP maps: failed allocations, and release of everything on failure. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "assets/builtin/builtin.h"
#include "formats/maps/bsp.h"
#include "formats/maps/vis.h"
#include "tests/support/scarce.h"

enum { BSPX_HEADER = 8, BSPX_NAME = 24, BSPX_ENTRY = BSPX_NAME + 8 };

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
    uint8_t *made = calloc(1, *size);
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
    uint8_t *leafs = calloc(bsp->num_leafs, VIS_LEAF_SIZE);
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
static int read_map(struct bsp *bsp, const uint8_t *data, size_t size, const uint8_t *colors,
                    const uint8_t *leafs)
{
    struct format_error err = {0};
    int code = bsp_read(bsp, data, size, &err);
    if (code == FORMAT_OK) {
        cr_assert_not_null(bsp->color_data);
        code = bsp_set_colors(bsp, colors, &err);
        cr_assert_not_null(bsp->color_data, "those it had are still there");
    }
    if (code == FORMAT_OK) {
        const struct vis_patch patch = {.visibility = colors,
                                        .visibility_size = 16,
                                        .leafs = leafs,
                                        .num_leafs = bsp->num_leafs};
        code = bsp_patch_visibility(bsp, &patch, &err);
        cr_assert_not_null(bsp->visibility);
    }
    return code;
}

/* Each allocation in turn is the first that fails: an error, and nothing is kept. */
Test(bsp, all_memory_is_freed_on_failure)
{
    size_t size = 0;
    uint8_t *data = make_map(&size), *colors = calloc(1, size);
    struct bsp bsp;
    cr_assert_eq(bsp_read(&bsp, data, size, NULL), FORMAT_OK);
    uint8_t *leafs = make_leafs(&bsp);
    bsp_free(&bsp);
    scarce_begin_from(SIZE_MAX);
    cr_assert_eq(read_map(&bsp, data, size, colors, leafs), FORMAT_OK);
    cr_assert_gt(scarce_blocks(), 15);
    bsp_free(&bsp);
    cr_assert_eq(scarce_blocks(), 0);
    scarce_end();
    const uint64_t calls = scarce_count();
    for (uint64_t from = 1; from <= calls; from++) {
        scarce_begin_from(from);
        const int code = read_map(&bsp, data, size, colors, leafs);
        cr_assert_eq(code, FORMAT_MEMORY, "%d of %d", (int)from, (int)calls);
        bsp_free(&bsp);
        cr_assert_eq(scarce_blocks(), 0, "%d of %d", (int)from, (int)calls);
        scarce_end();
    }
    free(data);
    free(colors);
    free(leafs);
}
