/* Shared by the AVX2 kernels: loads of texels and stores of part of a group. Only they include it.
 */
#ifndef RENDER_PALETTE_KERNELS_KERNELS_AVX2_INTERNAL_H
#define RENDER_PALETTE_KERNELS_KERNELS_AVX2_INTERNAL_H

#include "render/palette/kernels/kernels_internal.h"

#if KERNELS_X86

#include <immintrin.h>

#include "render/palette/kernels/kernels_loads.h"

/* Eight pixels at a time. A group is always computed whole, with offsets that are valid in every
 * lane; only its stores respect the span's ends. Only separate multiplications and additions: a
 * fused one would round differently from the C functions. */

KERNEL_INLINE void store_2(void *dest, uint64_t value)
{
    uint16_t part = (uint16_t)value;
    memcpy(dest, &part, sizeof part);
}

KERNEL_INLINE void store_4(void *dest, uint64_t value)
{
    uint32_t part = (uint32_t)value;
    memcpy(dest, &part, sizeof part);
}

KERNEL_INLINE void store_8(void *dest, uint64_t value)
{
    memcpy(dest, &value, sizeof value);
}

/* The first n (1..7) pixels of a group, in two overlapping stores. */
KERNEL_INLINE void store_some(uint8_t *dest, uint64_t texels, int n)
{
    if (n >= 4) {
        store_4(dest, texels);
        store_4(dest + n - 4, texels >> (8 * (n - 4)));
    } else if (n >= 2) {
        store_2(dest, texels);
        store_2(dest + n - 2, texels >> (8 * (n - 2)));
    } else {
        dest[0] = (uint8_t)texels;
    }
}

KERNEL_INLINE __m256i iota_8(void)
{
    return _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
}

/* Integers to floats, in vectors: the scalar conversion keeps the rest of its register, and
 * would so make a span wait for the one drawn before. */
KERNEL_INLINE __m256 float_8(int x)
{
    return _mm256_cvtepi32_ps(_mm256_set1_epi32(x));
}

/* x, x + 1, ... x + 7. */
KERNEL_INLINE __m256 float_ramp(int x)
{
    return _mm256_cvtepi32_ps(_mm256_add_epi32(_mm256_set1_epi32(x), iota_8()));
}

KERNEL_INLINE uint64_t fetch_8(const uint8_t *pixels, __m256i offsets)
{
    return fetch_4(pixels, _mm256_castsi256_si128(offsets)) |
           (uint64_t)fetch_4(pixels, _mm256_extracti128_si256(offsets, 1)) << 32;
}

KERNEL_INLINE __m128i fetch_words_4(const int *words, __m128i indices)
{
    const uint64_t low = (uint64_t)_mm_cvtsi128_si64(indices);
    const uint64_t high = (uint64_t)_mm_extract_epi64(indices, 1);
    return _mm_setr_epi32(words[(uint32_t)low], words[low >> 32], words[(uint32_t)high],
                          words[high >> 32]);
}

KERNEL_INLINE __m256i fetch_words(const int *words, __m256i indices)
{
    return _mm256_setr_m128i(fetch_words_4(words, _mm256_castsi256_si128(indices)),
                             fetch_words_4(words, _mm256_extracti128_si256(indices, 1)));
}

/* Long spans are drawn in pieces: the texel offsets of PIECE pixels are computed first, then the
 * texels are loaded. Eight by eight, instructions that wait for a division would fill the reorder
 * buffer and delay the next eight. */
enum { PIECE = 32 };

struct piece {
    uint64_t offsets[PIECE / 2]; /* two in each, the first one in the lower half */
};

/* Offsets of pixels i..i + 7. */
KERNEL_INLINE void piece_set(struct piece *piece, int i, __m256i offsets)
{
    _mm256_storeu_si256((__m256i *)(void *)(piece->offsets + i / 2), offsets);
}

KERNEL_INLINE uint64_t piece_fetch_8(const uint8_t *pixels, const struct piece *piece, int i)
{
    const uint64_t *offsets = piece->offsets + i / 2;
    const __m128i texels = eight_bytes(pixels[(uint32_t)offsets[0]], pixels[offsets[0] >> 32],
                                       pixels[(uint32_t)offsets[1]], pixels[offsets[1] >> 32],
                                       pixels[(uint32_t)offsets[2]], pixels[offsets[2] >> 32],
                                       pixels[(uint32_t)offsets[3]], pixels[offsets[3] >> 32]);
    return (uint64_t)_mm_cvtsi128_si64(texels);
}

/* Draws it; returns the last eight texels. */
KERNEL_INLINE uint64_t piece_draw(const struct piece *piece, const uint8_t *pixels, uint8_t *dest)
{
    uint64_t texels = 0;
    for (int i = 0; i < PIECE; i += 8) {
        texels = piece_fetch_8(pixels, piece, i);
        store_8(dest + i, texels);
    }
    return texels;
}

/* The whole texels of s and t as pairs of 16 bits. */
KERNEL_INLINE __m256i texel_pairs(__m256i s, __m256i t)
{
    return _mm256_blend_epi16(_mm256_srli_epi32(s, 16), t, 0xaa);
}

/* Pairs 1, stride: one multiply-add of them and a texel pair is column + row * stride. Stride is
 * at most INT16_MAX. */
KERNEL_INLINE __m256i make_row_weight(int32_t stride)
{
    return _mm256_or_si256(_mm256_slli_epi32(_mm256_set1_epi32(stride), 16), _mm256_set1_epi32(1));
}

/* Offsets into the tile of s and t after turbulence. */
struct turb_tile {
    const int *sine;
    __m256i width_mask, height_mask, width;
};

KERNEL_INLINE struct turb_tile make_turb_tile(const struct span_turbulence *turb)
{
    return (struct turb_tile){turb->sine + turb->phase, _mm256_set1_epi32(turb->width_mask),
                              _mm256_set1_epi32(turb->height_mask),
                              _mm256_set1_epi32(turb->width_mask + 1)};
}

KERNEL_INLINE __m256i turb_offsets(const struct turb_tile *tile, __m256i s, __m256i t)
{
    const __m256i period = _mm256_set1_epi32(127);
    __m256i across = fetch_words(tile->sine, _mm256_and_si256(_mm256_srai_epi32(t, 16), period));
    __m256i down = fetch_words(tile->sine, _mm256_and_si256(_mm256_srai_epi32(s, 16), period));
    __m256i column = _mm256_srai_epi32(_mm256_add_epi32(s, across), 16);
    __m256i row = _mm256_srai_epi32(_mm256_add_epi32(t, down), 16);
    column = _mm256_and_si256(column, tile->width_mask);
    row = _mm256_and_si256(row, tile->height_mask);
    return _mm256_add_epi32(_mm256_mullo_epi32(row, tile->width), column);
}

#endif

#endif
