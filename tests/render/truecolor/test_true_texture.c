/* Pictures of palette indices as textures: what glows, holes, mip levels, sizes. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "formats/pictures/lmp.h"
#include "render/truecolor/true_texture.h"

enum { HOLE = 255, DARK = 10, LAST_LIT = 223, FIRST_GLOWING = 224 };

/* Index i is (i, 255 - i, 3 * i mod 256). */
static uint8_t palette[PALETTE_BYTES];

static void set_palette(void)
{
    for (int i = 0; i < 256; i++) {
        palette[i * 3] = (uint8_t)i;
        palette[i * 3 + 1] = (uint8_t)(255 - i);
        palette[i * 3 + 2] = (uint8_t)(3 * i);
    }
}

static uint32_t color_of(int index)
{
    return (uint32_t)palette[index * 3] << 16 | (uint32_t)palette[index * 3 + 1] << 8 |
           palette[index * 3 + 2];
}

static uint32_t texel(const struct texture *texture, int level, int u, int v)
{
    const struct texture_level *l = &texture->levels[level];
    return l->texels[v * l->stride + u];
}

static struct true_texture make(const uint8_t *pixels, int width, int height, unsigned flags)
{
    const struct true_picture picture = {.pixels = pixels,
                                         .width = width,
                                         .height = height,
                                         .stride = width,
                                         .flags = flags,
                                         .hole = HOLE};
    struct true_texture texture;
    set_palette();
    cr_assert_eq(true_texture_make(&texture, &picture, palette), 0);
    return texture;
}

Test(true_texture, colours_that_glow_are_a_texture_of_their_own)
{
    static const uint8_t pixels[4] = {DARK, LAST_LIT, FIRST_GLOWING, 254};
    struct true_texture texture = make(pixels, 4, 1, TRUE_GLOW);
    cr_assert_not_null(texture.glow);
    for (int i = 0; i < 4; i++) {
        const bool glows = pixels[i] >= FIRST_GLOWING;
        const uint32_t color = 0xff000000u | color_of(pixels[i]);
        cr_expect_eq(texel(texture.color, 0, i, 0), glows ? 0xff000000u : color, "%d", i);
        cr_expect_eq(texel(texture.glow, 0, i, 0), glows ? color : 0xff000000u, "%d", i);
    }
    true_texture_free(&texture);
}

Test(true_texture, nothing_glows_without_such_colours_or_where_it_is_not_asked_for)
{
    static const uint8_t lit[2] = {DARK, LAST_LIT}, both[2] = {DARK, FIRST_GLOWING};
    struct true_texture texture = make(lit, 2, 1, TRUE_GLOW);
    cr_expect_null(texture.glow);
    true_texture_free(&texture);
    texture = make(both, 2, 1, 0);
    cr_expect_null(texture.glow);
    cr_expect_eq(texel(texture.color, 0, 1, 0), 0xff000000u | color_of(FIRST_GLOWING));
    true_texture_free(&texture);
}

/* Holes have an index that would glow. */
Test(true_texture, holes_do_not_glow)
{
    static const uint8_t pixels[2] = {DARK, HOLE};
    struct true_texture texture = make(pixels, 2, 1, TRUE_GLOW | TRUE_HOLES);
    cr_expect_null(texture.glow);
    true_texture_free(&texture);
    texture = make(pixels, 2, 1, TRUE_GLOW);
    cr_expect_not_null(texture.glow);
    true_texture_free(&texture);
}

Test(true_texture, holes_take_the_mean_of_the_neighbours_that_are_there)
{
    static const uint8_t pixels[16] = {
        20, 31,   HOLE, HOLE, /* */
        42, HOLE, HOLE, 53,   /* */
        64, 77,   HOLE, 86,   /* */
        97, 98,   99,   100,
    };
    static const uint8_t near[5] = {20, 31, 42, 64, 77};
    struct true_texture texture = make(pixels, 4, 4, TRUE_HOLES);
    unsigned sums[3] = {0};
    for (int i = 0; i < 5; i++) {
        for (int c = 0; c < 3; c++) {
            sums[c] += palette[near[i] * 3 + c];
        }
    }
    cr_expect_eq(texel(texture.color, 0, 1, 1), sums[0] / 5 << 16 | sums[1] / 5 << 8 | sums[2] / 5);
    cr_expect_eq(texel(texture.color, 0, 0, 0),
                 (uint32_t)TRUE_SOLID << 24 | color_of(20)); /* what is there stays */
    /* Round the ends: the column to the right of 3 is 0, the row above 0 is 3. */
    static const uint8_t round_ends[6] = {20, 42, 53, 97, 99, 100};
    memset(sums, 0, sizeof sums);
    for (int i = 0; i < 6; i++) {
        for (int c = 0; c < 3; c++) {
            sums[c] += palette[round_ends[i] * 3 + c];
        }
    }
    cr_expect_eq(texel(texture.color, 0, 3, 0), sums[0] / 6 << 16 | sums[1] / 6 << 8 | sums[2] / 6);
    true_texture_free(&texture);
}

Test(true_texture, opacity_of_texels_with_holes)
{
    static const uint8_t pixels[2] = {DARK, HOLE};
    struct true_texture tested = make(pixels, 2, 1, TRUE_HOLES);
    struct true_texture blended = make(pixels, 2, 1, TRUE_HOLES | TRUE_SHEER);
    /* Half of what a filter makes of 0.666 of it passes the test for 128. */
    cr_expect_eq(texel(tested.color, 0, 0, 0) >> 24, 192);
    cr_expect_eq(texel(tested.color, 0, 1, 0) >> 24, 0);
    cr_expect_eq(texel(blended.color, 0, 0, 0) >> 24, 255);
    cr_expect_eq(texel(blended.color, 0, 1, 0) >> 24, 0);
    cr_expect(!tested.color->opaque && !blended.color->opaque);
    true_texture_free(&tested);
    true_texture_free(&blended);
}

/* Of 0 1 over 2 1 the pairs across are 0 and 1, and their mean 0; the pairs down, the mean of all
 * four, and rounded pairs would make it 1. */
Test(true_texture, mip_levels_are_rounded_down_across_and_then_down)
{
    static const uint8_t pixels[8] = {0, 1, 100, 101, 2, 1, 103, 104};
    struct true_texture texture = make(pixels, 4, 2, TRUE_MIPS);
    cr_assert_eq(texture.color->num_levels, 3);
    cr_expect_eq(texture.color->levels[1].width, 2);
    cr_expect_eq(texture.color->levels[1].height, 1);
    cr_expect_eq(texel(texture.color, 1, 0, 0) >> 16 & 255, 0);
    cr_expect_eq(texel(texture.color, 1, 0, 0) >> 8 & 255, 253); /* 255 254 over 253 254 */
    cr_expect_eq(texel(texture.color, 1, 1, 0) >> 16 & 255, 101);
    cr_expect_eq(texel(texture.color, 2, 0, 0) >> 16 & 255, 50); /* of one row */
    true_texture_free(&texture);
    texture = make(pixels, 4, 2, 0);
    cr_expect_eq(texture.color->num_levels, 1);
    true_texture_free(&texture);
}

Test(true_texture, mips_of_holes_lose_opacity)
{
    static const uint8_t pixels[4] = {DARK, HOLE, HOLE, HOLE};
    struct true_texture texture = make(pixels, 2, 2, TRUE_MIPS | TRUE_HOLES);
    cr_expect_eq(texel(texture.color, 1, 0, 0), (uint32_t)TRUE_SOLID / 4 << 24 | color_of(DARK));
    true_texture_free(&texture);
}

Test(true_texture, sides_become_powers_of_two)
{
    static const struct {
        int from, to;
    } sides[] = {{1, 1}, {2, 2}, {3, 4}, {5, 8}, {48, 64}, {300, 512}};
    uint8_t *pixels = malloc(300 * 300);
    cr_assert_not_null(pixels);
    memset(pixels, DARK, 300 * 300);
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        struct true_texture texture = make(pixels, sides[i].from, 300, TRUE_MIPS);
        cr_expect_eq(texture.color->levels[0].width, sides[i].to);
        cr_expect_eq(texture.color->levels[0].height, 512);
        cr_expect_eq(texel(texture.color, 0, sides[i].to - 1, 511), 0xff000000u | color_of(DARK));
        true_texture_free(&texture);
    }
    free(pixels);
}

/* Texels 0, 60, 240 as four: middles at 0.375, 1.125, 1.875, 2.625 texels. */
Test(true_texture, what_lies_between_texels_is_mixed)
{
    static const uint8_t pixels[3] = {0, 60, 240};
    static const uint8_t repeated[4] = {30, 38, 128, 210}, clamped[4] = {0, 38, 128, 240};
    for (int clamp = 0; clamp < 2; clamp++) {
        struct true_texture texture = make(pixels, 3, 1, clamp ? TRUE_CLAMP | TRUE_MIPS : 0);
        cr_assert_eq(texture.color->levels[0].width, 4);
        cr_expect_eq(texture.color->clamp, clamp == 1);
        for (int i = 0; i < 4; i++) {
            cr_expect_eq(texel(texture.color, 0, i, 0) >> 16 & 255,
                         clamp ? clamped[i] : repeated[i], "clamp %d, %d: %d", clamp, i,
                         (int)(texel(texture.color, 0, i, 0) >> 16 & 255));
        }
        true_texture_free(&texture);
    }
}

/* Skins and skyboxes. */
Test(true_texture, what_neither_repeats_nor_has_mips_keeps_its_sides)
{
    static const uint8_t pixels[6] = {0, 60, 240, 1, 2, 3};
    struct true_texture texture = make(pixels, 3, 2, TRUE_CLAMP);
    cr_assert_eq(texture.color->levels[0].width, 3);
    cr_assert_eq(texture.color->levels[0].height, 2);
    cr_expect_eq(texel(texture.color, 0, 2, 0) >> 16 & 255, 240);
    cr_expect_eq(texel(texture.color, 0, 3, 1) >> 16 & 255, 3, "the edge goes on");
    true_texture_free(&texture);
}

Test(true_texture, a_part_of_a_larger_picture)
{
    static const uint8_t pixels[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    const struct true_picture picture = {
        .pixels = pixels + 2, .width = 2, .height = 2, .stride = 4};
    struct true_texture texture;
    set_palette();
    cr_assert_eq(true_texture_make(&texture, &picture, palette), 0);
    cr_expect_eq(texel(texture.color, 0, 0, 1) >> 16 & 255, 7);
    cr_expect_eq(texel(texture.color, 0, 1, 0) >> 16 & 255, 4);
    true_texture_free(&texture);
}

/* Players' colours may glow, and holes are what the picture says, not what colours make of it. */
Test(true_texture, translated_colours)
{
    static const uint8_t pixels[2] = {DARK, 20};
    uint8_t translation[256];
    for (int i = 0; i < 256; i++) {
        translation[i] = (uint8_t)i;
    }
    translation[20] = HOLE;
    translation[DARK] = 11;
    const struct true_picture picture = {.pixels = pixels,
                                         .width = 2,
                                         .height = 1,
                                         .stride = 2,
                                         .flags = TRUE_HOLES,
                                         .hole = HOLE,
                                         .translation = translation};
    struct true_texture texture;
    set_palette();
    cr_assert_eq(true_texture_make(&texture, &picture, palette), 0);
    cr_expect_eq(texel(texture.color, 0, 0, 0) & 0xffffff, color_of(11));
    cr_expect_eq(texel(texture.color, 0, 1, 0), (uint32_t)TRUE_SOLID << 24 | color_of(HOLE));
    true_texture_free(&texture);
}

Test(true_texture, absurd_sizes_are_a_grey_texel)
{
    static const uint8_t one = DARK;
    static const int sizes[][2] = {{0, 1},
                                   {1, 0},
                                   {-1, 1},
                                   {1, -0x7fffffff},
                                   {1 << 15, 1},
                                   {1, 1 << 15},
                                   {0x7fffffff, 0x7fffffff}};
    set_palette();
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct true_texture texture = make(&one, sizes[i][0], sizes[i][1], TRUE_MIPS | TRUE_GLOW);
        cr_expect_eq(texture.color->levels[0].width, 1);
        cr_expect_eq(texture.color->levels[0].height, 1);
        cr_expect_eq(texel(texture.color, 0, 0, 0), 0xff000000u | color_of(7));
        cr_expect_null(texture.glow);
        true_texture_free(&texture);
    }
    struct true_texture texture = make(NULL, 16, 16, TRUE_MIPS | TRUE_HOLES | TRUE_GLOW);
    cr_expect_eq(texture.color->levels[0].width, 1);
    true_texture_free(&texture);
}
