/* Fog: how much of it covers what at which depth. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "render/truecolor/fog_ramp.h"

static struct fog_ramp make(float density)
{
    const struct palette_fog fog = {density, {1.0f, 0.5f, 0.0f}};
    struct fog_ramp ramp = {0};
    cr_assert_eq(fog_ramp_set(&ramp, &fog), 0);
    return ramp;
}

/* Of white before black fog: 255 times what is left. */
static int left_at(float density, float depth)
{
    const struct palette_fog fog = {density, {0}};
    struct fog_ramp ramp = {0};
    uint8_t color[3] = {255, 255, 255};
    cr_assert_eq(fog_ramp_set(&ramp, &fog), 0);
    fog_ramp_color(&ramp, depth, color);
    fog_ramp_free(&ramp);
    return color[0];
}

/* Half is left where (density / 64 * depth)^2 is the logarithm of 2. */
Test(fog_ramp, half_is_fog_at_the_right_depth)
{
    static const float densities[] = {0.05f, 0.5f, 1.0f};
    for (size_t i = 0; i < sizeof densities / sizeof *densities; i++) {
        const float unit = 64.0f / densities[i], half = sqrtf(logf(2.0f)) * unit;
        cr_expect(abs(left_at(densities[i], half) - 128) <= 1, "%g: %d", (double)densities[i],
                  left_at(densities[i], half));
        cr_expect(abs(left_at(densities[i], unit) - 94) <= 1); /* 1 / e */
        cr_expect_eq(left_at(densities[i], 0.0f), 255);
        cr_expect_leq(left_at(densities[i], 2.53f * unit), 1);
        cr_expect_leq(left_at(densities[i], 100.0f * unit), 1);
        cr_expect_eq(left_at(densities[i], -5.0f), 255);
    }
}

Test(fog_ramp, the_ramp_follows_the_curve_texel_by_texel)
{
    struct fog_ramp ramp = make(0.5f);
    const struct texture_level *level = &ramp.texture->levels[0];
    cr_expect(ramp.texture->clamp);
    cr_expect(ramp.texture->ramp);
    for (int i = 0; i < level->width; i++) {
        const double depth = (i + 0.5) / level->width / (double)ramp.scale;
        const double fog = 1.0 - exp(-pow(0.5 / 64.0 * depth, 2.0));
        cr_expect_float_eq((double)(level->texels[i] >> 24), fog * 255.0, 0.51, "texel %d", i);
        cr_expect_eq(level->texels[i] & 0xffffff, 0xff8000u);
    }
    fog_ramp_free(&ramp);
}

/* What the rasterizer relies on: a row, clamped, whose channels rise by 0 or 1. */
Test(fog_ramp, which_textures_are_ramps)
{
    uint8_t row[4][4] = {{0, 9, 7, 100}, {0, 10, 7, 101}, {1, 11, 7, 101}, {1, 11, 7, 102}};
    const uint8_t *levels[1] = {row[0]};
    for (int i = 0; i < 5; i++) {
        row[2][0] = i == 1 ? 2 : 1;
        row[3][3] = i == 2 ? 100 : 102;
        struct texture *texture =
            texture_create("", i != 3, 1, i == 4 ? 2 : 4, i == 4 ? 2 : 1, levels);
        cr_assert_not_null(texture);
        cr_expect_eq(texture->ramp, i == 0, "%d", i);
        texture_destroy(texture);
    }
}

Test(fog_ramp, coordinates_are_depths)
{
    static const float clip[2][4] = {{0, 0, 0, 100}, {5, 5, 5, 0}};
    struct fog_ramp ramp = make(0.5f);
    float st[2][2];
    fog_ramp_place(&ramp, clip, 2, st);
    cr_expect_float_eq(st[0][0], 100.0f * 0.5f / 64.0f / 2.53f, 1e-6f);
    cr_expect_eq(st[1][0], 0.0f);
    fog_ramp_free(&ramp);
}

Test(fog_ramp, no_fog_for_densities_that_are_none)
{
    const float densities[] = {0.0f, -1.0f, NAN, INFINITY, 1e7f};
    struct fog_ramp ramp = make(0.5f);
    cr_expect(ramp.shown);
    for (size_t i = 0; i < sizeof densities / sizeof *densities; i++) {
        const struct palette_fog fog = {densities[i], {1, 1, 1}};
        cr_assert_eq(fog_ramp_set(&ramp, &fog), 0);
        cr_expect(!ramp.shown, "%g", (double)densities[i]);
    }
    fog_ramp_free(&ramp);
}

/* One ramp for fog after fog is that of the last one; colours out of range are cut. */
Test(fog_ramp, another_fog_is_another_ramp)
{
    static const struct palette_fog fogs[] = {
        {0.5f, {1, 0, 0}}, {0.5f, {0, 1, 0}}, {0.25f, {0, 1, 0}}, {0.25f, {2, -1, 0.2f}}};
    static const uint32_t colors[] = {0xff0000, 0x00ff00, 0x00ff00, 0xff0033};
    struct fog_ramp ramp = {0};
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < sizeof fogs / sizeof *fogs; i++) {
            cr_assert_eq(fog_ramp_set(&ramp, &fogs[i]), 0);
            cr_expect_eq(ramp.texture->levels[0].texels[7] & 0xffffff, colors[i]);
            cr_expect_eq(ramp.plain->levels[0].texels[0], 0xff000000u | colors[i]);
            cr_expect_float_eq(ramp.scale, fogs[i].density / 64.0f / 2.53f, 1e-7f);
        }
    }
    fog_ramp_free(&ramp);
}

Test(fog_ramp, passes_mix_by_opacity)
{
    static const float st[4][2] = {{0, 0}};
    struct fog_ramp ramp = make(0.5f);
    const struct raster_pass over = fog_ramp_pass(&ramp, st, 100);
    const struct raster_pass sky = fog_ramp_layer(&ramp, 0.5f, st);
    cr_expect(over.texture == ramp.texture && over.flat[3] == 100);
    cr_expect(sky.texture == ramp.plain && sky.flat[3] == 128);
    cr_expect(over.source == Q3_FACTOR_SRC_ALPHA &&
              over.destination == Q3_FACTOR_ONE_MINUS_SRC_ALPHA);
    cr_expect(sky.source == Q3_FACTOR_SRC_ALPHA &&
              sky.destination == Q3_FACTOR_ONE_MINUS_SRC_ALPHA);
    cr_expect(!over.depth_write && !sky.depth_write);
    fog_ramp_free(&ramp);
}
