/* Texture borders change no pixel: the same textures without border information give the same
 * picture. */
#include <criterion/criterion.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "render/rgb/raster/raster_internal.h"
#include "render/rgb/raster/texture_borders.h"
#include "tests/render/rgb/raster/raster_test.h"

enum { W = 200, H = 120, CORNERS = 24, SIDE = 64, LEVELS = 7 };

static float unit(uint32_t seed, uint32_t number, uint32_t what)
{
    return dmath_unit(seed, number, what);
}

/* A picture with a frame of `texel`, on some sides or all over; smaller levels are of anything. */
static struct texture *make_picture(uint32_t seed, const uint8_t texel[4])
{
    static uint8_t pixels[SIDE * SIDE][4];
    const uint8_t *levels[LEVELS];
    const int from = (int)(dmath_hash(seed, 0, 1) % 30),
              to = 34 + (int)(dmath_hash(seed, 0, 2) % 30);
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int u = i % SIDE, v = i / SIDE;
        const bool inner = seed % 7 != 0 && u >= from && u < to && v >= 64 - to && v < SIDE - from;
        for (uint32_t c = 0; c < 4; c++) {
            pixels[i][c] = inner ? (uint8_t)dmath_hash(seed, (uint32_t)i, c) : texel[c];
        }
    }
    for (int n = 0; n < LEVELS; n++) {
        levels[n] = pixels[0];
    }
    struct texture *texture =
        texture_create("framed", seed % 2 == 0, seed % 3 == 0 ? 1 : LEVELS, SIDE, SIDE, levels);
    cr_assert_not_null(texture);
    return texture;
}

static void add_triangles(struct raster *raster, uint32_t seed, const struct texture *texture)
{
    static const enum q3_factor factors[][2] = {
        {Q3_FACTOR_ONE, Q3_FACTOR_ONE},
        {Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE_MINUS_SRC_ALPHA},
        {Q3_FACTOR_DST_COLOR, Q3_FACTOR_SRC_COLOR},
        {Q3_FACTOR_ZERO, Q3_FACTOR_ONE_MINUS_SRC_COLOR},
        {Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE},
        {Q3_FACTOR_DST_COLOR, Q3_FACTOR_ONE},
        {Q3_FACTOR_ONE, Q3_FACTOR_ONE_MINUS_SRC_ALPHA},
        {Q3_FACTOR_ONE_MINUS_DST_COLOR, Q3_FACTOR_ZERO},
    };
    float clip[CORNERS][4], st[CORNERS][2];
    uint8_t colors[CORNERS][4];
    uint32_t indexes[CORNERS];
    for (uint32_t i = 0; i < CORNERS; i++) {
        const float w = seed % 4 == 0 ? 50.0f : -3.0f + 60.0f * unit(seed, i, 3);
        test_place(clip[i], W, H, W * (1.6f * unit(seed, i, 5) - 0.3f),
                   H * (1.6f * unit(seed, i, 6) - 0.3f), w);
        const float size = seed % 5 == 0 ? 3.0f : 1.0f, begin = (float)(int)(seed % 11) - 5.0f;
        st[i][0] = begin + size * unit(seed, i, 7);
        st[i][1] = begin / 2.0f + size * unit(seed, i, 8);
        indexes[i] = i;
        for (uint32_t c = 0; c < 4; c++) {
            colors[i][c] = (uint8_t)dmath_hash(seed, seed % 2 == 0 ? i / 3 : i, 10 + c);
        }
    }
    struct raster_pass pass = test_pass(texture, (const float(*)[2])st);
    pass.color = (const uint8_t(*)[4])colors;
    pass.source = factors[dmath_hash(seed, 0, 20) % 8][0];
    pass.destination = factors[dmath_hash(seed, 0, 20) % 8][1];
    pass.depth_write = false;
    const struct raster_batch batch =
        test_batch(CORNERS, (const float(*)[4])clip, CORNERS, indexes, &pass);
    cr_assert_eq(raster_add(raster_queue(raster, 0), &batch), 0);
}

struct counts {
    int triangles, bordered, drawn_frames;
};

static uint64_t draw(struct raster *raster, uint32_t seed, const struct texture *texture,
                     const struct texture *behind, struct counts *counts)
{
    static const float st[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const struct raster_pass pass = test_pass(behind, st);
    raster_begin(raster);
    test_add_rectangle(raster, W, H, (const float[4]){0, 0, W, H}, 100, &pass, 1);
    add_triangles(raster, seed, texture);
    raster_draw(raster, NULL, NULL);
    for (int band = 0; band < raster->num_bands; band++) {
        const struct raster_list *list = &raster->queues[0].bands[band].rest;
        for (size_t i = 0; i < list->count; i++) {
            const struct rgb_triangle *triangle = raster_triangle_at(raster, list->items[i]);
            const struct rgb_batch *batch = raster_batch_at(raster, triangle->batch);
            counts->triangles++;
            counts->bordered += batch->bordered;
            counts->drawn_frames += batch->bordered && batch->border != 0;
        }
    }
    return test_hash(raster, W, H);
}

static uint32_t noise(int u, int v)
{
    return dmath_hash((uint32_t)u, (uint32_t)v, 0x33);
}

Test(raster_borders, changes_no_pixel)
{
    static const uint8_t texels[][4] = {
        {0, 0, 0, 0}, {128, 128, 128, 255}, {0, 0, 0, 255}, {90, 10, 200, 0}, {9, 200, 30, 77}};
    struct thread_pool *pool = thread_pool_create(1);
    struct raster *raster = raster_create(W, H, RGB_TRILINEAR, pool);
    struct texture *behind = test_texture(32, 32, false, true, noise);
    struct counts with = {0}, without = {0};
    for (uint32_t seed = 0; seed < 600; seed++) {
        struct texture *texture = make_picture(seed, texels[dmath_hash(seed, 0, 30) % 5]);
        const uint64_t hash = draw(raster, seed, texture, behind, &with);
        texture->border = (struct texture_border){0, 0, 0, 0};
        cr_assert_eq(draw(raster, seed, texture, behind, &without), hash, "seed %u",
                     (unsigned)seed);
        texture_destroy(texture);
    }
    cr_assert(with.bordered > 500 && with.bordered < with.triangles);
    cr_assert(with.drawn_frames > 200 && with.drawn_frames < with.bordered);
    cr_assert(without.bordered == 0 && without.triangles > with.triangles + 100);
    test_free_texture(behind);
    raster_destroy(raster);
    thread_pool_destroy(pool);
}

/* Lines of an inside: columns 120..160, rows 60..80. */
static const struct raster_inner upright = {
    .x0 = 100,
    .y0 = 50,
    .at = {-20, 60, -10, 30},
    .down = {0, 0, 1, -1},
    .across = {1, -1, 0, 0},
    .scale = {1, -1, 0, 0},
};

static void assert_columns(const struct raster_inner *inner, int y, int left, int right, int least,
                           int most)
{
    int32_t from = -1, to = -1;
    raster_inner_columns(inner, y, left, right, &from, &to);
    cr_expect(from == least && to == most, "row %d, %d to %d: %d to %d", y, left, right, (int)from,
              (int)to);
}

Test(raster_borders, columns_inside_upright_lines)
{
    static const int rows[] = {60, 70, 80};
    for (int i = 0; i < 3; i++) {
        assert_columns(&upright, rows[i], 0, 400, 120, 164); /* whole blocks of 4 */
        assert_columns(&upright, rows[i], 125, 150, 125, 150);
        assert_columns(&upright, rows[i], 0, 100, 0, 0);
        assert_columns(&upright, rows[i], 200, 400, 200, 200);
    }
    assert_columns(&upright, 58, 0, 400, 0, 0);
    assert_columns(&upright, 82, 0, 400, 0, 0);
    assert_columns(&upright, 59, 0, 400, 120, 164); /* the second of its two rows */
}

/* x >= 20 - y / 2 and x <= 60 + y, both from (100, 50). */
Test(raster_borders, columns_inside_slanted_lines)
{
    struct raster_inner slanted = upright;
    slanted.at[0] = -40;
    slanted.down[0] = 1;
    slanted.across[0] = 2;
    slanted.scale[0] = 0.5;
    slanted.down[1] = 1;
    assert_columns(&slanted, 60, 0, 400, 112, 172); /* 114.5 to 171 */
    assert_columns(&slanted, 72, 0, 400, 108, 184); /* 108.5 to 183 */
    assert_columns(&slanted, 80, 0, 400, 104, 192); /* 105 to 190: one row */
}
