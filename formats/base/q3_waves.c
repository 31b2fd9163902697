#include "formats/base/q3_waves.h"

#include <math.h>

#include "formats/base/dmath.h"

enum { BYTE_STEP = Q3_WAVE_STEPS / 256 };
enum {
    NOISE_VALUES = 0x6e6f6973,
    NOISE_ORDER = 0x6f726465
}; /* seeds of the hash that generates the noise */

static void make_noise(struct q3_waves *waves)
{
    for (uint32_t i = 0; i < Q3_NOISE_SIZE; i++) {
        waves->noise[i] = 2.0f * dmath_unit(NOISE_VALUES, i, 0) - 1.0f;
        waves->noise_order[i] = (uint8_t)i;
    }
    for (uint32_t i = Q3_NOISE_SIZE - 1; i > 0; i--) {
        const uint32_t other = dmath_hash(NOISE_ORDER, i, 0) % (i + 1);
        const uint8_t kept = waves->noise_order[i];
        waves->noise_order[i] = waves->noise_order[other];
        waves->noise_order[other] = kept;
    }
}

void q3_waves_make(struct q3_waves *waves)
{
    for (int i = 0; i < Q3_WAVE_STEPS; i++) {
        waves->sine[i] = (float)dmath_sin(2.0 * DMATH_PI * i / (Q3_WAVE_STEPS - 1));
    }
    waves->sine[Q3_WAVE_STEPS - 1] = 0.0f; /* sin of a full turn: 0, without pi's rounding error */
    make_noise(waves);
}

static float triangle_value(uint32_t i)
{
    const uint32_t half = i & (Q3_WAVE_STEPS / 2 - 1);
    const uint32_t rise = half < Q3_WAVE_QUARTER ? half : Q3_WAVE_STEPS / 2 - half;
    const float value = (float)rise / (float)Q3_WAVE_QUARTER;
    return i < Q3_WAVE_STEPS / 2 ? value : -value;
}

float q3_wave_value(const struct q3_waves *waves, enum q3_wave_kind kind, uint32_t index)
{
    const uint32_t i = index & Q3_WAVE_MASK;
    switch (kind) {
    case Q3_WAVE_SIN:
        return waves->sine[i];
    case Q3_WAVE_SQUARE:
        return i < Q3_WAVE_STEPS / 2 ? 1.0f : -1.0f;
    case Q3_WAVE_TRIANGLE:
        return triangle_value(i);
    case Q3_WAVE_SAWTOOTH:
        return (float)i / (float)Q3_WAVE_STEPS;
    case Q3_WAVE_INVERSE_SAWTOOTH:
        return 1.0f - (float)i / (float)Q3_WAVE_STEPS;
    case Q3_WAVE_NOISE:
        break;
    }
    return 0.0f;
}

/* Splits a coordinate into its floor (the tables use its low eight bits) and the fraction. */
static uint32_t split_index(double place, float *share)
{
    if (!(place > -2147483648.0 && place < 2147483647.0)) {
        *share = 0.0f;
        return 0;
    }
    const double low = floor(place);
    *share = (float)(place - low);
    return (uint32_t)((int64_t)low & Q3_NOISE_MASK);
}

static float mix_values(float a, float b, float share)
{
    return a * (1.0f - share) + b * share;
}

/* Interpolates along x; row: hash of the other three coordinates. */
static float noise_line(const struct q3_waves *waves, uint32_t x, uint32_t row, float share)
{
    const uint8_t *order = waves->noise_order;
    const float a = waves->noise[order[(x + row) & Q3_NOISE_MASK]];
    const float b = waves->noise[order[(x + 1 + row) & Q3_NOISE_MASK]];
    return mix_values(a, b, share);
}

float q3_noise(const struct q3_waves *waves, float x, float y, float z, double t)
{
    const uint8_t *order = waves->noise_order;
    float share[4], at_time[2], at_depth[2];
    const uint32_t ix = split_index((double)x, &share[0]), iy = split_index((double)y, &share[1]);
    const uint32_t iz = split_index((double)z, &share[2]), it = split_index(t, &share[3]);
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t time = order[(it + i) & Q3_NOISE_MASK];
        for (uint32_t j = 0; j < 2; j++) {
            const uint32_t depth = order[(iz + j + time) & Q3_NOISE_MASK];
            const float a = noise_line(waves, ix, order[(iy + depth) & Q3_NOISE_MASK], share[0]);
            const float b =
                noise_line(waves, ix, order[(iy + 1 + depth) & Q3_NOISE_MASK], share[0]);
            at_depth[j] = mix_values(a, b, share[1]);
        }
        at_time[i] = mix_values(at_depth[0], at_depth[1], share[2]);
    }
    return mix_values(at_time[0], at_time[1], share[3]);
}

void q3_direction(const struct q3_waves *waves, uint8_t latitude, uint8_t longitude, float out[3])
{
    const uint32_t a = (uint32_t)latitude * BYTE_STEP, p = (uint32_t)longitude * BYTE_STEP;
    const float *sine = waves->sine;
    const float down = sine[p];
    out[0] = sine[(a + Q3_WAVE_QUARTER) & Q3_WAVE_MASK] * down;
    out[1] = sine[a] * down;
    out[2] = sine[(p + Q3_WAVE_QUARTER) & Q3_WAVE_MASK];
}
