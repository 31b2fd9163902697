/* Simplified batches change no pixel: pictures with and without them are the same. */
#include <criterion/criterion.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "render/cpu.h"
#include "render/rgb/raster/raster_internal.h"
#include "tests/render/rgb/raster/raster_test.h"

enum { W = 200, H = 120, TRIANGLES = 8, CORNERS = 3 * TRIANGLES, WHOLE = 1 };

static uint32_t noise(int u, int v)
{
    return dmath_hash((uint32_t)u, (uint32_t)v, 0x51b3);
}

static float unit(uint32_t seed, uint32_t number, uint32_t what)
{
    return dmath_unit(seed, number, what);
}

/* Triangles near and far, some partly behind the eye, with texels of all sizes. */
struct heap {
    float clip[CORNERS][4], st[CORNERS][2];
    uint8_t color[CORNERS][4];
    uint32_t indexes[CORNERS];
    struct raster_pass passes[2];
};

static void make_heap(struct heap *heap, uint32_t seed, const struct texture *texture,
                      const struct texture *other)
{
    for (uint32_t i = 0; i < CORNERS; i++) {
        const float far = seed % 3 == 0 ? 2000.0f : 60.0f;
        const float w = -10.0f + far * unit(seed, i, 1) * unit(seed, i, 2);
        const float texels = 100.0f * unit(seed, i / 3, 3) * unit(seed, 0, 4);
        test_place(heap->clip[i], W, H, W * (2 * unit(seed, i, 5) - 0.5f),
                   H * (2 * unit(seed, i, 6) - 0.5f), seed % 4 == 0 ? 50.0f : w);
        heap->st[i][0] = unit(seed, i, 7) * texels / 8.0f;
        heap->st[i][1] = unit(seed, i, 8) * texels / 8.0f;
        heap->indexes[i] = i;
        for (uint32_t c = 0; c < 4; c++) {
            const uint32_t whose = unit(seed, i / 3, 9) < 0.5f ? i : i / 3;
            heap->color[i][c] = (uint8_t)dmath_hash(seed, whose, 10 + c);
        }
    }
    for (int i = 0; i < 2; i++) {
        heap->passes[i] = test_pass(i == 0 ? texture : other, heap->st);
        heap->passes[i].color = heap->color;
        heap->passes[i].source = Q3_FACTOR_SRC_ALPHA;
        heap->passes[i].destination = Q3_FACTOR_ONE_MINUS_SRC_ALPHA;
        heap->passes[i].depth_write = false;
    }
    heap->passes[1].combine = RASTER_PRODUCT;
    heap->passes[1].second = texture;
    heap->passes[1].second_st = heap->st;
}

struct counts {
    int triangles, simpler, level_0, one_color;
};

/* Counts triangles, once a band; `undo`: gives them the batch they came with. */
static void go_through(const struct raster *raster, bool undo, struct counts *counts)
{
    for (int band = 0; band < raster->num_bands; band++) {
        const struct raster_list *list = &raster->queues[0].bands[band].rest;
        for (size_t i = 0; i < list->count; i++) {
            struct rgb_triangle *triangle = raster_triangle_at(raster, list->items[i]);
            const struct rgb_batch *batch = raster_batch_at(raster, triangle->batch);
            if (undo) {
                triangle->batch = WHOLE;
                continue;
            }
            counts->triangles++;
            counts->simpler += triangle->batch != WHOLE;
            counts->level_0 += batch->passes[0].sampling == RGB_AT_LEVEL_0;
            counts->one_color += batch->passes[0].coloring == RGB_ONE_COLOR;
        }
    }
}

static void compare_pictures(enum rgb_filter filter, struct counts *counts)
{
    struct thread_pool *pool = thread_pool_create(1);
    struct raster *raster = raster_create(W, H, filter, pool);
    struct texture *repeated = test_texture(64, 32, false, true, noise);
    struct texture *clamped = test_texture(32, 64, true, true, noise);
    cr_assert_not_null(raster);
    for (uint32_t seed = 0; seed < 400; seed++) {
        struct heap heap;
        make_heap(&heap, seed, repeated, clamped);
        struct raster_batch batch =
            test_batch(CORNERS, heap.clip, CORNERS, heap.indexes, heap.passes);
        batch.num_passes = 2;
        raster_begin(raster);
        cr_assert_eq(raster_add(raster_queue(raster, 0), &batch), 0);
        raster_draw(raster, NULL, NULL);
        const uint64_t hash = test_hash(raster, W, H);
        go_through(raster, false, counts);
        go_through(raster, true, counts);
        raster_draw(raster, NULL, NULL);
        cr_assert_eq(test_hash(raster, W, H), hash, "seed %u", (unsigned)seed);
    }
    test_free_texture(repeated);
    test_free_texture(clamped);
    raster_destroy(raster);
    thread_pool_destroy(pool);
}

Test(raster_simpler, changes_no_pixel)
{
    static const enum rgb_filter filters[] = {RGB_TRILINEAR, RGB_BILINEAR};
    for (int i = 0; i < 2; i++) {
        struct counts counts = {0};
        compare_pictures(filters[i], &counts);
        cr_assert(counts.simpler > counts.triangles / 4 && counts.simpler < counts.triangles);
        cr_assert(counts.level_0 > 100 && counts.level_0 < counts.triangles);
        cr_assert(counts.one_color > 100 && counts.one_color < counts.triangles);
    }
}

Test(raster_simpler, nearest_filter_is_not_simplified)
{
    struct counts counts = {0};
    compare_pictures(RGB_NEAREST, &counts);
    cr_assert(counts.level_0 == 0 && counts.one_color > 100);
}

/* Vertex alpha matters only where a pass blends by it; otherwise colours that differ in alpha alone
 * count as one colour. */
Test(raster_simpler, unused_alpha_is_ignored)
{
    static const float st[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const uint8_t colors[4][4] = {
        {255, 255, 255, 10}, {255, 255, 255, 20}, {255, 255, 255, 30}, {255, 255, 255, 40}};
    struct thread_pool *pool = thread_pool_create(1);
    struct raster *raster = raster_create(W, H, RGB_TRILINEAR, pool);
    struct texture *texture = test_texture(8, 8, false, true, noise);
    struct raster_pass pass = test_pass(texture, st);
    pass.color = colors;
    for (int i = 0; i < 3; i++) {
        pass.source = i == 0 ? Q3_FACTOR_SRC_ALPHA : Q3_FACTOR_DST_COLOR;
        pass.destination = Q3_FACTOR_ONE;
        pass.alpha_test = i == 2 ? Q3_ALPHA_GT0 : Q3_ALPHA_ALL;
        raster_begin(raster);
        test_add_rectangle(raster, W, H, (const float[4]){0, 0, W, H}, 10, &pass, 1);
        cr_assert_eq(raster_batch_at(raster, WHOLE)->passes[0].coloring,
                     i == 1 ? RGB_UNCOLORED : RGB_VERTEX_COLOR, "case %d", i);
    }
    test_free_texture(texture);
    raster_destroy(raster);
    thread_pool_destroy(pool);
}

/* Adds a square of 64 pixels a side whose depth changes from 64 to 64 * ratio along columns or
 * rows, s and t the same everywhere; `back`: the other way. True if all of it is drawn with mip
 * level 0. */
static bool is_simplified(struct raster *raster, const struct texture *texture, float ratio,
                          bool rows, bool back)
{
    static const uint32_t indexes[] = {0, 1, 2, 0, 2, 3};
    static const float st[4][2] = {{1, 1}, {1, 1}, {1, 1}, {1, 1}};
    static const int at[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    float clip[4][4];
    for (int i = 0; i < 4; i++) {
        const bool far = (at[i][rows ? 1 : 0] != 0) != back;
        test_place(clip[i], W, H, 16.0f + 64.0f * (float)at[i][0], 16.0f + 64.0f * (float)at[i][1],
                   far ? 64.0f * ratio : 64.0f);
    }
    const struct raster_pass pass = test_pass(texture, st);
    const struct raster_batch batch = test_batch(4, clip, 6, indexes, &pass);
    raster_begin(raster);
    cr_assert_eq(raster_add(raster_queue(raster, 0), &batch), 0);
    int triangles = 0, simple = 0;
    for (int band = 0; band < raster->num_bands; band++) {
        const struct raster_list *list = &raster->queues[0].bands[band].solid;
        for (size_t i = 0; i < list->count; i++) {
            const uint32_t name = raster_triangle_at(raster, list->items[i])->batch;
            triangles++;
            simple += raster_batch_at(raster, name)->passes[0].sampling == RGB_AT_LEVEL_0;
        }
    }
    cr_assert(triangles > 0 && (simple == 0 || simple == triangles));
    return simple > 0;
}

/* s and t are 64 * 256 units. Their planes' terms and those of 1/w grow by the ratio of depths, so
 * the error grows by its square: it is below the limit of 2^22 units for ratios below 16. Between
 * the centres of the outermost pixels a ratio of 16 is 14.2, one of 20 is 17.3. */
Test(raster_simpler, steep_depths_are_not_simplified_along_columns_or_rows)
{
    static const float below[] = {1, 8, 16}, above[] = {20, 32};
    struct thread_pool *pool = thread_pool_create(1);
    struct raster *raster = raster_create(W, H, RGB_TRILINEAR, pool);
    struct texture *texture = test_texture(64, 64, true, true, noise);
    for (int way = 0; way < 4; way++) {
        const bool rows = way % 2 != 0, back = way / 2 != 0;
        for (int i = 0; i < 3; i++) {
            cr_expect(is_simplified(raster, texture, below[i], rows, back), "way %d, %d", way, i);
        }
        for (int i = 0; i < 2; i++) {
            cr_expect(!is_simplified(raster, texture, above[i], rows, back), "way %d, %d", way, i);
        }
    }
    test_free_texture(texture);
    raster_destroy(raster);
    thread_pool_destroy(pool);
}
