/* Lightmap cells by AVX2. */
#include "render/palette/kernels/kernels_avx2_internal.h"

#if KERNELS_X86

KERNEL_INLINE int32_t load_4(const uint8_t *source)
{
    int32_t value;
    memcpy(&value, source, sizeof value);
    return value;
}

/* Sixteen texels at a time: one row, two or four. */
KERNEL_INLINE __m128i cell_load(const uint8_t *source, ptrdiff_t stride, int shift)
{
    if (shift == 4) {
        return _mm_loadu_si128((const __m128i *)(const void *)source);
    }
    if (shift == 3) {
        const uint8_t *below = source + stride;
        return _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)(const void *)source),
                                  _mm_loadl_epi64((const __m128i *)(const void *)below));
    }
    return _mm_setr_epi32(load_4(source), load_4(source + stride), load_4(source + 2 * stride),
                          load_4(source + 3 * stride));
}

KERNEL_INLINE void cell_store(uint8_t *dest, ptrdiff_t stride, int shift, uint64_t first,
                              uint64_t second)
{
    if (shift == 4) {
        store_8(dest, first);
        store_8(dest + 8, second);
    } else if (shift == 3) {
        store_8(dest, first);
        store_8(dest + stride, second);
    } else {
        store_4(dest, first);
        store_4(dest + stride, first >> 32);
        store_4(dest + 2 * stride, second);
        store_4(dest + 3 * stride, second >> 32);
    }
}

KERNEL_INLINE __m256i broadcast_16(int32_t x)
{
    return _mm256_set1_epi16((int16_t)x);
}

/* Sixteen lanes of 16 bits, one per texel: the lights at both ends of its row and its own
 * between them. Lights are below 2^14, so the differences fit; of the light itself only bits
 * 8..13 count. */
KERNEL_INLINE void cell_any(const struct surface_cell *cell, int shift)
{
    const int size = 1 << shift, rows = 16 >> shift;
    const __m256i lane = _mm256_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    const __m256i row_of_lane = _mm256_srli_epi16(lane, shift);
    const __m256i from_right = _mm256_andnot_si256(lane, broadcast_16(size - 1));
    const int32_t left_step = (cell->light[2] - cell->light[0]) >> shift;
    const int32_t right_step = (cell->light[3] - cell->light[1]) >> shift;
    const __m256i left_next = broadcast_16(left_step * rows);
    const __m256i right_next = broadcast_16(right_step * rows);
    __m256i left = broadcast_16(cell->light[0]), right = broadcast_16(cell->light[1]);
    if (rows > 1) {
        left = _mm256_add_epi16(left, _mm256_mullo_epi16(broadcast_16(left_step), row_of_lane));
        right = _mm256_add_epi16(right, _mm256_mullo_epi16(broadcast_16(right_step), row_of_lane));
    }
    const uint8_t *source = cell->source;
    uint8_t *dest = cell->dest;

    for (int row = 0; row < size; row += rows) {
        __m256i step = _mm256_srai_epi16(_mm256_sub_epi16(left, right), shift);
        __m256i light = _mm256_add_epi16(right, _mm256_mullo_epi16(step, from_right));
        light = _mm256_and_si256(light, broadcast_16(0x3f00));
        __m256i texels = _mm256_cvtepu8_epi16(cell_load(source, cell->source_stride, shift));
        __m256i offsets = _mm256_or_si256(light, texels);
        __m256i first = _mm256_cvtepu16_epi32(_mm256_castsi256_si128(offsets));
        __m256i second = _mm256_cvtepu16_epi32(_mm256_extracti128_si256(offsets, 1));
        cell_store(dest, cell->dest_stride, shift, fetch_8(cell->colormap, first),
                   fetch_8(cell->colormap, second));
        left = _mm256_add_epi16(left, left_next);
        right = _mm256_add_epi16(right, right_next);
        source += cell->source_stride * rows;
        dest += cell->dest_stride * rows;
    }
}

void kernels_avx2_cell_16(const struct surface_cell *cell)
{
    cell_any(cell, 4);
}

void kernels_avx2_cell_8(const struct surface_cell *cell)
{
    cell_any(cell, 3);
}

void kernels_avx2_cell_4(const struct surface_cell *cell)
{
    cell_any(cell, 2);
}

#else

/* An empty translation unit is not C. */
typedef int kernels_avx2_cell_unused;

#endif
