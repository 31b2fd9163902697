/* Windows that show sky, light brighter than a texture, and waves. */
#include <criterion/criterion.h>

#include "tests/render/rgb/raster/raster_test.h"

enum { W = 96, H = 64, RED = 0xff0000, GREEN = 0x00ff00, BLUE = 0x0000ff, CLEAR = 0x123456 };

static const float st[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
static const uint32_t indexes[6] = {0, 1, 2, 0, 2, 3};

struct easel {
    struct thread_pool *pool;
    struct raster *raster;
};

static struct easel set_up(void)
{
    struct easel easel = {.pool = thread_pool_create(1)};
    easel.raster = raster_create(W, H, RGB_TRILINEAR, easel.pool);
    cr_assert_not_null(easel.raster);
    raster_set_clear(easel.raster, CLEAR);
    raster_begin(easel.raster);
    return easel;
}

static void take_down(struct easel *easel)
{
    raster_destroy(easel->raster);
    thread_pool_destroy(easel->pool);
}

/* Columns from left to before right, all rows. */
static void add(struct easel *easel, int left, int right, float w, const struct raster_pass *passes,
                uint32_t num_passes, bool window, enum raster_depth depth)
{
    float clip[4][4];
    test_place(clip[0], W, H, (float)left, 0, w);
    test_place(clip[1], W, H, (float)right, 0, w);
    test_place(clip[2], W, H, (float)right, H, w);
    test_place(clip[3], W, H, (float)left, H, w);
    struct raster_batch batch = test_batch(4, clip, 6, indexes, passes);
    batch.num_passes = num_passes;
    batch.sky_window = window;
    batch.depth = depth;
    cr_assert_eq(raster_add(raster_queue(easel->raster, 0), &batch), 0);
}

static void add_color(struct easel *easel, int left, int right, float w,
                      const struct texture *texture)
{
    const struct raster_pass pass = test_pass(texture, st);
    add(easel, left, right, w, &pass, 1, false, RASTER_DEPTH_WORLD);
}

/* Columns 0..31: a window before a wall; 32..63: behind it; 64..79: none; 80..: nothing at all. */
Test(raster_windows, show_sky_and_hide_what_is_behind_them)
{
    for (int order = 0; order < 2; order++) {
        struct easel easel = set_up();
        struct texture *red = test_plain_texture(0xff000000 | RED),
                       *green = test_plain_texture(0xff000000 | GREEN),
                       *blue = test_plain_texture(0xff000000 | BLUE);
        const struct raster_pass window = test_pass(blue, st);
        struct raster_pass layers[2] = {test_pass(green, st), test_pass(red, st)};
        const struct raster_pass first = test_pass(blue, st);
        layers[1].flat[3] = 128;
        layers[1].source = Q3_FACTOR_SRC_ALPHA;
        layers[1].destination = Q3_FACTOR_ONE_MINUS_SRC_ALPHA;
        layers[1].depth_write = false;
        if (order == 0) {
            add_color(&easel, 0, 80, 30, red);
        }
        add(&easel, 0, 32, 20, &window, 1, true, RASTER_DEPTH_WORLD);
        add(&easel, 32, 64, 40, &window, 1, true, RASTER_DEPTH_WORLD);
        if (order == 1) {
            add_color(&easel, 0, 80, 30, red);
        }
        add_color(&easel, 0, 8, 10, red); /* in front of a window */
        add(&easel, 16, 24, 6, &first, 1, false, RASTER_DEPTH_SKY);
        add(&easel, 0, W, 5, layers, 2, false, RASTER_DEPTH_SKY);
        raster_draw(easel.raster, NULL, NULL);
        for (int y = 0; y < H; y++) {
            cr_expect_eq(test_pixel(easel.raster, 7, y), RED);
            cr_expect_eq(test_pixel(easel.raster, 8, y), 0x807f00);
            cr_expect_eq(test_pixel(easel.raster, 20, y), BLUE); /* of the first batch */
            cr_expect_eq(test_pixel(easel.raster, 40, y), RED);
            cr_expect_eq(test_pixel(easel.raster, 70, y), RED);
            cr_expect_eq(test_pixel(easel.raster, 90, y), CLEAR);
        }
        take_down(&easel);
        test_free_texture(red);
        test_free_texture(green);
        test_free_texture(blue);
    }
}

/* What is blended comes over the sky, and what is behind a window does not. */
Test(raster_windows, hide_what_is_blended_behind_them)
{
    struct easel easel = set_up();
    struct texture *green = test_plain_texture(0xff000000 | GREEN),
                   *blue = test_plain_texture(0xff000000 | BLUE);
    struct raster_pass sky = test_pass(green, st), glass = test_pass(blue, st);
    add(&easel, 0, W, 20, &sky, 1, true, RASTER_DEPTH_WORLD);
    add(&easel, 0, W, 5, &sky, 1, false, RASTER_DEPTH_SKY);
    glass.destination = Q3_FACTOR_ONE;
    glass.depth_write = false;
    add(&easel, 0, 32, 10, &glass, 1, false, RASTER_DEPTH_WORLD);
    add(&easel, 32, W, 30, &glass, 1, false, RASTER_DEPTH_WORLD);
    raster_draw(easel.raster, NULL, NULL);
    cr_expect_eq(test_pixel(easel.raster, 10, 10), GREEN | BLUE);
    cr_expect_eq(test_pixel(easel.raster, 50, 10), GREEN);
    take_down(&easel);
    test_free_texture(green);
    test_free_texture(blue);
}

static uint32_t product(uint32_t a, uint32_t b, int gain)
{
    const uint32_t level = (((a * b) << gain) + 127) / 255;
    return level < 255 ? level : 255;
}

Test(raster_gain, is_a_power_of_two_over_the_product)
{
    struct texture *texture = test_plain_texture(0xff641e03),
                   *light = test_plain_texture(0xff50ff80);
    for (int gain = 0; gain <= RASTER_GAIN_MAX; gain++) {
        struct easel easel = set_up();
        struct raster_pass lit = test_pass(texture, st), coloured = test_pass(texture, st);
        lit.combine = RASTER_PRODUCT;
        lit.second = light;
        lit.second_st = st;
        lit.gain = coloured.gain = (uint8_t)gain;
        static const uint8_t colors[4][4] = {
            {80, 255, 128, 255}, {80, 255, 128, 255}, {80, 255, 128, 255}, {80, 255, 128, 255}};
        coloured.color = colors;
        add(&easel, 0, 48, 10, &lit, 1, false, RASTER_DEPTH_WORLD);
        add(&easel, 48, W, 10, &coloured, 1, false, RASTER_DEPTH_WORLD);
        raster_draw(easel.raster, NULL, NULL);
        const uint32_t wanted = product(0x64, 80, gain) << 16 | product(0x1e, 255, gain) << 8 |
                                product(0x03, 128, gain);
        cr_expect_eq(test_pixel(easel.raster, 10, 10), wanted, "gain %d: %06x is not %06x", gain,
                     test_pixel(easel.raster, 10, 10), wanted);
        cr_expect_eq(test_pixel(easel.raster, 80, 10), wanted, "gain %d: %06x is not %06x", gain,
                     test_pixel(easel.raster, 80, 10), wanted);
        take_down(&easel);
    }
    test_free_texture(texture);
    test_free_texture(light);
}
