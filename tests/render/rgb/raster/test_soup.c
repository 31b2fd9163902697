/* Soups of triangles: the same picture on any number of threads and all kernels, whatever the
 * numbers; and want of memory. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "render/cpu.h"
#include "tests/render/rgb/raster/raster_test.h"
#include "tests/support/scarce.h"

enum { TEXTURES = 6, VERTICES = 90, BATCHES = 24, MAX_PASSES = 4 };

static uint32_t noise(int u, int v)
{
    return dmath_hash((uint32_t)u, (uint32_t)v, 0x7a31);
}

static struct texture *textures[TEXTURES];

static void make_textures(void)
{
    textures[0] = test_texture(64, 32, false, true, noise);
    textures[1] = test_texture(128, 128, true, false, noise);
    textures[2] = test_plain_texture(0xffffffff);
    textures[3] = test_texture(1, 16, false, true, noise);
    textures[4] = test_texture(32, 32, true, true, noise);
    textures[5] = test_texture(256, 2, true, true, noise);
}

static void free_textures(void)
{
    for (int i = 0; i < TEXTURES; i++) {
        test_free_texture(textures[i]);
    }
}

struct soup {
    uint32_t seed, count;
    float clip[VERTICES][4], st[2][VERTICES][2];
    uint8_t colors[VERTICES][4];
    uint32_t indexes[VERTICES];
    struct raster_pass passes[MAX_PASSES];
};

static uint32_t next_bits(struct soup *soup)
{
    return dmath_hash(soup->seed, soup->count++, 0x2b1d);
}

static float next_unit(struct soup *soup)
{
    return (float)(next_bits(soup) >> 8) / 8388608.0f - 1.0f;
}

static float next_wild(struct soup *soup, bool wild, float value)
{
    if (!wild) {
        return value;
    }
    switch (next_bits(soup) % 24) {
    case 0:
        return NAN;
    case 1:
        return next_bits(soup) & 1 ? INFINITY : -INFINITY;
    case 2:
        return next_unit(soup) * 1e30f;
    case 3:
        return next_unit(soup) * 1e12f;
    case 4:
        return next_unit(soup) * 1e-40f;
    case 5:
        return 0;
    default:
        return value;
    }
}

static void make_vertices(struct soup *soup, bool wild, int width, int height)
{
    const float size = next_bits(soup) & 1 ? 0.1f : 1.0f;
    for (int i = 0; i < VERTICES; i++) {
        float *clip = soup->clip[i];
        const float w = 300 * next_unit(soup) + 250; /* some behind the eye */
        if (i % 3 == 0) {
            test_place(clip, width, height, (next_unit(soup) + 1) * (float)width * 0.6f,
                       (next_unit(soup) + 1) * (float)height * 0.6f, w);
        } else {
            const float *first = soup->clip[i - i % 3];
            clip[3] = w;
            clip[0] = first[0] + size * w * next_unit(soup);
            clip[1] = first[1] + size * w * next_unit(soup);
            clip[2] = w * (0.9f + 0.1f * next_unit(soup));
        }
        for (int k = 0; k < 4; k++) {
            clip[k] = next_wild(soup, wild, clip[k]);
            soup->colors[i][k] = (uint8_t)next_bits(soup);
            soup->st[k / 2][i][k % 2] = next_wild(soup, wild, 4 * next_unit(soup));
        }
        soup->indexes[i] = wild && next_bits(soup) % 50 == 0 ? next_bits(soup) : (uint32_t)i;
    }
}

static void make_pass(struct soup *soup, struct raster_pass *pass, bool first, bool solid)
{
    static const enum q3_factor sources[] = {
        Q3_FACTOR_ONE,       Q3_FACTOR_ZERO,
        Q3_FACTOR_DST_COLOR, Q3_FACTOR_ONE_MINUS_DST_COLOR,
        Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE_MINUS_SRC_ALPHA,
        Q3_FACTOR_DST_ALPHA, Q3_FACTOR_SRC_ALPHA_SATURATE,
    };
    static const enum q3_factor destinations[] = {
        Q3_FACTOR_ONE,       Q3_FACTOR_ZERO,
        Q3_FACTOR_SRC_COLOR, Q3_FACTOR_ONE_MINUS_SRC_COLOR,
        Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE_MINUS_DST_ALPHA,
    };
    *pass = test_pass(textures[next_bits(soup) % TEXTURES], soup->st[0]);
    pass->combine = (enum raster_combine)(next_bits(soup) % 3);
    pass->second = textures[next_bits(soup) % TEXTURES];
    pass->second_st = soup->st[1];
    pass->color = next_bits(soup) & 1 ? soup->colors : NULL;
    pass->flat[0] = next_bits(soup) & 1 ? 255 : 90;
    if (first && solid) {
        return;
    }
    pass->source = sources[next_bits(soup) % 8];
    pass->destination = destinations[next_bits(soup) % 6];
    pass->alpha_test = (enum q3_alpha_test)(next_bits(soup) % 4);
    pass->depth_write = next_bits(soup) & 1;
    pass->depth_equal = !first && next_bits(soup) & 1;
}

/* queues: how many share the batches, which have no sky then, as that goes to one alone. */
static int add_soup(struct raster *raster, uint32_t seed, bool wild, int width, int height,
                    int queues)
{
    struct soup *soup = calloc(1, sizeof *soup);
    cr_assert_not_null(soup);
    soup->seed = seed;
    int status = 0;
    for (int n = 0; n < BATCHES && status == 0; n++) {
        make_vertices(soup, wild, width, height);
        const bool solid = n < BATCHES / 2 || next_bits(soup) % 4 == 0;
        struct raster_batch batch =
            test_batch(VERTICES, soup->clip, VERTICES, soup->indexes, soup->passes);
        batch.num_passes = 1 + next_bits(soup) % MAX_PASSES;
        batch.cull = (enum q3_cull)(next_bits(soup) % 3);
        batch.depth = (enum raster_depth)(next_bits(soup) % 8 < 6 ? 0 : next_bits(soup) % 3);
        if (batch.depth == RASTER_DEPTH_FAR && queues > 0) {
            batch.depth = RASTER_DEPTH_FRONT;
        }
        batch.polygon_offset = next_bits(soup) % 4 == 0;
        for (uint32_t i = 0; i < batch.num_passes; i++) {
            make_pass(soup, &soup->passes[i], i == 0, solid);
        }
        status = raster_add(raster_queue(raster, n * queues / BATCHES), &batch);
    }
    free(soup);
    return status;
}

static uint64_t draw_soup(uint32_t seed, bool wild, int width, int height, enum rgb_filter filter,
                          int threads)
{
    struct thread_pool *pool = thread_pool_create(threads);
    struct raster *raster = raster_create(width, height, filter, pool);
    cr_assert_not_null(raster);
    uint64_t hash = 0;
    for (int border = 0; border < 2; border++) { /* the second as the first */
        raster_begin(raster);
        cr_assert_eq(add_soup(raster, seed, wild, width, height, 0), 0);
        raster_draw(raster, NULL, NULL);
        const uint64_t now = test_hash(raster, width, height);
        cr_assert(border == 0 || now == hash, "soup %u", (unsigned)seed);
        hash = now;
    }
    raster_destroy(raster);
    thread_pool_destroy(pool);
    return hash;
}

static void compare_all(uint32_t seed, bool wild, int width, int height, enum rgb_filter filter)
{
    static const int threads[] = {1, 2, 3, 7};
    uint64_t expected = 0;
    for (int i = 0; i < 4; i++) {
        for (int level = CPU_C; level < CPU_LEVELS; level++) {
            if (level == CPU_C && threads[i] != 1 && threads[i] != 3) {
                continue; /* slow, and nothing new */
            }
            cpu_set_level((enum cpu_level)level);
            const uint64_t hash = draw_soup(seed, wild, width, height, filter, threads[i]);
            if (i == 0 && level == CPU_C) {
                expected = hash;
            }
            cr_assert_eq(hash, expected, "soup %u, %d x %d, %d threads, %s", (unsigned)seed, width,
                         height, threads[i], cpu_level_name((enum cpu_level)level));
        }
    }
    cpu_set_level(cpu_detect());
}

Test(raster_soup, is_equal_on_all_threads_and_kernels)
{
    make_textures();
    for (uint32_t seed = 0; seed < 6; seed++) {
        compare_all(seed, false, 320, 200, (enum rgb_filter)(seed % 3));
    }
    compare_all(20, false, 161, 101, RGB_TRILINEAR);
    compare_all(21, false, 163, 127, RGB_BILINEAR);
    free_textures();
}

Test(raster_soup, with_invalid_numbers_is_equal_on_all_threads_and_kernels)
{
    make_textures();
    for (uint32_t seed = 100; seed < 112; seed++) {
        compare_all(seed, true, 163, 115, (enum rgb_filter)(seed % 3));
    }
    free_textures();
}

Test(raster_soup, is_equal_for_any_number_of_queues)
{
    static const int queues[] = {1, 2, 5, RASTER_QUEUES};
    make_textures();
    cpu_set_level(cpu_detect());
    struct thread_pool *pool = thread_pool_create(2);
    struct raster *raster = raster_create(320, 200, RGB_BILINEAR, pool);
    for (uint32_t seed = 200; seed < 240; seed++) {
        uint64_t expected = 0;
        for (int i = 0; i < 4; i++) {
            raster_begin(raster);
            cr_assert_eq(add_soup(raster, seed, false, 320, 200, queues[i]), 0);
            raster_draw(raster, NULL, NULL);
            const uint64_t hash = test_hash(raster, 320, 200);
            expected = i == 0 ? hash : expected;
            cr_assert_eq(hash, expected, "soup %u, %d queues", (unsigned)seed, queues[i]);
        }
    }
    raster_destroy(raster);
    thread_pool_destroy(pool);
    free_textures();
}

Test(raster_soup, fills_the_largest_picture)
{
    make_textures();
    cpu_set_level(cpu_detect());
    const uint64_t one = draw_soup(7, false, 3840, 2160, RGB_TRILINEAR, 1);
    cr_assert_eq(draw_soup(7, false, 3840, 2160, RGB_TRILINEAR, 7), one);
    free_textures();
}

Test(raster_soup, survives_any_failing_allocation)
{
    make_textures();
    uint64_t fails = 0;
    for (uint64_t number = 1;; number++) {
        scarce_begin_from(number);
        struct thread_pool *pool = thread_pool_create(1);
        struct raster *raster = pool == NULL ? NULL : raster_create(160, 100, RGB_NEAREST, pool);
        int status = -1;
        if (raster != NULL) {
            raster_begin(raster);
            struct raster_pass pass = test_pass(textures[2], (const float[4][2]){{0, 0}});
            static const uint32_t indexes[] = {0, 1, 2};
            float clip[3][4];
            test_place(clip[0], 160, 100, 10, 10, 10);
            test_place(clip[1], 160, 100, 60, 10, 10);
            test_place(clip[2], 160, 100, 60, 60, 10);
            const struct raster_batch batch = test_batch(3, clip, 3, indexes, &pass);
            status = raster_add(raster_queue(raster, 0), &batch);
            cr_assert(status == 0 || status == FORMAT_MEMORY);
            raster_draw(raster, NULL, NULL); /* what there was memory for */
        }
        raster_destroy(raster);
        if (pool != NULL) {
            thread_pool_destroy(pool);
        }
        scarce_end();
        cr_assert_eq(scarce_blocks(), 0);
        if (status == 0) {
            break;
        }
        fails++;
    }
    cr_assert_gt(fails, 4);
    free_textures();
}
