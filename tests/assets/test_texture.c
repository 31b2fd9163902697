/* Textures that are drawn and filled again and again. */
#include <criterion/criterion.h>

#include "assets/texture.h"

enum { SIDE = 4, PITCH = 7 };

static uint32_t texel(const struct texture *t, int level, int u, int v)
{
    return t->levels[level].texels[v * t->levels[level].stride + u];
}

static uint32_t pixel_at(int x, int y)
{
    return (uint32_t)(x * 40) << 16 | (uint32_t)(y * 50) << 8 | (uint32_t)(x + y);
}

Test(texture, a_filled_one_has_all_levels_and_repeats)
{
    uint32_t pixels[SIDE * PITCH];
    for (int i = 0; i < SIDE * PITCH; i++) {
        pixels[i] = 0xdeadbeef;
    }
    for (int i = 0; i < SIDE * SIDE; i++) {
        pixels[i / SIDE * PITCH + i % SIDE] = pixel_at(i % SIDE, i / SIDE);
    }
    struct texture *t = texture_create_blank(SIDE);
    cr_assert_not_null(t);
    cr_assert_eq(t->num_levels, 3);
    cr_expect_eq(texel(t, 0, 1, 1) & 0xffffff, 0);
    texture_fill_opaque(t, pixels, PITCH);
    cr_expect(t->opaque && !t->clamp);
    for (int v = -1; v <= SIDE; v++) {
        for (int u = -1; u <= SIDE; u++) {
            cr_expect_eq(texel(t, 0, u, v),
                         0xff000000 | pixel_at((u + SIDE) % SIDE, (v + SIDE) % SIDE), "%d, %d", u,
                         v);
        }
    }
    /* (0, 0), (40, 0), (0, 50), (40, 50); blue 0, 1, 1, 2 */
    cr_expect_eq(texel(t, 1, 0, 0), 0xff141901u);
    cr_expect_eq(texel(t, 1, 2, -1), texel(t, 1, 0, 1), "levels repeat as well");
    cr_expect_eq(texel(t, 2, 0, 0), texel(t, 2, -1, 1));
    cr_expect_eq(texel(t, 2, 0, 0) >> 16 & 255, 60);
    texture_destroy(t);
}

Test(texture, means_are_to_the_nearest)
{
    const uint32_t pixels[4] = {0x00010001, 0x00000100, 0x00000001, 0x00000000};
    struct texture *t = texture_create_blank(2);
    cr_assert_not_null(t);
    texture_fill_opaque(t, pixels, 2);
    cr_expect_eq(texel(t, 1, 0, 0), 0xff000001u, "1/4 becomes 0, 2/4 becomes 1");
    texture_destroy(t);
}
