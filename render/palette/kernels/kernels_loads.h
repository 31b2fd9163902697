/* Texel loads without gathers, for the SSE4.1 and AVX2 kernels: on AMD's Zen 3 gathers are up to a
 * fifth slower, on Zen 5 they are as fast (tools/bench/SPEED.md). Needs SSE4.1. */
#ifndef RENDER_PALETTE_KERNELS_KERNELS_LOADS_H
#define RENDER_PALETTE_KERNELS_KERNELS_LOADS_H

#include "render/palette/kernels/kernels_internal.h"

#if KERNELS_SSE41

#include "render/vectors.h"

/* Texels at four byte offsets, the first in the low byte. Offsets go to general registers two at a
 * time, and texels are combined there: the vector units stay free to compute the next offsets. */
KERNEL_INLINE uint32_t fetch_4(const uint8_t *pixels, __m128i offsets)
{
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(offsets);
    uint64_t high = (uint64_t)_mm_extract_epi64(offsets, 1);
    return (uint32_t)pixels[(uint32_t)low] | (uint32_t)pixels[low >> 32] << 8 |
           (uint32_t)pixels[(uint32_t)high] << 16 | (uint32_t)pixels[high >> 32] << 24;
}

/* The bytes in the lower half of a vector, b0 first, each loaded from memory. */
KERNEL_INLINE __m128i eight_bytes(uint8_t b0, uint8_t b1, uint8_t b2, uint8_t b3, uint8_t b4,
                                  uint8_t b5, uint8_t b6, uint8_t b7)
{
    __m128i all = _mm_insert_epi8(_mm_cvtsi32_si128(b0), b1, 1);
    all = _mm_insert_epi8(all, b2, 2);
    all = _mm_insert_epi8(all, b3, 3);
    all = _mm_insert_epi8(all, b4, 4);
    all = _mm_insert_epi8(all, b5, 5);
    all = _mm_insert_epi8(all, b6, 6);
    return _mm_insert_epi8(all, b7, 7);
}

#endif

#endif
