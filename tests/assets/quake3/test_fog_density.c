/* Fog density, against values read from the original's frame. */
#include "assets/quake3/fog_density.h"

#include <criterion/criterion.h>
#include <math.h>

Test(fog_density, density_as_the_picture_shows_it)
{
    static const struct {
        int row, alpha[11];
    } known[] = {{31, {0, 42, 61, 88, 126, 179, 220, 250, 255, 255, 255}},
                 {16, {0, 31, 45, 63, 90, 128, 158, 179, 182, 185, 255}},
                 {0, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}};
    static const int columns[11] = {0, 1, 2, 4, 8, 16, 24, 31, 32, 33, 64};
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        for (int j = 0; j < 11; j++) {
            const float s = ((float)columns[j] + .5f) / 256, t = ((float)known[i].row + .5f) / 32;
            cr_assert_eq((int)(255 * q3_fog_density(s, t)), known[i].alpha[j], "%d, %d",
                         known[i].row, columns[j]);
        }
    }
    cr_assert_eq(q3_fog_density(NAN, 1), 0);
    cr_assert_eq(q3_fog_density(1, NAN), 0);
    cr_assert_eq(q3_fog_density(INFINITY, INFINITY), 1);
}
