#include "formats/base/q3_waves.h"

#include <string.h>

#include "formats/base/dmath.h"

enum { BYTE_STEP = Q3_WAVE_STEPS / 256 };

void q3_waves_make(struct q3_waves *waves)
{
    for (int i = 0; i < Q3_WAVE_STEPS; i++) {
        waves->sine[i] = (float)dmath_sin(2.0 * DMATH_PI * i / (Q3_WAVE_STEPS - 1));
    }
    waves->sine[Q3_WAVE_STEPS - 1] = 0.0f; /* a whole turn, not what is left of pi's last digits */
}

static float triangle(uint32_t i)
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
        return triangle(i);
    case Q3_WAVE_SAWTOOTH:
        return (float)i / (float)Q3_WAVE_STEPS;
    case Q3_WAVE_INVERSE_SAWTOOTH:
        return 1.0f - (float)i / (float)Q3_WAVE_STEPS;
    case Q3_WAVE_NOISE:
        break;
    }
    return 0.0f;
}

uint32_t q3_wave_index(double turns)
{
    const double entry = turns * Q3_WAVE_STEPS;
    if (!(entry > -9.2e18 && entry < 9.2e18)) {
        return 0;
    }
    return (uint32_t)((uint64_t)(int64_t)entry & Q3_WAVE_MASK);
}

float q3_rsqrt(float x)
{
    uint32_t bits;
    float y;
    memcpy(&bits, &x, sizeof(bits));
    bits = UINT32_C(0x5f3759df) - (bits >> 1);
    memcpy(&y, &bits, sizeof(y));
    return y * (1.5f - 0.5f * x * y * y);
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
