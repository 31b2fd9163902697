/* Pseudo-random numbers for tests, the same in each run, with frequent extreme values. */
#ifndef TESTS_SUPPORT_RANDOM_NUMBERS_H
#define TESTS_SUPPORT_RANDOM_NUMBERS_H

#include <math.h>
#include <stdint.h>

#include "formats/base/dmath.h"

/* Returns 0..0xffffff and advances the seed. */
static inline uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

struct random_source {
    uint32_t seed;  /* the same numbers for the same seed */
    uint32_t count; /* numbers taken so far */
};

static inline uint32_t next_bits(struct random_source *random)
{
    return dmath_hash(random->seed, random->count++, 0x51ed);
}

static inline int next_int(struct random_source *random, int low, int high)
{
    return (int)(low + (int64_t)(next_bits(random) % (uint32_t)((int64_t)high - low + 1)));
}

static inline float next_unit(struct random_source *random)
{
    return (float)(next_bits(random) >> 8) / 8388608.0f - 1.0f; /* -1..1 */
}

/* Mostly of the given size; sometimes 0, tiny, huge, infinite or not a number. */
static inline float next_float(struct random_source *random, float size)
{
    switch (next_bits(random) % 40) {
    case 0:
        return 0.0f;
    case 1:
        return next_unit(random) * 1e-30f;
    case 2:
        return next_unit(random) * 1e30f;
    case 3:
        return next_bits(random) & 1 ? INFINITY : -INFINITY;
    case 4:
        return NAN;
    case 5:
        return next_unit(random) * 1e-41f; /* subnormal */
    case 6:
        return next_unit(random) * size * 1e4f;
    default:
        return next_unit(random) * size;
    }
}

#endif
