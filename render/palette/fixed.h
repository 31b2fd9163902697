/* Conversions the original leaves to the compiler and the machine, made definite.
 *
 * The original's C casts floats to int and shifts negative numbers. Values in range give the same
 * everywhere; the rest is defined here as SSE2 does it (cvttss2si, cvttsd2si, wrapping integers),
 * because that is the machine the reference pictures come from. */
#ifndef RENDER_PALETTE_FIXED_H
#define RENDER_PALETTE_FIXED_H

#include <stdint.h>

/* Towards zero; what does not fit, and NaN, give INT32_MIN. */
static inline int32_t fixed_from_double(double x)
{
    if (!(x > -2147483649.0 && x < 2147483648.0)) {
        return INT32_MIN;
    }
    return (int32_t)x;
}

static inline int32_t fixed_from_float(float x)
{
    return fixed_from_double((double)x);
}

static inline int32_t fixed_add(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

static inline int32_t fixed_sub(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a - (uint32_t)b);
}

/* (n << 16) >> mip, wrapping. */
static inline int32_t fixed_texels(int32_t n, int mip)
{
    return (int32_t)((uint32_t)n << 16) >> mip;
}

#endif
