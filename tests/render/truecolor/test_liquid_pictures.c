/* Pictures of liquids: the wave that moves them, and how many there are. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "formats/base/dmath.h"
#include "render/truecolor/liquid_pictures.h"

enum { SIDE = 64, TEXELS = 64, RAMP = 2 };

/* Red rises across, green down, there and back, so that the texture repeats without an edge. */
static int level_at(int texel)
{
    return texel < TEXELS / 2 ? texel * RAMP : (TEXELS - 1 - texel) * RAMP;
}

static struct thread_pool *pool;

static struct liquid_pictures of_frame(int width, int height)
{
    return liquid_pictures_of(width, height, RGB_TRILINEAR, pool);
}

static void open_pool(void)
{
    pool = thread_pool_create(1);
    cr_assert_not_null(pool);
}

static void close_pool(void)
{
    thread_pool_destroy(pool);
}

TestSuite(liquid_pictures, .init = open_pool, .fini = close_pool);

static struct texture *make_source(void)
{
    static uint8_t rgba[TEXELS * TEXELS * 4];
    const uint8_t *levels[1] = {rgba};
    for (int y = 0; y < TEXELS; y++) {
        for (int x = 0; x < TEXELS; x++) {
            uint8_t *texel = rgba + (y * TEXELS + x) * 4;
            texel[0] = (uint8_t)level_at(x);
            texel[1] = (uint8_t)level_at(y);
            texel[3] = 255;
        }
    }
    struct texture *source = texture_create("", false, 1, TEXELS, TEXELS, levels);
    cr_assert_not_null(source);
    return source;
}

/* The level at a place in textures, between the middles of texels. */
static double level_between(double place)
{
    const double at = (place - floor(place)) * TEXELS - 0.5, left = floor(at);
    const double a = level_at(((int)left + TEXELS) % TEXELS);
    const double b = level_at(((int)left + 1) % TEXELS);
    return a + (b - a) * (at - left);
}

/* Of straight lines between the heights of a sine, eight a picture; textures. */
static double wave_at(double place, double turns)
{
    const double at = place * 8.0, left = floor(at);
    const double a = sin((left / 8.0 + turns) * 2.0 * DMATH_PI);
    const double b = sin(((left + 1.0) / 8.0 + turns) * 2.0 * DMATH_PI);
    return (a + (b - a) * (at - left)) / 8.0;
}

/* The picture of the source at a time, owned by *pictures. */
static const struct texture *warp(struct liquid_pictures *pictures, const struct texture *source,
                                  double time)
{
    const struct texture *warped = NULL;
    liquid_pictures_begin_frame(pictures);
    cr_assert_eq(liquid_pictures_get(pictures, source, &warped), 0);
    cr_assert_eq(liquid_pictures_draw(pictures, time), 0);
    return warped;
}

/* Levels of red and green beside what they should be, at most. */
static double worst_difference(const struct texture *warped, double turns)
{
    const struct texture_level *level = &warped->levels[0];
    double worst = 0.0;
    for (int y = 0; y < level->height; y++) {
        for (int x = 0; x < level->width; x++) {
            const double right = (x + 0.5) / level->width, down = (y + 0.5) / level->height;
            const uint32_t texel = level->texels[y * level->stride + x];
            const double red = level_between(right * 2.0 + wave_at(down, turns));
            const double green = level_between(down * 2.0 + wave_at(right, turns));
            worst = fmax(worst, fabs(red - (double)(texel >> 16 & 255)));
            worst = fmax(worst, fabs(green - (double)(texel >> 8 & 255)));
        }
    }
    return worst;
}

Test(liquid_pictures, twice_the_texture_along_a_sine_of_an_eighth_in_eight_lines)
{
    struct liquid_pictures pictures = of_frame(SIDE, SIDE);
    struct texture *source = make_source();
    for (int eighth = 0; eighth < 8; eighth++) {
        const double time = eighth * 2.0 * DMATH_PI / 8.0 + 1e-6; /* a turn takes 2 pi seconds */
        const double worst = worst_difference(warp(&pictures, source, time), eighth / 8.0);
        cr_expect_lt(worst, 1.6, "%d: %g", eighth, worst);
    }
    cr_expect_gt(worst_difference(warp(&pictures, source, 0.4), 0.0), 5.0, "it has moved");
    liquid_pictures_free(&pictures);
    texture_destroy(source);
}

Test(liquid_pictures, no_longer_than_the_frame)
{
    cr_expect_eq(of_frame(3840, 2160).side, LIQUID_PICTURE_MOST);
    cr_expect_eq(of_frame(640, 480).side, 256);
    cr_expect_eq(of_frame(160, 480).side, 128);
    cr_expect_eq(of_frame(1, 1).side, 1);
}

Test(liquid_pictures, any_time_has_one)
{
    const double times[] = {-1e300, -5.0, 1e9, 1e300, NAN, INFINITY};
    struct liquid_pictures pictures = of_frame(SIDE, SIDE);
    struct texture *source = make_source();
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        const struct texture_level *level = &warp(&pictures, source, times[i])->levels[0];
        cr_expect_gt(level->texels[level->stride * 7 + 7] & 0xffff00, 0, "%g", times[i]);
    }
    liquid_pictures_free(&pictures);
    texture_destroy(source);
}

/* Further ones than a frame may have are the textures themselves. */
Test(liquid_pictures, there_are_so_many_in_a_frame)
{
    struct liquid_pictures pictures = of_frame(SIDE, SIDE);
    struct texture *sources[LIQUID_PICTURES + 1];
    const struct texture *warped[LIQUID_PICTURES + 1], *again;
    liquid_pictures_begin_frame(&pictures);
    for (int i = 0; i <= LIQUID_PICTURES; i++) {
        sources[i] = make_source();
        cr_assert_eq(liquid_pictures_get(&pictures, sources[i], &warped[i]), 0);
        cr_expect_eq(warped[i] == sources[i], i == LIQUID_PICTURES);
    }
    cr_assert_eq(liquid_pictures_get(&pictures, sources[3], &again), 0);
    cr_expect_eq(again, warped[3]);
    liquid_pictures_begin_frame(&pictures);
    cr_assert_eq(liquid_pictures_get(&pictures, sources[3], &again), 0);
    cr_expect_eq(again, warped[3], "kept from frame to frame");
    cr_assert_eq(liquid_pictures_get(&pictures, sources[LIQUID_PICTURES], &again), 0);
    cr_expect_neq(again, sources[LIQUID_PICTURES], "one that is not shown makes room");
    cr_expect_neq(again, warped[3]);
    liquid_pictures_free(&pictures);
    for (int i = 0; i <= LIQUID_PICTURES; i++) {
        texture_destroy(sources[i]);
    }
}
