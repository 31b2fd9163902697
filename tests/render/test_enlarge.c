/* Rows enlarged by whole pixels: every width and scale, and nothing written beyond. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "render/enlarge.h"
#include "render/limits.h"

enum { WIDEST = 70, GUARD = 16, LARGEST = 9 };

Test(enlarge, cells_cover_all_of_the_picture)
{
    cr_expect_eq(enlarge_cells(640, 2), 320);
    cr_expect_eq(enlarge_cells(641, 2), 321);
    cr_expect_eq(enlarge_cells(643, 4), 161);
    cr_expect_eq(enlarge_cells(1, 4), 1);
    cr_expect_eq(enlarge_cells(7, 1), 7);
}

/* The source has just the cells it has to have: a read beyond is found by sanitizers. */
Test(enlarge, pixels_become_runs)
{
    for (int scale = 1; scale <= LARGEST; scale++) {
        for (int width = 1; width <= WIDEST; width++) {
            const int cells = enlarge_cells(width, scale);
            uint8_t *bytes = malloc((size_t)cells), out_bytes[WIDEST + GUARD];
            uint32_t *pixels = malloc((size_t)cells * sizeof *pixels), out[WIDEST + GUARD];
            cr_assert(bytes != NULL && pixels != NULL);
            for (int i = 0; i < cells; i++) {
                bytes[i] = (uint8_t)(i * 7 + 1);
                pixels[i] = (uint32_t)i * 0x010203u + 1;
            }
            memset(out_bytes, 0xee, sizeof out_bytes);
            memset(out, 0xee, sizeof out);
            enlarge_bytes(out_bytes, bytes, width, scale);
            enlarge_pixels(out, pixels, width, scale);
            for (int x = 0; x < WIDEST + GUARD; x++) {
                const bool inside = x < width;
                cr_assert_eq(out_bytes[x], inside ? bytes[x / scale] : 0xee, "%d of %d at %d", x,
                             width, scale);
                cr_assert_eq(out[x], inside ? pixels[x / scale] : 0xeeeeeeeeu, "%d of %d at %d", x,
                             width, scale);
            }
            free(bytes);
            free(pixels);
        }
    }
}
