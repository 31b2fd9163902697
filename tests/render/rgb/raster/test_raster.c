/* The rasterizer's contract, on single pictures. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"
#include "render/rgb/kernels/rgb_kernels.h"
#include "tests/render/rgb/raster/raster_test.h"

enum { W = 168, H = 102 };

static const float zero_st[4][2] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}};
static const float whole[4] = {0, 0, W, H};

/* A rasterizer on one thread. */
struct easel {
    struct thread_pool *pool;
    struct raster *raster;
    struct texture *red, *green, *blue, *grey;
};

static struct easel set_up_sized(int width, int height)
{
    struct easel easel = {.pool = thread_pool_create(1)};
    easel.raster = raster_create(width, height, RGB_TRILINEAR, easel.pool);
    cr_assert_not_null(easel.raster);
    easel.red = test_plain_texture(0xffff0000);
    easel.green = test_plain_texture(0xff00ff00);
    easel.blue = test_plain_texture(0xff0000ff);
    easel.grey = test_plain_texture(0xff404040);
    return easel;
}

static struct easel set_up(void)
{
    return set_up_sized(W, H);
}

static void take_down(struct easel *easel)
{
    test_free_texture(easel->red);
    test_free_texture(easel->green);
    test_free_texture(easel->blue);
    test_free_texture(easel->grey);
    raster_destroy(easel->raster);
    thread_pool_destroy(easel->pool);
}

static void add(struct easel *easel, const struct texture *texture, const float from_to[4], float w)
{
    const struct raster_pass pass = test_pass(texture, zero_st);
    test_add_rectangle(easel->raster, W, H, from_to, w, &pass, 1);
}

/* --- which pixels --------------------------------------------------------------------------------
 */

Test(raster, without_triangles_the_picture_is_black)
{
    struct easel easel = set_up();
    add(&easel, easel.red, whole, 10);
    raster_draw(easel.raster, NULL, NULL);
    cr_assert_eq(test_pixel(easel.raster, 5, 5), 0xff0000);
    raster_begin(easel.raster);
    raster_draw(easel.raster, NULL, NULL);
    for (int i = 0; i < W * H; i++) {
        cr_assert_eq(test_pixel(easel.raster, i % W, i / W), 0);
    }
    take_down(&easel);
}

Test(raster, is_drawn_into_memory_that_it_is_given)
{
    static uint32_t memory[(W + RASTER_PITCH_UNIT) * (H + 1)];
    struct easel easel = set_up();
    size_t pitch;
    add(&easel, easel.red, whole, 10);
    raster_set_pixels(easel.raster, memory);
    raster_draw(easel.raster, NULL, NULL);
    cr_expect_eq(raster_pixels(easel.raster, &pitch), memory);
    cr_expect_eq(memory[5 * pitch + 5], 0xff0000);
    raster_set_pixels(easel.raster, NULL);
    cr_expect_eq(test_pixel(easel.raster, 5, 5), 0);
    raster_draw(easel.raster, NULL, NULL);
    cr_expect_eq(test_pixel(easel.raster, 5, 5), 0xff0000);
    take_down(&easel);
}

Test(raster, a_pixel_belongs_to_the_triangle_over_its_centre)
{
    struct easel easel = set_up();
    /* Left and top edges on a centre have it, right and bottom edges do not. */
    add(&easel, easel.red, (const float[4]){10.5f, 20.5f, 13.5f, 22.5f}, 10);
    raster_draw(easel.raster, NULL, NULL);
    for (int y = 18; y < 26; y++) {
        for (int x = 8; x < 16; x++) {
            const bool inside = x >= 10 && x < 13 && y >= 20 && y < 22;
            cr_assert_eq(test_pixel(easel.raster, x, y), inside ? 0xff0000u : 0u, "%d, %d", x, y);
        }
    }
    take_down(&easel);
}

/* A net of crooked cells over all of the picture and beyond, its depths crooked, too: added up,
 * every pixel must have been drawn once. */
Test(raster, triangles_that_share_edges_cover_each_pixel_once)
{
    enum { N = 14 };
    struct easel easel = set_up();
    for (uint32_t seed = 0; seed < 30; seed++) {
        float clip[N * N][4];
        uint32_t indexes[(N - 1) * (N - 1) * 6], count = 0;
        const float st[N * N][2] = {{0}};
        for (int i = 0; i < N * N; i++) {
            const bool border = i % N == 0 || i % N == N - 1 || i / N == 0 || i / N == N - 1;
            const float swing = border ? 0 : 0.48f; /* convex still */
            const float x = (float)(i % N) + swing * (dmath_unit(seed, (uint32_t)i, 1) - 0.5f);
            const float y = (float)(i / N) + swing * (dmath_unit(seed, (uint32_t)i, 2) - 0.5f);
            const float w = 5 + 500 * dmath_unit(seed, (uint32_t)i, 3);
            const float wide = seed % 3 == 0 ? 400 : 1.3f;
            test_place(clip[i], W, H, W / 2.0f + (x / (N - 1) - 0.5f) * W * wide,
                       H / 2.0f + (y / (N - 1) - 0.5f) * H * wide, w);
        }
        for (uint32_t i = 0; i < (N - 1) * (N - 1); i++) {
            const uint32_t a = i / (N - 1) * N + i % (N - 1);
            const bool other = dmath_hash(seed, i, 4) & 1; /* the other diagonal */
            const uint32_t cell[2][6] = {{a, a + 1, a + N, a + N, a + 1, a + N + 1},
                                         {a, a + 1, a + N + 1, a, a + N + 1, a + N}};
            memcpy(&indexes[count], cell[other], sizeof cell[other]);
            count += 6;
        }
        struct raster_pass pass = test_pass(easel.grey, st);
        pass.destination = Q3_FACTOR_ONE;
        pass.depth_write = false;
        const struct raster_batch batch = test_batch(N * N, clip, count, indexes, &pass);
        raster_begin(easel.raster);
        cr_assert_eq(raster_add(raster_queue(easel.raster, 0), &batch), 0);
        raster_draw(easel.raster, NULL, NULL);
        for (int i = 0; i < W * H; i++) {
            cr_assert_eq(test_pixel(easel.raster, i % W, i / W), 0x404040, "%d, %d of net %u",
                         i % W, i / W, (unsigned)seed);
        }
    }
    take_down(&easel);
}

/* A wedge between two lines from a point inside the picture to corners 100,000 pixels away: corners
 * there are clipped, and the lines stay where they are. */
Test(raster, edges_stay_in_place_when_far_corners_are_clipped)
{
    static const uint32_t indexes[] = {0, 1, 2};
    static const double middle[2] = {80.3, 50.2}, ahead = 1e5, aside = 0.15;
    struct easel easel = set_up();
    const struct raster_pass pass = test_pass(easel.red, zero_st);
    for (int side = 0; side < 4; side++) {
        const double x = side == 0 ? 1 : side == 1 ? -1 : 0, y = side == 2 ? 1 : side == 3 ? -1 : 0;
        float clip[3][4];
        test_place(clip[0], W, H, (float)middle[0], (float)middle[1], 10);
        for (int i = 0; i < 2; i++) {
            const double turn = i == 0 ? aside : -aside;
            test_place(clip[1 + i], W, H, (float)(middle[0] + ahead * (x - turn * y)),
                       (float)(middle[1] + ahead * (y + turn * x)), 10);
        }
        const struct raster_batch batch = test_batch(3, clip, 3, indexes, &pass);
        raster_begin(easel.raster);
        cr_assert_eq(raster_add(raster_queue(easel.raster, 0), &batch), 0);
        raster_draw(easel.raster, NULL, NULL);
        int inside = 0;
        for (int i = 0; i < W * H; i++) {
            const double dx = i % W + 0.5 - middle[0], dy = i / W + 0.5 - middle[1];
            const double along = dx * x + dy * y, across = fabs(dx * y - dy * x);
            const double distance = along * aside - across;
            if (fabs(distance) > 0.05) { /* more than the grid of 1/256 pixel moves a line */
                cr_assert_eq(test_pixel(easel.raster, i % W, i / W), distance > 0 ? 0xff0000u : 0u,
                             "%d, %d of side %d", i % W, i / W, side);
                inside += distance > 0;
            }
        }
        cr_assert_gt(inside, 200);
    }
    take_down(&easel);
}

/* A wall with depth 2 at the left and 8 at the right: 1/w is in proportion to the column, and 1/4
 * at two thirds of the width. */
Test(raster, what_is_nearer_than_four_units_is_clipped)
{
    static const uint32_t indexes[] = {0, 1, 2, 0, 2, 3};
    struct easel easel = set_up();
    const struct raster_pass pass = test_pass(easel.red, zero_st);
    float clip[4][4];
    test_place(clip[0], W, H, 0, 0, 2);
    test_place(clip[1], W, H, W, 0, 8);
    test_place(clip[2], W, H, W, H, 8);
    test_place(clip[3], W, H, 0, H, 2);
    const struct raster_batch batch = test_batch(4, clip, 6, indexes, &pass);
    cr_assert_eq(raster_add(raster_queue(easel.raster, 0), &batch), 0);
    raster_draw(easel.raster, NULL, NULL);
    for (int i = 0; i < W * H; i++) {
        cr_assert_eq(test_pixel(easel.raster, i % W, i / W), i % W < W * 2 / 3 ? 0u : 0xff0000u,
                     "%d, %d", i % W, i / W);
    }
    take_down(&easel);
}

Test(raster, a_front_is_clockwise)
{
    struct easel easel = set_up();
    static const uint32_t clockwise[] = {0, 1, 2}, counter[] = {0, 2, 1};
    float clip[3][4];
    test_place(clip[0], W, H, 10, 10, 10);
    test_place(clip[1], W, H, 60, 10, 10);
    test_place(clip[2], W, H, 60, 60, 10);
    const struct raster_pass pass = test_pass(easel.red, zero_st);
    for (int i = 0; i < 6; i++) {
        static const bool seen[] = {true, false, false, true, true, true};
        struct raster_batch batch = test_batch(3, clip, 3, i % 2 ? counter : clockwise, &pass);
        batch.cull = i < 2 ? Q3_CULL_FRONT_SIDED : i < 4 ? Q3_CULL_BACK_SIDED : Q3_CULL_TWO_SIDED;
        raster_begin(easel.raster);
        cr_assert_eq(raster_add(raster_queue(easel.raster, 0), &batch), 0);
        raster_draw(easel.raster, NULL, NULL);
        cr_assert_eq(test_pixel(easel.raster, 55, 20), seen[i] ? 0xff0000u : 0u, "case %d", i);
    }
    take_down(&easel);
}

static void count_rows(void *context, int first, int end)
{
    int *rows = context;
    for (int row = first; row < end; row++) {
        rows[row]++;
    }
}

Test(raster, each_row_is_reported_once_when_done)
{
    struct easel easel = set_up();
    int rows[H + 64] = {0};
    raster_draw(easel.raster, count_rows, rows);
    for (int row = 0; row < H + 64; row++) {
        cr_assert_eq(rows[row], row < H ? 1 : 0);
    }
    take_down(&easel);
}

/* --- perspective ---------------------------------------------------------------------------------
 */

static uint32_t texel_of_place(int u, int v)
{
    return 0xff000000 | (uint32_t)u << 16 | (uint32_t)v << 8;
}

/* A floor from behind the eye to far away, compared with each pixel's value in doubles. */
Test(raster, textures_are_perspective_correct)
{
    enum { WIDTH = 320, HEIGHT = 200 };
    struct easel easel = set_up_sized(WIDTH, HEIGHT);
    struct texture *texture = test_texture(256, 256, true, false, texel_of_place);
    static const uint32_t indexes[] = {0, 1, 2, 0, 2, 3};
    static const double corners[4][2] = {{-50, -400}, {3000, -400}, {3000, 400}, {-50, 400}};
    const double roll = 0.35, height = 60;
    float clip[4][4], st[4][2];
    for (int i = 0; i < 4; i++) {
        const double x = corners[i][1], y = -height, w = corners[i][0];
        clip[i][0] = (float)((x * cos(roll) - y * sin(roll)));
        clip[i][1] = (float)((x * sin(roll) + y * cos(roll)) * WIDTH / HEIGHT);
        clip[i][2] = (float)(w * 0.99);
        clip[i][3] = (float)w;
        st[i][0] = (float)((corners[i][0] + 50) / 3050);
        st[i][1] = (float)((corners[i][1] + 400) / 800);
    }
    const struct raster_pass pass = test_pass(texture, st);
    const struct raster_batch batch = test_batch(4, clip, 6, indexes, &pass);
    cr_assert_eq(raster_add(raster_queue(easel.raster, 0), &batch), 0);
    raster_draw(easel.raster, NULL, NULL);
    int covered = 0;
    for (int py = 0; py < HEIGHT; py++) {
        for (int px = 0; px < WIDTH; px++) {
            const double sx = 2 * (px + 0.5) / WIDTH - 1;
            const double sy = (1 - 2 * (py + 0.5) / HEIGHT) * HEIGHT / WIDTH;
            const double x = sx * cos(roll) + sy * sin(roll), y = -sx * sin(roll) + sy * cos(roll);
            const double w = -height / y;
            const double s = (w + 50) / 3050 * 256 - 0.5, t = (x * w + 400) / 800 * 256 - 0.5;
            const bool sure = y < -1e-3 && w > 4.1 && w < 2990 && fabs(x * w) < 398;
            const uint32_t pixel = test_pixel(easel.raster, px, py);
            if (!sure) {
                continue;
            }
            covered++;
            cr_assert_float_eq((double)(pixel >> 16), fmin(fmax(s, 0), 255), 0.52, "%d, %d: s", px,
                               py);
            cr_assert_float_eq((double)(pixel >> 8 & 255), fmin(fmax(t, 0), 255), 0.52, "%d, %d: t",
                               px, py);
        }
    }
    cr_assert_gt(covered, 10000);
    test_free_texture(texture);
    take_down(&easel);
}

Test(raster, vertex_colors_are_perspective_correct)
{
    struct easel easel = set_up();
    struct texture *white = test_plain_texture(0xffffffff);
    static const uint32_t indexes[] = {0, 1, 2, 0, 2, 3};
    static const uint8_t colors[4][4] = {
        {0, 0, 10, 255}, {255, 0, 10, 255}, {255, 0, 10, 255}, {0, 0, 10, 255}};
    float clip[4][4];
    test_place(clip[0], W, H, 0, 0, 10);
    test_place(clip[1], W, H, W, 0, 30);
    test_place(clip[2], W, H, W, H, 30);
    test_place(clip[3], W, H, 0, H, 10);
    struct raster_pass pass = test_pass(white, zero_st);
    pass.color = colors;
    const struct raster_batch batch = test_batch(4, clip, 6, indexes, &pass);
    cr_assert_eq(raster_add(raster_queue(easel.raster, 0), &batch), 0);
    raster_draw(easel.raster, NULL, NULL);
    for (int x = 0; x < W; x++) {
        const double a = (x + 0.5) / W, far = a / 30 / (a / 30 + (1 - a) / 10);
        const uint32_t pixel = test_pixel(easel.raster, x, 40);
        cr_assert_float_eq((double)(pixel >> 16), 255 * far, 0.51);
        cr_assert_eq(pixel & 0xffff, 10);
    }
    test_free_texture(white);
    take_down(&easel);
}

/* --- depth ---------------------------------------------------------------------------------------
 */

Test(raster, the_nearer_is_visible_in_either_order)
{
    for (int order = 0; order < 2; order++) {
        struct easel easel = set_up();
        add(&easel, order ? easel.red : easel.green, whole, order ? 10 : 11);
        add(&easel, order ? easel.green : easel.red, whole, order ? 11 : 10);
        raster_draw(easel.raster, NULL, NULL);
        cr_assert_eq(test_pixel(easel.raster, 100, 50), 0xff0000);
        take_down(&easel);
    }
}

Test(raster, at_equal_depth_the_later_is_visible)
{
    struct easel easel = set_up();
    const struct raster_pass red = test_pass(easel.red, zero_st);
    struct raster_pass green = test_pass(easel.green, zero_st);
    add(&easel, easel.blue, whole, 20);
    test_add_rectangle(easel.raster, W, H, whole, 20, &red, 1);
    green.destination = Q3_FACTOR_ONE; /* mixes: drawn apart from the solid ones */
    test_add_rectangle(easel.raster, W, H, whole, 20, &green, 1);
    raster_draw(easel.raster, NULL, NULL);
    cr_assert_eq(test_pixel(easel.raster, 3, 3), 0xffff00);
    add(&easel, easel.blue, whole, 20); /* solid, but after what mixes */
    raster_draw(easel.raster, NULL, NULL);
    cr_assert_eq(test_pixel(easel.raster, 3, 3), 0x0000ff);
    add(&easel, easel.red, whole, 20.1f);
    raster_draw(easel.raster, NULL, NULL);
    cr_assert_eq(test_pixel(easel.raster, 3, 3), 0x0000ff);
    take_down(&easel);
}

static void add_at(struct easel *easel, const struct texture *texture, enum raster_depth depth,
                   bool offset, float w)
{
    static const uint32_t indexes[] = {0, 1, 2, 0, 2, 3};
    const struct raster_pass pass = test_pass(texture, zero_st);
    float clip[4][4];
    test_place(clip[0], W, H, 0, 0, w);
    test_place(clip[1], W, H, W, 0, w);
    test_place(clip[2], W, H, W, H, w);
    test_place(clip[3], W, H, 0, H, w);
    struct raster_batch batch = test_batch(4, clip, 6, indexes, &pass);
    batch.depth = depth;
    batch.polygon_offset = offset;
    cr_assert_eq(raster_add(raster_queue(easel->raster, 0), &batch), 0);
}

Test(raster, the_sky_is_behind_all_and_the_weapon_in_front)
{
    struct easel easel = set_up();
    add_at(&easel, easel.red, RASTER_DEPTH_WORLD, false, 4000);
    add_at(&easel, easel.green, RASTER_DEPTH_FAR, false, 5);
    raster_draw(easel.raster, NULL, NULL);
    cr_assert_eq(test_pixel(easel.raster, 3, 3), 0xff0000);
    add_at(&easel, easel.blue, RASTER_DEPTH_NEAR, false, 40); /* 0.27 of the range, 4.2: 0.05 */
    add_at(&easel, easel.green, RASTER_DEPTH_WORLD, false, 6);
    raster_draw(easel.raster, NULL, NULL);
    cr_assert_eq(test_pixel(easel.raster, 3, 3), 0x0000ff);
    raster_begin(easel.raster);
    add_at(&easel, easel.green, RASTER_DEPTH_FAR, false, 5);
    raster_draw(easel.raster, NULL, NULL);
    cr_assert_eq(test_pixel(easel.raster, 3, 3), 0x00ff00);
    take_down(&easel);
}

Test(raster, depth_front_is_drawn_over_all_and_writes_no_depth)
{
    struct easel easel = set_up();
    add_at(&easel, easel.red, RASTER_DEPTH_NEAR, false, 4.5f);
    add_at(&easel, easel.green, RASTER_DEPTH_FRONT, false, 4000);
    raster_draw(easel.raster, NULL, NULL);
    cr_assert_eq(test_pixel(easel.raster, 3, 3), 0x00ff00);
    add_at(&easel, easel.blue, RASTER_DEPTH_NEAR, false, 4.4f);
    raster_draw(easel.raster, NULL, NULL);
    cr_assert_eq(test_pixel(easel.raster, 3, 3), 0x0000ff);
    take_down(&easel);
}

Test(raster, polygon_offset_is_nearer)
{
    struct easel easel = set_up();
    add_at(&easel, easel.red, RASTER_DEPTH_WORLD, true, 100);
    add_at(&easel, easel.green, RASTER_DEPTH_WORLD, false, 100);
    raster_draw(easel.raster, NULL, NULL);
    cr_assert_eq(test_pixel(easel.raster, 3, 3), 0xff0000);
    take_down(&easel);
}

/* Depth units of 1 / RGB_FAR: red has a polygon offset, green has none and is `nearer` units in
 * front of it. Both rise by `slope` units per column. */
static uint32_t draw_offset(struct easel *easel, double slope, double nearer)
{
    static const uint32_t indexes[] = {0, 1, 2, 0, 2, 3};
    static const float column[] = {0, W, W, 0}, row[] = {0, 0, H, H};
    raster_begin(easel->raster);
    for (int green = 0; green < 2; green++) {
        const struct raster_pass pass = test_pass(green ? easel->green : easel->red, zero_st);
        float clip[4][4];
        for (int i = 0; i < 4; i++) {
            test_place(clip[i], W, H, column[i], row[i], 100);
            const double units = slope * column[i] - (green ? nearer : 0);
            clip[i][2] = (float)(2 * 100 * units / RGB_FAR); /* the middle of the range */
        }
        struct raster_batch batch = test_batch(4, clip, 6, indexes, &pass);
        batch.polygon_offset = !green;
        cr_assert_eq(raster_add(raster_queue(easel->raster, 0), &batch), 0);
    }
    raster_draw(easel->raster, NULL, NULL);
    return test_pixel(easel->raster, 30, 30);
}

/* The original's r_offsetFactor -1 and r_offsetUnits -2. */
Test(raster, polygon_offset_is_two_units_and_one_slope)
{
    struct easel easel = set_up();
    cr_expect_eq(draw_offset(&easel, 0, 0.9), 0xff0000);
    cr_expect_eq(draw_offset(&easel, 0, 2.6), 0x00ff00);
    for (int side = -1; side <= 1; side += 2) {
        cr_expect_eq(draw_offset(&easel, side * 100.0, 101), 0xff0000, "%d", side);
        cr_expect_eq(draw_offset(&easel, side * 100.0, 103), 0x00ff00, "%d", side);
    }
    take_down(&easel);
}

/* Red rises from the near to the far end of the range, green is at 3/4 of it. */
Test(raster, depths_of_a_slope_are_in_proportion)
{
    static const uint32_t indexes[] = {0, 1, 2, 0, 2, 3};
    static const float column[] = {0, W, W, 0}, row[] = {0, 0, H, H};
    struct easel easel = set_up();
    for (int green = 0; green < 2; green++) {
        const struct raster_pass pass = test_pass(green ? easel.green : easel.red, zero_st);
        float clip[4][4];
        for (int i = 0; i < 4; i++) {
            test_place(clip[i], W, H, column[i], row[i], 100);
            clip[i][2] = 100 * (green ? 0.5f : 2 * column[i] / W - 1);
        }
        const struct raster_batch batch = test_batch(4, clip, 6, indexes, &pass);
        cr_assert_eq(raster_add(raster_queue(easel.raster, 0), &batch), 0);
    }
    raster_draw(easel.raster, NULL, NULL);
    for (int x = 0; x < W; x++) {
        cr_expect_eq(test_pixel(easel.raster, x, 30), x < W * 3 / 4 ? 0xff0000u : 0x00ff00u, "%d",
                     x);
    }
    take_down(&easel);
}

/* A red slope between columns 10.501 and 14.501, depths from `left` to `right`. Corners snap to
 * 10.5 and 14.5, so that pixel 10 is drawn, although its centre lies 0.001 pixels before the
 * slope. Green is at `green` over all of the picture. */
static uint32_t draw_steep(struct easel *easel, double left, double right, double green)
{
    static const uint32_t indexes[] = {0, 1, 2, 0, 2, 3};
    static const float column[2][4] = {{10.501f, 14.501f, 14.501f, 10.501f}, {0, W, W, 0}};
    static const float row[] = {0, 0, H, H};
    raster_begin(easel->raster);
    for (int flat = 0; flat < 2; flat++) {
        const struct raster_pass pass = test_pass(flat ? easel->green : easel->red, zero_st);
        float clip[4][4];
        for (int i = 0; i < 4; i++) {
            test_place(clip[i], W, H, column[flat][i], row[i], 100);
            const double depth = flat ? green : i == 0 || i == 3 ? left : right;
            clip[i][2] = (float)(100 * (2 * depth - 1));
        }
        const struct raster_batch batch = test_batch(4, clip, 6, indexes, &pass);
        cr_assert_eq(raster_add(raster_queue(easel->raster, 0), &batch), 0);
    }
    raster_draw(easel->raster, NULL, NULL);
    return test_pixel(easel->raster, 10, 30);
}

/* 0.1 a pixel: 0.0001 in 0.001 pixels. Green is a half of that beyond the slope's end. */
Test(raster, depth_stays_within_that_of_the_corners)
{
    struct easel easel = set_up();
    cr_expect_eq(draw_steep(&easel, 0.5, 0.9, 0.50005), 0xff0000);
    cr_expect_eq(draw_steep(&easel, 0.5, 0.9, 0.49995), 0x00ff00);
    cr_expect_eq(draw_steep(&easel, 0.5, 0.1, 0.50005), 0xff0000);
    cr_expect_eq(draw_steep(&easel, 0.5, 0.1, 0.49995), 0x00ff00);
    take_down(&easel);
}

/* --- sub-views -----------------------------------------------------------------------------------
 */

/* Red is nearer than green, but the sub-view resets the depth. */
Test(raster, a_part_is_clipped_to_the_picture_and_resets_its_depth)
{
    static const int parts[][4] = {
        /* left, top, right, bottom */
        {20, 10, 90, 70},     {0, 0, W, H},     {-9, -9, W + 9, H + 9}, {-5, -5, 1, 1},
        {W - 1, H - 1, W, H}, {-5, -5, 0, 5},   {-5, -5, 5, 0},         {-5, -5, -2, 5},
        {-5, -5, 5, -2},      {W, 0, W + 5, H}, {0, H, W, H + 5},       {30, 10, 30, 20},
        {30, 10, 40, 10},     {40, 10, 30, 20}, {30, 20, 40, 10},
    };
    struct easel easel = set_up();
    for (size_t n = 0; n < sizeof(parts) / sizeof(parts[0]); n++) {
        const int *part = parts[n];
        struct raster_queue *queue = raster_queue(easel.raster, 0);
        raster_begin(easel.raster);
        add(&easel, easel.red, whole, 10);
        cr_assert_eq(raster_begin_part(queue, part[0], part[1], part[2], part[3]), 0);
        add(&easel, easel.green, whole, 50);
        raster_end_part(queue);
        raster_draw(easel.raster, NULL, NULL);
        for (int i = 0; i < W * H; i++) {
            const int x = i % W, y = i / W;
            const bool inside = x >= part[0] && x < part[2] && y >= part[1] && y < part[3];
            cr_assert_eq(test_pixel(easel.raster, x, y), inside ? 0x00ff00u : 0xff0000u,
                         "%d, %d of part %zu", x, y, n);
        }
    }
    take_down(&easel);
}

/* What is drawn behind later is seen in the part alone, whatever columns and rows it has. */
Test(raster, a_part_resets_no_depth_beside_it)
{
    struct easel easel = set_up();
    for (int n = 0; n < 64; n++) {
        const int left = 20 + n % 8, right = 40 + n / 8, top = 10 + n % 3, bottom = 60 + n % 5;
        struct raster_queue *queue = raster_queue(easel.raster, 0);
        raster_begin(easel.raster);
        add(&easel, easel.red, whole, 10);
        cr_assert_eq(raster_begin_part(queue, left, top, right, bottom), 0);
        raster_end_part(queue);
        add(&easel, easel.green, whole, 50);
        raster_draw(easel.raster, NULL, NULL);
        for (int i = 0; i < W * H; i++) {
            const int x = i % W, y = i / W;
            const bool inside = x >= left && x < right && y >= top && y < bottom;
            cr_assert_eq(test_pixel(easel.raster, x, y), inside ? 0x00ff00u : 0xff0000u,
                         "%d, %d of part %d", x, y, n);
        }
    }
    take_down(&easel);
}

/* --- passes --------------------------------------------------------------------------------------
 */

static uint32_t half_there(int u, int v)
{
    (void)v;
    return (u < 2 ? 0xff000000 : 0) | 0x808080;
}

/* The left half is there: stage 0 tests alpha and writes depth. */
static void draw_fence(struct easel *easel, bool second_equal)
{
    struct texture *fence = test_texture(4, 4, true, false, half_there);
    static const float st[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    add(easel, easel->blue, whole, 100);
    struct raster_pass passes[2] = {test_pass(fence, st), test_pass(easel->red, zero_st)};
    passes[0].alpha_test = Q3_ALPHA_GE128;
    passes[1].destination = Q3_FACTOR_ONE;
    passes[1].depth_write = false;
    passes[1].depth_equal = second_equal;
    test_add_rectangle(easel->raster, W, H, whole, 50, passes, 2);
    add(easel, easel->green, whole, 70); /* behind the fence: through its right half */
    raster_draw(easel->raster, NULL, NULL);
    test_free_texture(fence);
}

Test(raster, discarded_pixels_write_neither_color_nor_depth)
{
    struct easel easel = set_up();
    draw_fence(&easel, true);
    cr_assert_eq(test_pixel(easel.raster, 10, 50), 0xff8080, "there: both passes");
    cr_assert_eq(test_pixel(easel.raster, W - 10, 50), 0x00ff00, "not there");
    take_down(&easel);
}

Test(raster, passes_after_a_discarded_one_are_drawn_unless_depth_must_be_equal)
{
    struct texture *fence = test_texture(4, 4, true, false, half_there);
    static const float st[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    for (int equal = 0; equal < 2; equal++) {
        struct easel easel = set_up();
        add(&easel, easel.blue, whole, 100);
        struct raster_pass passes[2] = {test_pass(fence, st), test_pass(easel.red, zero_st)};
        passes[0].alpha_test = Q3_ALPHA_GE128;
        passes[1].destination = Q3_FACTOR_ONE;
        passes[1].depth_write = false;
        passes[1].depth_equal = equal != 0;
        test_add_rectangle(easel.raster, W, H, whole, 50, passes, 2);
        raster_draw(easel.raster, NULL, NULL);
        cr_assert_eq(test_pixel(easel.raster, 10, 50), 0xff8080);
        cr_assert_eq(test_pixel(easel.raster, W - 10, 50), equal ? 0x0000ffu : 0xff00ffu);
        take_down(&easel);
    }
    test_free_texture(fence);
}

/* Opaque passes in one batch give the same pixels as in separate batches. */
Test(raster, passes_of_a_batch_follow_one_another)
{
    struct texture *texture = test_texture(64, 64, false, true, texel_of_place);
    static const float st[4][2] = {{0.1f, 0.2f}, {3.1f, 0.3f}, {2.9f, 2.8f}, {-0.2f, 2.1f}};
    static const uint8_t colors[4][4] = {
        {255, 0, 0, 255}, {20, 255, 90, 100}, {255, 255, 255, 0}, {0, 50, 255, 255}};
    uint64_t hashes[2];
    for (int apart = 0; apart < 2; apart++) {
        struct easel easel = set_up();
        struct raster_pass passes[3] = {test_pass(texture, st), test_pass(texture, st),
                                        test_pass(texture, st)};
        passes[0].combine = RASTER_PRODUCT;
        passes[0].second = easel.grey;
        passes[0].second_st = zero_st;
        passes[0].flat[1] = 200;
        passes[1].source = Q3_FACTOR_DST_COLOR;
        passes[1].destination = Q3_FACTOR_SRC_COLOR;
        passes[1].depth_write = false;
        passes[2].source = Q3_FACTOR_SRC_ALPHA;
        passes[2].destination = Q3_FACTOR_ONE_MINUS_SRC_ALPHA;
        passes[2].color = colors;
        passes[2].depth_write = false;
        if (apart) {
            for (int i = 0; i < 3; i++) {
                test_add_rectangle(easel.raster, W, H, whole, 50, &passes[i], 1);
            }
        } else {
            test_add_rectangle(easel.raster, W, H, whole, 50, passes, 3);
        }
        raster_draw(easel.raster, NULL, NULL);
        hashes[apart] = test_hash(easel.raster, W, H);
        cr_assert_neq(test_pixel(easel.raster, 60, 60), 0);
        take_down(&easel);
    }
    cr_assert_eq(hashes[0], hashes[1]);
    test_free_texture(texture);
}

Test(raster, two_textures_are_multiplied_or_added)
{
    struct easel easel = set_up();
    struct texture *light = test_plain_texture(0xff64c8ff);
    struct texture *other = test_plain_texture(0xffc864ff);
    struct raster_pass pass = test_pass(light, zero_st);
    pass.second = other;
    pass.second_st = zero_st;
    pass.combine = RASTER_PRODUCT;
    test_add_rectangle(easel.raster, W, H, whole, 50, &pass, 1);
    raster_draw(easel.raster, NULL, NULL);
    cr_assert_eq(test_pixel(easel.raster, 10, 50), 0x4e4eff); /* 78 */
    pass.combine = RASTER_SUM;
    test_add_rectangle(easel.raster, W, H, whole, 50, &pass, 1);
    raster_draw(easel.raster, NULL, NULL);
    cr_assert_eq(test_pixel(easel.raster, 10, 50), 0xffffff);
    test_free_texture(light);
    test_free_texture(other);
    take_down(&easel);
}

Test(raster, a_source_factor_of_the_targets_alpha_is_one)
{
    struct easel easel = set_up();
    struct raster_pass pass = test_pass(easel.grey, zero_st);
    pass.source = Q3_FACTOR_DST_ALPHA;
    pass.destination = Q3_FACTOR_ONE;
    pass.depth_write = false;
    add(&easel, easel.grey, whole, 60);
    test_add_rectangle(easel.raster, W, H, whole, 50, &pass, 1);
    pass.source = Q3_FACTOR_SRC_ALPHA_SATURATE;
    test_add_rectangle(easel.raster, W, H, whole, 50, &pass, 1);
    raster_draw(easel.raster, NULL, NULL);
    cr_assert_eq(test_pixel(easel.raster, 10, 50), 0x808080);
    take_down(&easel);
}
