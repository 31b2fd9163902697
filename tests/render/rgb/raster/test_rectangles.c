/* Detection of screen-aligned rectangles, and their pixels. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "render/rgb/raster/raster_internal.h"
#include "render/rgb/raster/rectangles.h"
#include "tests/render/rgb/raster/raster_test.h"

struct shape {
    struct rgb_triangle *triangle; /* two planes: s, t */
    struct rgb_batch *batch;       /* one pass */
};

/* A rectangle of 1/256 pixels that shade_flat can draw, from corner `first` on. */
static struct shape make_shape(int32_t left, int32_t right, int32_t top, int32_t bottom, int first)
{
    const int32_t corners[4][2] = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    struct shape shape = {calloc(1, sizeof *shape.triangle + 2 * sizeof(struct rgb_plane)),
                          calloc(1, sizeof *shape.batch + sizeof(struct rgb_pass))};
    cr_assert(shape.triangle != NULL && shape.batch != NULL);
    shape.triangle->num_points = 4;
    for (int i = 0; i < 4; i++) {
        memcpy(shape.triangle->points[i], corners[(first + i) % 4], sizeof corners[0]);
    }
    shape.triangle->over_w.at = 1;
    shape.triangle->planes[0].dx = 0.5f;
    shape.triangle->planes[1].dy = 0.5f;
    shape.batch->num_passes = 1;
    shape.batch->passes[0].sampling = RGB_AT_LEVEL_0;
    shape.batch->passes[0].alpha_test = Q3_ALPHA_ALL;
    return shape;
}

static void free_shape(struct shape *shape)
{
    free(shape->triangle);
    free(shape->batch);
}

/* Tall, wide, above and below the diagonal, from any corner: centres decide. */
Test(raster_rectangles, have_the_pixels_whose_centres_are_inside)
{
    static const int32_t boxes[3][4] = {
        {300, 640, 5000, 9000}, {5000, 9000, 300, 640}, {0, 128, -600, 129}};
    static const int32_t pixels[3][4] = {{1, 2, 20, 35}, {20, 35, 1, 2}, {0, 0, -2, 1}};
    for (int n = 0; n < 3; n++) {
        const int32_t *b = boxes[n];
        for (int first = 0; first < 4; first++) {
            struct shape shape = make_shape(b[0], b[1], b[2], b[3], first);
            cr_expect(raster_is_flat(shape.triangle, shape.batch), "%d %d", n, first);
            const struct rgb_bounds bounds = raster_flat_bounds(shape.triangle);
            cr_expect(bounds.left == pixels[n][0] && bounds.right == pixels[n][1], "%d %d %d", n,
                      bounds.left, bounds.right);
            cr_expect(bounds.top == pixels[n][2] && bounds.bottom == pixels[n][3], "%d %d %d", n,
                      bounds.top, bounds.bottom);
            free_shape(&shape);
        }
    }
}

Test(raster_rectangles, other_shapes_and_passes_are_not_flat)
{
    for (int change = 0; change < 16; change++) {
        struct shape shape = make_shape(256, 2560, 512, 1024, 0);
        struct rgb_triangle *triangle = shape.triangle;
        struct rgb_pass *pass = &shape.batch->passes[0];
        switch (change) {
        case 0:
            triangle->num_points = 3;
            break;
        case 1:
            triangle->points[1][0] = 2000;
            break;
        case 2:
            triangle->points[2][1] = 1025;
            break;
        case 3:
            memcpy(triangle->points[1], triangle->points[2], sizeof triangle->points[1]);
            break;
        case 4:
            triangle->over_w.dx = 1e-9f;
            break;
        case 5:
            triangle->over_w.dy = 1e-9f;
            break;
        case 6:
            triangle->planes[0].dy = 1e-9f;
            break;
        case 7:
            triangle->planes[1].dx = 1e-9f;
            break;
        case 8:
            shape.batch->num_passes = 2;
            break;
        case 9:
            shape.batch->bordered = true;
            break;
        case 10:
            pass->depth_write = true;
            break;
        case 11:
            pass->depth_equal = true;
            break;
        case 12:
            pass->sampling = RGB_AT_TWO_LEVELS;
            break;
        case 13:
            pass->coloring = RGB_VERTEX_COLOR;
            break;
        case 14:
            pass->alpha_test = Q3_ALPHA_GE128;
            break;
        default:
            pass->second = (const struct texture *)(const void *)pass;
            break;
        }
        cr_expect_not(raster_is_flat(triangle, shape.batch), "%d", change);
        free_shape(&shape);
    }
}

enum { W = 300, H = 170, PICTURES = 6, CORNERS = 4 * PICTURES, WHOLE = 1, KINDS = 5 };

static float unit(uint32_t seed, uint32_t number, uint32_t what)
{
    return dmath_unit(seed, number, what);
}

static uint32_t noise(int u, int v)
{
    return dmath_hash((uint32_t)u, (uint32_t)v, 0x2d);
}

/* With a border of nothing, and one of a colour. */
static uint32_t island(int u, int v)
{
    return u > 5 && u < 20 && v > 3 && v < 25 ? noise(u, v) : 0;
}

static uint32_t card(int u, int v)
{
    return u > 2 && u < 14 && v > 9 && v < 30 ? noise(u, v) : 0xc0406080;
}

static uint32_t even(int u, int v)
{
    (void)u;
    (void)v;
    return 0xd0c0ffa0;
}

/* Pictures of one batch as 2D adds them, larger than their texels: places between pixels, some of
 * them outside, mirrored, a colour each, one blending for all. */
static void add_pictures(struct raster *raster, uint32_t seed, const struct texture *texture)
{
    static const uint8_t factors[][2] = {
        {Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE_MINUS_SRC_ALPHA},
        {Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE_MINUS_SRC_ALPHA},
        {Q3_FACTOR_ONE, Q3_FACTOR_ONE},
        {Q3_FACTOR_ONE, Q3_FACTOR_ZERO},
        {Q3_FACTOR_DST_COLOR, Q3_FACTOR_ZERO},
    };
    float clip[CORNERS][4], st[CORNERS][2];
    uint8_t color[CORNERS][4];
    uint32_t indexes[CORNERS];
    for (uint32_t i = 0; i < CORNERS; i++) {
        const uint32_t whose = i / 4;
        const bool right = i % 4 == 1 || i % 4 == 2, low = i % 4 >= 2;
        const float size = 40.0f + 100.0f * unit(seed, whose, 1), part = unit(seed, whose, 2);
        const float x = W * (1.4f * unit(seed, whose, 3) - 0.2f) + (right ? size : 0.0f);
        const float y = H * (1.4f * unit(seed, whose, 4) - 0.2f) + (low ? size : 0.0f);
        const bool turned = unit(seed, whose, 5) < 0.2f;
        test_place(clip[i], W, H, x, y, 8);
        st[i][0] = (right != turned ? part : 0.0f) + 0.3f * unit(seed, whose, 6);
        st[i][1] = (low ? part : 0.0f) + 0.3f * unit(seed, whose, 7);
        indexes[i] = i;
        for (uint32_t c = 0; c < 4; c++) {
            color[i][c] = (uint8_t)dmath_hash(seed, whose, 10 + c);
        }
    }
    struct raster_pass pass = test_pass(texture, (const float(*)[2])st);
    const uint8_t *blending = factors[dmath_hash(seed, 0, 20) % (sizeof factors / 2)];
    pass.color = (const uint8_t(*)[4])color;
    pass.source = blending[0];
    pass.destination = blending[1];
    struct raster_batch batch =
        test_batch(CORNERS, (const float(*)[4])clip, CORNERS, indexes, &pass);
    batch.depth = RASTER_DEPTH_FRONT;
    batch.quads = true;
    cr_assert_eq(raster_add(raster_queue(raster, 0), &batch), 0);
}

struct counts {
    int pictures, flat;
};

/* Counts pictures, once a band, and has them drawn as any polygon of the batch they came with. */
static void make_general(const struct raster *raster, struct counts *counts)
{
    for (int band = 0; band < raster->num_bands; band++) {
        const struct raster_list *list = &raster->queues[0].bands[band].rest;
        for (size_t i = 0; i < list->count; i++) {
            counts->pictures++;
            counts->flat += raster_triangle_at(raster, list->items[i])->flat;
        }
    }
    for (int band = 0; band < raster->num_bands; band++) {
        const struct raster_list *list = &raster->queues[0].bands[band].rest;
        for (size_t i = 0; i < list->count; i++) {
            struct rgb_triangle *triangle = raster_triangle_at(raster, list->items[i]);
            triangle->flat = false;
            triangle->batch = WHOLE;
        }
    }
}

Test(raster_rectangles, have_the_pixels_of_any_polygon)
{
    struct thread_pool *pool = thread_pool_create(1);
    struct raster *raster = raster_create(W, H, RGB_TRILINEAR, pool);
    struct texture *textures[KINDS] = {
        test_texture(32, 32, false, true, noise), test_texture(32, 32, true, true, island),
        test_texture(16, 32, true, false, card), test_texture(32, 32, false, false, island),
        test_texture(8, 8, false, true, even)};
    struct counts counts[KINDS] = {{0}};
    cr_assert_not_null(raster);
    for (uint32_t seed = 0; seed < 800; seed++) {
        raster_begin(raster);
        add_pictures(raster, seed, textures[seed % KINDS]);
        raster_draw(raster, NULL, NULL);
        const uint64_t hash = test_hash(raster, W, H);
        make_general(raster, &counts[seed % KINDS]);
        raster_draw(raster, NULL, NULL);
        cr_assert_eq(test_hash(raster, W, H), hash, "seed %u", (unsigned)seed);
    }
    for (int i = 0; i < KINDS; i++) { /* borders do not hinder */
        cr_expect(counts[i].pictures > 1000 && counts[i].flat == counts[i].pictures, "%d: %d of %d",
                  i, counts[i].flat, counts[i].pictures);
        test_free_texture(textures[i]);
    }
    raster_destroy(raster);
    thread_pool_destroy(pool);
}
