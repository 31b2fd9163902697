/* What the files compiled with KERNELS_LOADS have for gathers. Only they include it. */
#ifndef RENDER_PALETTE_KERNELS_KERNELS_LOADS_H
#define RENDER_PALETTE_KERNELS_KERNELS_LOADS_H

#include "render/palette/kernels/kernels_internal.h"

#if KERNELS_X86

#include <immintrin.h>

/* Eight bytes, the first lowest. */
KERNEL_INLINE __m128i load_eight(const uint8_t *bytes, const int32_t at[8])
{
    __m128i all = _mm_cvtsi32_si128(bytes[at[0]]);
    all = _mm_insert_epi8(all, bytes[at[1]], 1);
    all = _mm_insert_epi8(all, bytes[at[2]], 2);
    all = _mm_insert_epi8(all, bytes[at[3]], 3);
    all = _mm_insert_epi8(all, bytes[at[4]], 4);
    all = _mm_insert_epi8(all, bytes[at[5]], 5);
    all = _mm_insert_epi8(all, bytes[at[6]], 6);
    return _mm_insert_epi8(all, bytes[at[7]], 7);
}

KERNEL_INLINE __m256i load_eight_words(const int *words, const int32_t at[8])
{
    return _mm256_setr_epi32(words[at[0]], words[at[1]], words[at[2]], words[at[3]], words[at[4]],
                             words[at[5]], words[at[6]], words[at[7]]);
}

#endif

#endif
