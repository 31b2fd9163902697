/* Quake III's function tables and approximations, the same bits on every machine.
 *
 * The sine table has 1024 entries over 1023 steps: the original's mistake, kept because it is
 * visible in everything that turns or scrolls. The original's noise differs with each start of the
 * program; here it is constant. Source: the published client, compared with its pictures. */
#ifndef FORMATS_BASE_Q3_WAVES_H
#define FORMATS_BASE_Q3_WAVES_H

#include <stdint.h>
#include <string.h>

enum { Q3_WAVE_STEPS = 1024, Q3_WAVE_MASK = Q3_WAVE_STEPS - 1, Q3_WAVE_QUARTER = 256 };
enum { Q3_NOISE_SIZE = 256, Q3_NOISE_MASK = Q3_NOISE_SIZE - 1 };

enum q3_wave_kind {
    Q3_WAVE_SIN,
    Q3_WAVE_SQUARE,
    Q3_WAVE_TRIANGLE,
    Q3_WAVE_SAWTOOTH,
    Q3_WAVE_INVERSE_SAWTOOTH,
    Q3_WAVE_NOISE /* no table: 0 here */
};

/* Immutable after q3_waves_make; threads may share it. */
struct q3_waves {
    float sine[Q3_WAVE_STEPS];
    float noise[Q3_NOISE_SIZE];         /* -1..1 */
    uint8_t noise_order[Q3_NOISE_SIZE]; /* each number once */
};

void q3_waves_make(struct q3_waves *waves);

/* The value at an entry of a table; only the last ten bits of index count. */
float q3_wave_value(const struct q3_waves *waves, enum q3_wave_kind kind, uint32_t index);

/* Table index for x turns (phase + seconds * frequency): truncated towards zero, low ten bits. NaN
 * and values beyond 64 bits give 0, as on the original's machines. */
static inline uint32_t q3_wave_index(double turns)
{
    const double entry = turns * Q3_WAVE_STEPS;
    if (!(entry > -9.2e18 && entry < 9.2e18)) {
        return 0;
    }
    return (uint32_t)((uint64_t)(int64_t)entry & Q3_WAVE_MASK);
}

/* Noise in space and time, -1..1: a value per integer position, linear in between. NaN and
 * coordinates beyond 2^31 count as 0. */
float q3_noise(const struct q3_waves *waves, float x, float y, float z, double t);

/* The "fast" 1 / sqrt(x): an initial guess from the bits of x, one Newton step. */
static inline float q3_rsqrt(float x)
{
    uint32_t bits;
    float y;
    memcpy(&bits, &x, sizeof(bits));
    bits = UINT32_C(0x5f3759df) - (bits >> 1);
    memcpy(&y, &bits, sizeof(y));
    return y * (1.5f - 0.5f * x * y * y);
}

/* A direction of two bytes, a 256th of a turn each: around z and from z down. */
void q3_direction(const struct q3_waves *waves, uint8_t latitude, uint8_t longitude, float out[3]);

#endif
