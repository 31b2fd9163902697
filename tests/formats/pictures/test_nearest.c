/* Nearest palette colours, compared with a search among all of them. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "formats/pictures/lmp.h"
#include "formats/pictures/nearest.h"
#include "render/palette/blend.h"

static uint8_t palette[PALETTE_BYTES];

/* Spread over all colours, or crowded in the dark as Quake's are, some of them twice. */
static void make_palette(uint32_t seed, uint32_t range)
{
    for (int i = 0; i < PALETTE_BYTES; i++) {
        seed = seed * 1664525 + 1013904223;
        palette[i] = (uint8_t)(i >= 600 ? palette[i - 600] : (seed >> 8) % range);
    }
}

/* The first of equals; places are doubled. */
static int search_nearest(const int place[3])
{
    int best = 0, least = 1 << 30;
    for (int i = 0; i < 256; i++) {
        int distance = 0;
        for (int c = 0; c < 3; c++) {
            int d = 2 * palette[i * 3 + c] - place[c];
            distance += d * d;
        }
        best = distance < least ? i : best;
        least = distance < least ? distance : least;
    }
    return best;
}

Test(nearest, cell_centres_decide)
{
    static const uint32_t ranges[] = {256, 60, 1};
    for (uint32_t p = 0; p < 3; p++) {
        make_palette(p, ranges[p]);
        struct nearest *nearest = nearest_create(palette);
        cr_assert_not_null(nearest);
        for (int n = 0; n < 64 * 64 * 64; n += 17) {
            const int rgb[3] = {n >> 12 << 2, (n >> 6 & 63) << 2, (n & 63) << 2};
            const int middle[3] = {2 * rgb[0] + 3, 2 * rgb[1] + 3, 2 * rgb[2] + 3};
            int want = search_nearest(middle);
            cr_assert_eq(nearest_find(nearest, rgb[0], rgb[1], rgb[2]), want);
            cr_assert_eq(nearest_find(nearest, rgb[0] + 3, rgb[1] + 2, rgb[2] + 1), want);
        }
        free(nearest);
    }
}

Test(nearest, blend_tables_are_exact)
{
    static const uint32_t ranges[] = {256, 60, 1};
    for (uint32_t p = 0; p < 3; p++) {
        make_palette(p + 10, ranges[p]);
        struct blend *blend = blend_create(palette);
        cr_assert_not_null(blend);
        const uint8_t *tenths = blend_table(blend, 3), *steps = blend_opacity_table(blend, 11);
        cr_assert(tenths != NULL && steps != NULL);
        for (int pair = 0; pair < BLEND_TABLE; pair += 3) {
            const uint8_t *over = palette + pair / 256 * 3, *under = palette + pair % 256 * 3;
            int places[2][3];
            for (int c = 0; c < 3; c++) {
                places[0][c] = (over[c] * 7 + under[c] * 3 + 5) / 10 * 2;
                places[1][c] = (over[c] * 11 + under[c] * 5 + 8) / 16 * 2;
            }
            cr_assert_eq(tenths[pair], search_nearest(places[0]));
            cr_assert_eq(steps[pair], search_nearest(places[1]));
        }
        blend_destroy(blend);
    }
}
