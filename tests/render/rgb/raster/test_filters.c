/* Filters of the rasterizer: squares of texels, and what has one mip level. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "tests/render/rgb/raster/raster_test.h"

enum { SIDE = 64 };

/* Columns of 0 and 200, from the left. */
static uint32_t stripes(int u, int v)
{
    (void)v;
    return u % 2 == 0 ? 0xff000000 : 0xffc8c8c8;
}

/* A square of `texels` columns of a texture over the whole picture; its green in the middle row. */
static void draw_row(enum rgb_filter filter, bool levels, bool filtered, float texels,
                     uint8_t row[SIDE])
{
    struct thread_pool *pool = thread_pool_create(1);
    struct raster *raster = raster_create(SIDE, SIDE, filter, pool);
    cr_assert(pool != NULL && raster != NULL);
    struct texture *texture = test_texture(8, 8, false, levels, stripes);
    const float end = texels / 8;
    const float st[4][2] = {{0, 0}, {end, 0}, {end, end}, {0, end}};
    struct raster_pass pass = test_pass(texture, st);
    pass.filtered = filtered;
    raster_begin(raster);
    test_add_rectangle(raster, SIDE, SIDE, (const float[4]){0, 0, SIDE, SIDE}, 10, &pass, 1);
    raster_draw(raster, NULL, NULL);
    for (int x = 0; x < SIDE; x++) {
        row[x] = (uint8_t)(test_pixel(raster, x, SIDE / 2) >> 8);
    }
    test_free_texture(texture);
    raster_destroy(raster);
    thread_pool_destroy(pool);
}

/* Pixels that are neither of the texture's colours. */
static int count_between(const uint8_t row[SIDE])
{
    int count = 0;
    for (int x = 0; x < SIDE; x++) {
        count += row[x] > 1 && row[x] < 199;
    }
    return count;
}

Test(raster_filters, crisp_texels_are_squares_with_edges_of_a_pixel)
{
    uint8_t row[SIDE];
    draw_row(RGB_CRISP, true, false, 4, row); /* 16 pixels a texel: edges at 16, 32 and 48 */
    cr_assert_leq(count_between(row), 3 * 2);
    for (int texel = 0; texel < 4; texel++) {
        for (int x = texel * 16 + 1; x < texel * 16 + 15; x++) {
            cr_assert(abs(row[x] - texel % 2 * 200) <= 1, "column %d: %d", x, row[x]);
        }
    }
    draw_row(RGB_CRISP, true, false, 64 / 2.5f, row); /* 2.5 pixels a texel: some are mixed */
    cr_assert(count_between(row) > 5 && count_between(row) < SIDE / 2, "%d", count_between(row));
    draw_row(RGB_TRILINEAR, true, false, 4, row);
    cr_assert_gt(count_between(row), 40);
}

Test(raster_filters, an_edge_of_crisp_texels_moves_smoothly)
{
    uint8_t row[SIDE];
    int shades = 0, last = -1;
    for (int i = 0; i <= 16; i++) { /* the edge between texel 0 and 1 passes column 15 */
        draw_row(RGB_CRISP, true, false, 64.0f / (15.0f + (float)i / 16), row);
        shades += row[15] != last;
        last = row[15];
    }
    cr_assert_geq(shades, 12, "%d shades of an edge", shades);
}

Test(raster_filters, crisp_is_trilinear_where_texels_are_small)
{
    uint8_t crisp[SIDE], trilinear[SIDE];
    draw_row(RGB_CRISP, true, false, 100, crisp);
    draw_row(RGB_TRILINEAR, true, false, 100, trilinear);
    cr_assert_arr_eq(crisp, trilinear, SIDE);
}

Test(raster_filters, one_level_is_filtered_where_the_pass_says_so)
{
    static const enum rgb_filter filters[] = {RGB_NEAREST, RGB_CRISP};
    uint8_t row[SIDE];
    for (int i = 0; i < 2; i++) {
        draw_row(filters[i], false, false, 4, row);
        cr_assert_gt(count_between(row), 40);
        draw_row(filters[i], false, true, 4, row);
        cr_assert_leq(count_between(row), i * 3 * 2);
    }
    draw_row(RGB_TRILINEAR, false, true, 4, row);
    cr_assert_gt(count_between(row), 40);
}
