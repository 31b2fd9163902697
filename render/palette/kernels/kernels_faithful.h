/* Walking along a span as the original does: what the AVX2 and AVX-512 kernels of the faithful look
 * share. Only they include it. */
#ifndef RENDER_PALETTE_KERNELS_KERNELS_FAITHFUL_H
#define RENDER_PALETTE_KERNELS_KERNELS_FAITHFUL_H

#include "render/palette/kernels/kernels_internal.h"

#if KERNELS_X86

#include <immintrin.h>

/* Integers to floats, in vectors: the scalar conversion keeps the rest of its register, and
 * would so make a span wait for the one drawn before. */
KERNEL_INLINE __m128 float_4(int x)
{
    return _mm_cvtepi32_ps(_mm_set1_epi32(x));
}

/* One point in the lanes of a vector: s/z, t/z, 1/z, 1/z. The sums along the span stay
 * sequential, as in the original, but s and t and the division share instructions. */
struct faithful_span {
    __m128 stepu;
    __m128i adjust, low, extent; /* lanes 0 and 1 */
};

/* s and t of a point, clamped: lanes 0 and 1. */
KERNEL_INLINE __m128i faithful_point(const struct faithful_span *span, __m128 walk, __m128i low)
{
    __m128 z = _mm_div_ps(_mm_set1_ps(65536.0f), _mm_shuffle_ps(walk, walk, 0xaa));
    __m128i point = _mm_add_epi32(_mm_cvttps_epi32(_mm_mul_ps(walk, z)), span->adjust);
    return _mm_min_epi32(_mm_max_epi32(point, low), span->extent);
}

/* (next - point) / (n - 1) in lanes 0 and 1, truncated, for n - 1 in 1..15 (n = 1: 0). In
 * doubles with reciprocals a hair too large: differences have 32 bits, so an exact quotient is
 * never missed and no other one reaches the next whole number. */
KERNEL_INLINE __m128i faithful_last_step(__m128i point, __m128i next, int n)
{
#define RECIPROCAL(d) (1.0 / (d) * (1.0 + 0x1p-48))
    static const double reciprocals[16] = {
        0.0,
        RECIPROCAL(1),
        RECIPROCAL(2),
        RECIPROCAL(3),
        RECIPROCAL(4),
        RECIPROCAL(5),
        RECIPROCAL(6),
        RECIPROCAL(7),
        RECIPROCAL(8),
        RECIPROCAL(9),
        RECIPROCAL(10),
        RECIPROCAL(11),
        RECIPROCAL(12),
        RECIPROCAL(13),
        RECIPROCAL(14),
        RECIPROCAL(15),
    };
#undef RECIPROCAL
    __m128d difference = _mm_cvtepi32_pd(_mm_sub_epi32(next, point));
    return _mm_cvttpd_epi32(_mm_mul_pd(difference, _mm_set1_pd(reciprocals[n - 1])));
}

/* The masks of the turbulent kernels (lanes 0 and 1). */
KERNEL_INLINE __m128i turb_point(const struct span_turbulence *turb, __m128i point)
{
    return _mm_and_si128(point, _mm_setr_epi32(kernel_turb_mask(turb->width_mask),
                                               kernel_turb_mask(turb->height_mask), 0, 0));
}

/* s/z, t/z, 1/z and 1/z again from three floats that follow one another (and one more that does
 * not matter, but could be a slow number). */
KERNEL_INLINE __m128 load_walk(const float *three)
{
    __m128 walk = _mm_loadu_ps(three);
    return _mm_shuffle_ps(walk, walk, 0xa4);
}

KERNEL_INLINE __m128 faithful_begin(const struct span_surface *surface, int u, int v)
{
    const __m128 du = float_4(u), dv = float_4(v);
    const __m128 row = _mm_add_ps(load_walk(&surface->sdivz_origin),
                                  _mm_mul_ps(dv, load_walk(&surface->sdivz_stepv)));
    return _mm_add_ps(row, _mm_mul_ps(du, load_walk(&surface->sdivz_stepu)));
}

KERNEL_INLINE struct faithful_span faithful_make(const struct span_surface *surface, int run)
{
    return (struct faithful_span){
        .stepu = load_walk(&surface->sdivz_stepu),
        .adjust = _mm_loadl_epi64((const __m128i *)(const void *)&surface->sadjust),
        .low = _mm_set1_epi32(run),
        .extent = _mm_loadl_epi64((const __m128i *)(const void *)&surface->bbextents),
    };
}

#endif

#endif
