/* Sixteen pixels of two blocks in one register, for the kernels with vectors: AVX-512 (F, BW, DQ,
 * VL). The first block's upper row is its lowest quarter, then comes its lower row. */
#ifndef RENDER_RGB_KERNELS_RGB_VECTORS_AVX512_H
#define RENDER_RGB_KERNELS_RGB_VECTORS_AVX512_H

#include <immintrin.h>

#include "render/rgb/kernels/rgb_kernels_internal.h"

typedef __m512i vint;
typedef __m512 vfloat;
typedef __mmask16 vmask;

enum { VECTOR_BLOCKS = 2, VECTOR = 2 * RGB_BLOCK };

/* --- making and storing --- */

RGB_INLINE vint i_set(int32_t value)
{
    return _mm512_set1_epi32(value);
}

RGB_INLINE vfloat f_set(float value)
{
    return _mm512_set1_ps(value);
}

/* The same four in all rows. */
RGB_INLINE vint i_twice(__m128i row)
{
    return _mm512_broadcast_i32x4(row);
}

RGB_INLINE vint i_rows(int32_t upper, int32_t lower)
{
    return _mm512_mask_blend_epi32(0xf0f0, _mm512_set1_epi32(upper), _mm512_set1_epi32(lower));
}

RGB_INLINE vint i_load(const int32_t *from)
{
    return _mm512_loadu_si512(from);
}

RGB_INLINE void i_store(int32_t *to, vint value)
{
    _mm512_storeu_si512(to, value);
}

/* --- 32 bits --- */

RGB_INLINE vint i_add(vint a, vint b)
{
    return _mm512_add_epi32(a, b);
}

RGB_INLINE vint i_sub(vint a, vint b)
{
    return _mm512_sub_epi32(a, b);
}

RGB_INLINE vint i_min(vint a, vint b)
{
    return _mm512_min_epi32(a, b);
}

RGB_INLINE vint i_max(vint a, vint b)
{
    return _mm512_max_epi32(a, b);
}

RGB_INLINE vint i_and(vint a, vint b)
{
    return _mm512_and_si512(a, b);
}

RGB_INLINE vint i_or(vint a, vint b)
{
    return _mm512_or_si512(a, b);
}

/* b without a. */
RGB_INLINE vint i_andnot(vint a, vint b)
{
    return _mm512_andnot_si512(a, b);
}

RGB_INLINE vmask i_greater(vint a, vint b)
{
    return _mm512_cmpgt_epi32_mask(a, b);
}

RGB_INLINE vmask i_equal(vint a, vint b)
{
    return _mm512_cmpeq_epi32_mask(a, b);
}

RGB_INLINE vint i_left(vint a, int bits)
{
    return _mm512_slli_epi32(a, (unsigned)bits);
}

RGB_INLINE vint i_right(vint a, int bits)
{
    return _mm512_srai_epi32(a, (unsigned)bits);
}

/* Shifts each lane right by the number of bits in the other vector's lane. */
RGB_INLINE vint i_right_each(vint a, vint bits)
{
    return _mm512_srav_epi32(a, bits);
}

RGB_INLINE vint i_choose(vint otherwise, vint where, vmask mask)
{
    return _mm512_mask_blend_epi32(mask, otherwise, where);
}

/* Lanes where a & b is not 0. */
RGB_INLINE vmask i_any(vint a, vint b)
{
    return _mm512_test_epi32_mask(a, b);
}

/* The table has sixteen lanes. */
RGB_INLINE vint i_look_up(vint table, vint numbers)
{
    return _mm512_permutexvar_epi32(numbers, table);
}

/* --- 16 bits --- */

RGB_INLINE vint w_add(vint a, vint b)
{
    return _mm512_add_epi16(a, b);
}

RGB_INLINE vint w_sub(vint a, vint b)
{
    return _mm512_sub_epi16(a, b);
}

RGB_INLINE vint w_min(vint a, vint b)
{
    return _mm512_min_epi16(a, b);
}

RGB_INLINE vint w_mul(vint a, vint b)
{
    return _mm512_mullo_epi16(a, b);
}

RGB_INLINE vint w_mul_high(vint a, vint b)
{
    return _mm512_mulhi_epu16(a, b);
}

/* (a * b + 2^14) >> 15 */
RGB_INLINE vint w_mul_round(vint a, vint b)
{
    return _mm512_mulhrs_epi16(a, b);
}

/* The product of the low halves, signed, where the other half of b is 0. */
RGB_INLINE vint w_mul_low(vint a, vint b)
{
    return _mm512_madd_epi16(a, b);
}

RGB_INLINE vint w_right(vint a, int bits)
{
    return _mm512_srli_epi16(a, (unsigned)bits);
}

RGB_INLINE vint w_left(vint a, int bits)
{
    return _mm512_slli_epi16(a, (unsigned)bits);
}

/* Bytes by place inside each row. */
RGB_INLINE vint b_pick(vint a, __m128i places)
{
    return _mm512_shuffle_epi8(a, i_twice(places));
}

/* --- floats --- */

RGB_INLINE vfloat f_add(vfloat a, vfloat b)
{
    return _mm512_add_ps(a, b);
}

RGB_INLINE vfloat f_sub(vfloat a, vfloat b)
{
    return _mm512_sub_ps(a, b);
}

RGB_INLINE vfloat f_mul(vfloat a, vfloat b)
{
    return _mm512_mul_ps(a, b);
}

RGB_INLINE vfloat f_div(vfloat a, vfloat b)
{
    return _mm512_div_ps(a, b);
}

/* a > b ? a : b */
RGB_INLINE vfloat f_max(vfloat a, vfloat b)
{
    return _mm512_max_ps(a, b);
}

RGB_INLINE vfloat f_min(vfloat a, vfloat b)
{
    return _mm512_min_ps(a, b);
}

RGB_INLINE vint f_floor(vfloat a)
{
    return _mm512_cvt_roundps_epi32(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}

RGB_INLINE vint f_truncate(vfloat a)
{
    return _mm512_cvttps_epi32(a);
}

RGB_INLINE vfloat f_of_bits(vint a)
{
    return _mm512_castsi512_ps(a);
}

RGB_INLINE vfloat f_of(vint a)
{
    return _mm512_cvtepi32_ps(a);
}

RGB_INLINE vint i_of_bits(vfloat a)
{
    return _mm512_castps_si512(a);
}

/* Columns 1, 1, 3, 3 of each row. */
RGB_INLINE vfloat f_right(vfloat a)
{
    return _mm512_permute_ps(a, 0xf5);
}

/* The lower row, in both rows. */
RGB_INLINE vfloat f_below(vfloat a)
{
    return _mm512_shuffle_f32x4(a, a, 0xf5);
}

/* The first pixel of each 2 x 2, in all four. */
RGB_INLINE vint i_over_quads(vint a)
{
    const __m512i firsts = _mm512_setr_epi32(0, 0, 2, 2, 0, 0, 2, 2, 8, 8, 10, 10, 8, 8, 10, 10);
    return _mm512_permutexvar_epi32(firsts, a);
}

/* --- 64 bits: columns 0, 1 of all rows, and 2, 3 --- */

typedef struct {
    __m512i left, right;
} vlong;

RGB_INLINE vlong l_line(uint64_t first, uint64_t dx, uint64_t dy)
{
    const __m256i block = _mm256_setr_epi64x((long long)first, (long long)(first + dx),
                                             (long long)(first + dy), (long long)(first + dx + dy));
    const __m512i left = _mm512_broadcast_i64x4(block);
    return (vlong){left, _mm512_add_epi64(left, _mm512_set1_epi64((long long)(2 * dx)))};
}

RGB_INLINE vlong l_add(vlong a, uint64_t b)
{
    const __m512i step = _mm512_set1_epi64((long long)b);
    return (vlong){_mm512_add_epi64(a.left, step), _mm512_add_epi64(a.right, step)};
}

RGB_INLINE vint l_high(vlong a)
{
    return _mm512_castps_si512(
        _mm512_shuffle_ps(_mm512_castsi512_ps(a.left), _mm512_castsi512_ps(a.right), 0xdd));
}

/* --- edges --- */

static void trace_edge(const struct rgb_edge *edge, int count, int32_t *columns)
{
    const __m512d first = _mm512_set1_pd(edge->first), step = _mm512_set1_pd(edge->step);
    const __m512d scale = _mm512_set1_pd(edge->scale), most = _mm512_set1_pd(edge->most);
    __m256i rows = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    for (int i = 0; i < count; i += 8) {
        __m512d column = _mm512_add_pd(first, _mm512_mul_pd(step, _mm512_cvtepi32_pd(rows)));
        column = _mm512_max_pd(_mm512_mul_pd(column, scale), _mm512_setzero_pd());
        const __mmask8 there = _mm256_cmpgt_epi32_mask(_mm256_set1_epi32(count), rows);
        _mm256_mask_storeu_epi32(columns + i, there,
                                 _mm512_cvttpd_epi32(_mm512_min_pd(column, most)));
        rows = _mm256_add_epi32(rows, _mm256_set1_epi32(8));
    }
}

/* --- pixels: bit i of a mask is pixel i --- */

RGB_INLINE unsigned m_bits(vmask a)
{
    return a;
}

RGB_INLINE vmask m_and(vmask a, vmask b)
{
    return a & b;
}

RGB_INLINE vmask m_andnot(vmask a, vmask b)
{
    return (vmask)(~a & b);
}

RGB_INLINE vmask m_from_masks(const uint8_t *masks)
{
    return (vmask)(masks[0] | masks[1] << 8);
}

/* Numbers are read, and written, where pixels of the mask are alone. */
RGB_INLINE vint i_load_where(const int32_t *from, vmask mask)
{
    return _mm512_maskz_loadu_epi32(mask, from);
}

RGB_INLINE void i_store_where(int32_t *to, vint there, vint value, vmask mask)
{
    (void)there;
    _mm512_mask_storeu_epi32(to, mask, value);
}

/* The pixels of a block that have this number. */
RGB_INLINE unsigned equal_in_block(const int32_t *from, int32_t number)
{
    const __m256i numbers = _mm256_loadu_si256((const __m256i *)(const void *)from);
    return _mm256_cmpeq_epi32_mask(numbers, _mm256_set1_epi32(number));
}

/* --- blocks of a run, by their numbers --- */

/* Columns from the run's first. */
RGB_INLINE vint columns_of(const int *numbers)
{
    const __m512i first = _mm512_set1_epi32(numbers[0] * RGB_BLOCK_WIDTH);
    const __m512i second = _mm512_set1_epi32(numbers[1] * RGB_BLOCK_WIDTH);
    return i_add(_mm512_mask_blend_epi32(0xff00, first, second),
                 i_twice(_mm_setr_epi32(0, 1, 2, 3)));
}

/* a, and `step` for each block before. */
RGB_INLINE vlong l_blocks(vlong a, uint64_t step, const int *numbers)
{
    const __m512i first = _mm512_set1_epi64((long long)(step * (uint64_t)numbers[0]));
    const __m512i second = _mm512_set1_epi64((long long)(step * (uint64_t)numbers[1]));
    const __m512i steps = _mm512_mask_blend_epi64(0xf0, first, second);
    return (vlong){_mm512_add_epi64(a.left, steps), _mm512_add_epi64(a.right, steps)};
}

RGB_INLINE __m256i row_of_blocks(const uint32_t *row, const int *numbers)
{
    const uint32_t *first = row + numbers[0] * RGB_BLOCK_WIDTH;
    const uint32_t *second = row + numbers[1] * RGB_BLOCK_WIDTH;
    return _mm256_set_m128i(_mm_loadu_si128((const __m128i *)(const void *)second),
                            _mm_loadu_si128((const __m128i *)(const void *)first));
}

/* From rows of both blocks to blocks of both rows, and back. */
RGB_INLINE __m512i swap_middle(__m512i a)
{
    return _mm512_shuffle_i64x2(a, a, 0xd8);
}

RGB_INLINE vint load_pixels(const uint32_t *pixels, ptrdiff_t pitch, const int *numbers)
{
    const __m256i upper = row_of_blocks(pixels, numbers);
    const __m256i lower = row_of_blocks(pixels + pitch, numbers);
    return swap_middle(_mm512_inserti64x4(_mm512_castsi256_si512(upper), lower, 1));
}

RGB_INLINE void store_row(uint32_t *row, const int *numbers, unsigned first, unsigned second,
                          __m256i value)
{
    row += numbers[0] * RGB_BLOCK_WIDTH;
    if (numbers[1] == numbers[0] + 1) {
        _mm256_mask_storeu_epi32(row, (__mmask8)(first | second << 4), value);
        return;
    }
    _mm_mask_storeu_epi32(row, (__mmask8)first, _mm256_castsi256_si128(value));
    row += (numbers[1] - numbers[0]) * RGB_BLOCK_WIDTH;
    _mm_mask_storeu_epi32(row, (__mmask8)second, _mm256_extracti128_si256(value, 1));
}

RGB_INLINE void store_pixels(uint32_t *pixels, ptrdiff_t pitch, const int *numbers,
                             const uint8_t *masks, vint value)
{
    const __m512i rows = swap_middle(value);
    const unsigned first = masks[0], second = masks[1];
    store_row(pixels, numbers, first & 15, second & 15, _mm512_castsi512_si256(rows));
    store_row(pixels + pitch, numbers, first >> 4, second >> 4, _mm512_extracti64x4_epi64(rows, 1));
}

RGB_INLINE vint load_depths(const int32_t *depths, const int *numbers)
{
    const int32_t *first = depths + numbers[0] * RGB_BLOCK,
                  *second = depths + numbers[1] * RGB_BLOCK;
    const __m256i low = _mm256_loadu_si256((const __m256i *)(const void *)first);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(const void *)second);
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

RGB_INLINE void store_depths(int32_t *depths, const int *numbers, const uint8_t *masks, vint value)
{
    _mm256_mask_storeu_epi32(depths + numbers[0] * RGB_BLOCK, masks[0],
                             _mm512_castsi512_si256(value));
    _mm256_mask_storeu_epi32(depths + numbers[1] * RGB_BLOCK, masks[1],
                             _mm512_extracti64x4_epi64(value, 1));
}

/* --- texels --- */

RGB_INLINE vint i_gather(const int32_t *from, vint places)
{
    return _mm512_i32gather_epi32(places, from, sizeof *from);
}

RGB_INLINE vint load_texels(const uint32_t *texels, vint places)
{
    return i_gather((const int32_t *)texels, places);
}

/* Texels and their right neighbours. */
RGB_INLINE void load_pairs(const uint32_t *from, vint places, vint *texels, vint *neighbours)
{
    const __m512i even =
        _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    const __m512i odd =
        _mm512_setr_epi32(1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    const __m512i a = _mm512_i32gather_epi64(_mm512_castsi512_si256(places), from, sizeof *from);
    const __m512i b =
        _mm512_i32gather_epi64(_mm512_extracti64x4_epi64(places, 1), from, sizeof *from);
    *texels = _mm512_permutex2var_epi32(a, even, b);
    *neighbours = _mm512_permutex2var_epi32(a, odd, b);
}

#endif
