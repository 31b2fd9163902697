/* Eight pixels of a block in one register, for the kernels with vectors: AVX2. The upper row's four
 * are its low half. */
#ifndef RENDER_RGB_KERNELS_RGB_VECTORS_AVX2_H
#define RENDER_RGB_KERNELS_RGB_VECTORS_AVX2_H

#include <immintrin.h>

#include "render/rgb/kernels/rgb_kernels_internal.h"

typedef __m256i vint;
typedef __m256i vmask;
typedef __m256 vfloat;

/* --- making and storing --- */

RGB_INLINE vint i_set(int32_t value)
{
    return _mm256_set1_epi32(value);
}

RGB_INLINE vfloat f_set(float value)
{
    return _mm256_set1_ps(value);
}

/* The same four in both rows. */
RGB_INLINE vint i_twice(__m128i row)
{
    return _mm256_broadcastsi128_si256(row);
}

RGB_INLINE vint i_rows(int32_t upper, int32_t lower)
{
    return _mm256_set_m128i(_mm_set1_epi32(lower), _mm_set1_epi32(upper));
}

RGB_INLINE vint i_load(const int32_t *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

RGB_INLINE void i_store(int32_t *to, vint value)
{
    _mm256_storeu_si256((__m256i *)(void *)to, value);
}

RGB_INLINE vint i_load_rows(const uint32_t *upper, const uint32_t *lower)
{
    return _mm256_set_m128i(_mm_loadu_si128((const __m128i *)(const void *)lower),
                            _mm_loadu_si128((const __m128i *)(const void *)upper));
}

RGB_INLINE void i_store_rows(uint32_t *upper, uint32_t *lower, vint value)
{
    _mm_storeu_si128((__m128i *)(void *)upper, _mm256_castsi256_si128(value));
    _mm_storeu_si128((__m128i *)(void *)lower, _mm256_extracti128_si256(value, 1));
}

RGB_INLINE __m128 f_upper(vfloat value)
{
    return _mm256_castps256_ps128(value);
}

RGB_INLINE __m128 f_lower(vfloat value)
{
    return _mm256_extractf128_ps(value, 1);
}

/* --- 32 bits --- */

RGB_INLINE vint i_add(vint a, vint b)
{
    return _mm256_add_epi32(a, b);
}

RGB_INLINE vint i_sub(vint a, vint b)
{
    return _mm256_sub_epi32(a, b);
}

RGB_INLINE vint i_mul(vint a, vint b)
{
    return _mm256_mullo_epi32(a, b);
}

RGB_INLINE vint i_min(vint a, vint b)
{
    return _mm256_min_epi32(a, b);
}

RGB_INLINE vint i_max(vint a, vint b)
{
    return _mm256_max_epi32(a, b);
}

RGB_INLINE vint i_and(vint a, vint b)
{
    return _mm256_and_si256(a, b);
}

RGB_INLINE vint i_or(vint a, vint b)
{
    return _mm256_or_si256(a, b);
}

/* b without a. */
RGB_INLINE vint i_andnot(vint a, vint b)
{
    return _mm256_andnot_si256(a, b);
}

RGB_INLINE vmask i_greater(vint a, vint b)
{
    return _mm256_cmpgt_epi32(a, b);
}

RGB_INLINE vmask i_equal(vint a, vint b)
{
    return _mm256_cmpeq_epi32(a, b);
}

RGB_INLINE vint i_left(vint a, int bits)
{
    return _mm256_slli_epi32(a, bits);
}

RGB_INLINE vint i_right(vint a, int bits)
{
    return _mm256_srai_epi32(a, bits);
}

/* Numbers of bits: one for columns 0 and 1, one for 2 and 3. */
typedef __m256i vshift;

RGB_INLINE vshift s_halves(int left, int right)
{
    return i_twice(_mm_unpacklo_epi64(_mm_set1_epi32(left), _mm_set1_epi32(right)));
}

RGB_INLINE vint i_right_by(vint a, vshift bits)
{
    return _mm256_srav_epi32(a, bits);
}

RGB_INLINE vint i_choose(vint otherwise, vint where, vmask mask)
{
    return _mm256_blendv_epi8(otherwise, where, mask);
}

/* --- 16 bits --- */

RGB_INLINE vint w_add(vint a, vint b)
{
    return _mm256_add_epi16(a, b);
}

RGB_INLINE vint w_sub(vint a, vint b)
{
    return _mm256_sub_epi16(a, b);
}

RGB_INLINE vint w_min(vint a, vint b)
{
    return _mm256_min_epi16(a, b);
}

RGB_INLINE vint w_mul(vint a, vint b)
{
    return _mm256_mullo_epi16(a, b);
}

RGB_INLINE vint w_mul_high(vint a, vint b)
{
    return _mm256_mulhi_epu16(a, b);
}

/* (a * b + 2^14) >> 15 */
RGB_INLINE vint w_mul_round(vint a, vint b)
{
    return _mm256_mulhrs_epi16(a, b);
}

RGB_INLINE vint w_right(vint a, int bits)
{
    return _mm256_srli_epi16(a, bits);
}

RGB_INLINE vint w_left(vint a, int bits)
{
    return _mm256_slli_epi16(a, bits);
}

/* Bytes by place inside each row. */
RGB_INLINE vint b_pick(vint a, __m128i places)
{
    return _mm256_shuffle_epi8(a, i_twice(places));
}

/* --- floats --- */

RGB_INLINE vfloat f_add(vfloat a, vfloat b)
{
    return _mm256_add_ps(a, b);
}

RGB_INLINE vfloat f_mul(vfloat a, vfloat b)
{
    return _mm256_mul_ps(a, b);
}

RGB_INLINE vfloat f_div(vfloat a, vfloat b)
{
    return _mm256_div_ps(a, b);
}

/* a > b ? a : b */
RGB_INLINE vfloat f_max(vfloat a, vfloat b)
{
    return _mm256_max_ps(a, b);
}

RGB_INLINE vfloat f_min(vfloat a, vfloat b)
{
    return _mm256_min_ps(a, b);
}

RGB_INLINE vint f_floor(vfloat a)
{
    return _mm256_cvttps_epi32(_mm256_floor_ps(a));
}

RGB_INLINE vint f_truncate(vfloat a)
{
    return _mm256_cvttps_epi32(a);
}

RGB_INLINE vfloat f_of_bits(vint a)
{
    return _mm256_castsi256_ps(a);
}

RGB_INLINE vfloat f_of(vint a)
{
    return _mm256_cvtepi32_ps(a);
}

/* --- 64 bits: columns 0, 1 of both rows, and 2, 3 --- */

typedef struct {
    __m256i left, right;
} vlong;

RGB_INLINE vlong l_line(uint64_t first, uint64_t dx, uint64_t dy)
{
    const __m256i left = _mm256_setr_epi64x((long long)first, (long long)(first + dx),
                                            (long long)(first + dy), (long long)(first + dx + dy));
    return (vlong){left, _mm256_add_epi64(left, _mm256_set1_epi64x((long long)(2 * dx)))};
}

RGB_INLINE vlong l_add(vlong a, uint64_t b)
{
    const __m256i step = _mm256_set1_epi64x((long long)b);
    return (vlong){_mm256_add_epi64(a.left, step), _mm256_add_epi64(a.right, step)};
}

RGB_INLINE vint l_high(vlong a)
{
    return _mm256_castps_si256(
        _mm256_shuffle_ps(_mm256_castsi256_ps(a.left), _mm256_castsi256_ps(a.right), 0xdd));
}

/* --- edges --- */

static void trace_edge(const struct rgb_edge *edge, int count, int32_t *columns)
{
    const __m256d first = _mm256_set1_pd(edge->first), step = _mm256_set1_pd(edge->step);
    const __m256d scale = _mm256_set1_pd(edge->scale), most = _mm256_set1_pd(edge->most);
    __m128i rows = _mm_setr_epi32(0, 1, 2, 3);
    for (int i = 0; i < count; i += 4) {
        __m256d column = _mm256_add_pd(first, _mm256_mul_pd(step, _mm256_cvtepi32_pd(rows)));
        column = _mm256_max_pd(_mm256_mul_pd(column, scale), _mm256_setzero_pd());
        const __m128i whole = _mm256_cvttpd_epi32(_mm256_min_pd(column, most));
        _mm_maskstore_epi32(columns + i, _mm_cmpgt_epi32(_mm_set1_epi32(count), rows), whole);
        rows = _mm_add_epi32(rows, _mm_set1_epi32(4));
    }
}

/* --- pixels: bit i of a mask is pixel i --- */

RGB_INLINE unsigned m_bits(vmask a)
{
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(a));
}

RGB_INLINE vmask m_from_bits(unsigned mask)
{
    const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int)mask), bits), bits);
}

/* --- texels --- */

RGB_INLINE __m128i two_pairs(const uint32_t *a, const uint32_t *b)
{
    const __m128i low = _mm_loadl_epi64((const __m128i *)(const void *)a);
    return _mm_castpd_si128(_mm_loadh_pd(_mm_castsi128_pd(low), (const double *)(const void *)b));
}

/* The texels at places[], those of columns 0, 1 in `left`, 2, 3 in `right`, and their right
 * neighbours. */
RGB_INLINE void load_pairs(const uint32_t *left, const uint32_t *right, const int32_t places[8],
                           vint *texels, vint *neighbours)
{
    const __m256 a =
        _mm256_castsi256_ps(_mm256_set_m128i(two_pairs(left + places[4], left + places[5]),
                                             two_pairs(left + places[0], left + places[1])));
    const __m256 b =
        _mm256_castsi256_ps(_mm256_set_m128i(two_pairs(right + places[6], right + places[7]),
                                             two_pairs(right + places[2], right + places[3])));
    *texels = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0x88));
    *neighbours = _mm256_castps_si256(_mm256_shuffle_ps(a, b, 0xdd));
}

#include "render/rgb/kernels/rgb_vectors_one_block.h"

#endif
