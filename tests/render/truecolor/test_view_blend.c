/* The tints of the view, as one mix of levels. */
#include <criterion/criterion.h>
#include <string.h>

#include "render/truecolor/view_blend.h"

Test(view_blend, without_tints_nothing_is_shown)
{
    const struct palette_blend none[PALETTE_BLENDS] = {{{255, 0, 0}, 0}, {{255, 0, 0}, -3}};
    struct view_blend blend;
    view_blend_set(&blend, none);
    cr_expect(!blend.shown);
}

/* 51 of 255 is a fifth, whatever the tint's place. */
Test(view_blend, a_tint_is_a_share_of_255_rounded)
{
    for (int place = 0; place < PALETTE_BLENDS; place++) {
        struct palette_blend blends[PALETTE_BLENDS] = {{{0}, 0}};
        struct view_blend blend;
        blends[place] = (struct palette_blend){{200, 100, 0}, 51};
        view_blend_set(&blend, blends);
        cr_assert(blend.shown);
        cr_expect_eq(blend.levels.level[0][0], 40);
        cr_expect_eq(blend.levels.level[0][255], 244);
        cr_expect_eq(blend.levels.level[1][100], 100);
        cr_expect_eq(blend.levels.level[2][1], 1);   /* 0.8 */
        cr_expect_eq(blend.levels.level[2][3], 2);   /* 2.4 */
        cr_expect_eq(blend.levels.level[2][8], 6);   /* 6.4 */
        cr_expect_eq(blend.levels.level[2][12], 10); /* 9.6 */
    }
}

/* A later tint lies over an earlier one: of the first remain 204 / 255 of its fifth. */
Test(view_blend, later_tints_lie_over_earlier_ones)
{
    const struct palette_blend blends[PALETTE_BLENDS] = {{{250, 0, 0}, 51}, {{0, 250, 0}, 51}};
    struct view_blend blend;
    view_blend_set(&blend, blends);
    cr_expect_eq(blend.levels.level[0][0], 40);
    cr_expect_eq(blend.levels.level[1][0], 50);
    cr_expect_eq(blend.levels.level[2][100], 64);
}

Test(view_blend, a_whole_tint_is_its_colour)
{
    static const int32_t shares[] = {255, 256, 1000, 0x7fffffff};
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        const struct palette_blend blends[PALETTE_BLENDS] = {{{9, 8, 7}, 40},
                                                             {{1, 2, 3}, shares[i]}};
        struct view_blend blend;
        view_blend_set(&blend, blends);
        cr_expect(blend.levels.level[0][255] == 1 && blend.levels.level[1][0] == 2 &&
                  blend.levels.level[2][77] == 3);
    }
}

/* Every level of every channel, by every kernel; a tint is a line of integers, and several are not
 * always. */
Test(view_blend, rows_are_levels)
{
    enum { COUNT = 256 + 5 };
    uint32_t from[COUNT], wanted[COUNT], got[COUNT];
    bool lines = true;
    for (int share = 1; share < 255; share += 3) {
        const struct palette_blend blends[PALETTE_BLENDS] = {
            {{share, 255 - share, 130}, share}, {{7, 99, 255}, share % 5 == 0 ? share / 2 : 0}};
        struct view_blend blend;
        view_blend_set(&blend, blends);
        lines = lines && (blend.levels.linear || blends[1].percent > 0);
        for (int i = 0; i < COUNT; i++) {
            const uint32_t red = (uint32_t)i & 255, green = 255 - red, blue = red ^ 85;
            from[i] = red << 16 | green << 8 | blue;
            wanted[i] = (uint32_t)blend.levels.level[0][red] << 16 |
                        (uint32_t)blend.levels.level[1][green] << 8 | blend.levels.level[2][blue];
        }
        for (int level = CPU_C; level < CPU_LEVELS; level++) {
            got[COUNT - 1] = 1;
            pixel_kernels_get((enum cpu_level)level)->levels(&blend.levels, got, from, COUNT - 1);
            cr_assert_eq(memcmp(got, wanted, sizeof got - sizeof *got), 0, "%d", share);
            cr_assert_eq(got[COUNT - 1], 1);
        }
    }
    cr_expect(lines);
}

Test(view_blend, rows_by_channel)
{
    static const uint32_t from[2] = {0x00000000, 0x00ff6400};
    const struct palette_blend blends[PALETTE_BLENDS] = {{{200, 100, 0}, 51}};
    struct view_blend blend;
    uint32_t to[3] = {1, 1, 1};
    view_blend_set(&blend, blends);
    view_blend_row(&blend, to, from, 2);
    cr_expect_eq(to[0], 0x00281400);
    cr_expect_eq(to[1], 0x00f46400);
    cr_expect_eq(to[2], 1);
}
