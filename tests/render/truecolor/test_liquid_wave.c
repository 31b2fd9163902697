/* The wave that moves liquids. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "formats/base/dmath.h"
#include "render/truecolor/liquid_wave.h"

enum { EIGHTH = RASTER_WAVE_UNIT / 8 };

/* Of straight lines between the heights of a sine of an eighth of the texture, 8 places a turn. */
static double height_at(double place)
{
    const double at = place * 8.0, left = floor(at);
    const double a = sin(left * 2.0 * DMATH_PI / 8.0), b = sin((left + 1.0) * 2.0 * DMATH_PI / 8.0);
    return (a + (b - a) * (at - left)) * EIGHTH;
}

Test(liquid_wave, a_sine_of_an_eighth_of_the_texture_in_eight_lines)
{
    int32_t heights[RASTER_WAVE];
    liquid_wave_set(heights, 0.0);
    for (int i = 0; i < RASTER_WAVE; i++) {
        cr_expect_float_eq((double)heights[i], height_at((i + 0.5) / RASTER_WAVE), 1.0, "%d", i);
    }
    cr_expect(abs(heights[RASTER_WAVE / 4] - EIGHTH) < 64);
    cr_expect(abs(heights[RASTER_WAVE * 3 / 4] + EIGHTH) < 64);
}

/* A turn takes 2 pi seconds: after a quarter of it each height is that of a quarter further. */
Test(liquid_wave, it_turns_once_in_two_pi_seconds)
{
    int32_t first[RASTER_WAVE], later[RASTER_WAVE];
    liquid_wave_set(first, 0.001);
    for (int quarter = 1; quarter <= 4; quarter++) {
        liquid_wave_set(later, 0.001 + quarter * DMATH_PI / 2.0);
        for (int i = 0; i < RASTER_WAVE; i++) {
            const int from = (i + quarter * RASTER_WAVE / 4) % RASTER_WAVE;
            cr_expect(abs(later[i] - first[from]) <= 1, "quarter %d, %d", quarter, i);
        }
    }
}

Test(liquid_wave, any_time_has_one)
{
    const double times[] = {-1e300, -5.0, 1e9, 1e300, NAN, INFINITY};
    for (size_t n = 0; n < sizeof times / sizeof *times; n++) {
        int32_t heights[RASTER_WAVE];
        liquid_wave_set(heights, times[n]);
        for (int i = 0; i < RASTER_WAVE; i++) {
            cr_assert(abs(heights[i]) <= EIGHTH, "%g", times[n]);
        }
    }
}
