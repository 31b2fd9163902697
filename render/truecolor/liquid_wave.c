#include "render/truecolor/liquid_wave.h"

#include <math.h>

#include "formats/base/dmath.h"

enum {
    PIECES = 8,                   /* straight pieces of a wave */
    STEPS = 256,                  /* angles of the original's table of sines */
    PIECE = RASTER_WAVE / PIECES, /* heights of a piece */
    HEIGHT = RASTER_WAVE_UNIT / 8 /* 8 of 64 units */
};

void liquid_wave_set(int32_t heights[RASTER_WAVE], double time)
{
    const double turns = fabs(time) < 1e9 ? time / (2.0 * DMATH_PI) : 0.0;
    double knots[PIECES + 1];
    for (int i = 0; i <= PIECES; i++) {
        const int64_t step = (int64_t)floor(STEPS / PIECES * i + turns * STEPS) & (STEPS - 1);
        knots[i] = dmath_sin(2.0 * DMATH_PI * (double)step / STEPS) * HEIGHT;
    }
    for (int i = 0; i < RASTER_WAVE; i++) {
        const double *knot = &knots[i / PIECE];
        const double part = (i % PIECE + 0.5) / PIECE;
        heights[i] = (int32_t)floor(knot[0] + (knot[1] - knot[0]) * part + 0.5);
    }
}
