/* Eight pixels of a block in one register, for rgb_kernels_body.h: AVX2. The upper row's four are
 * its low half. */
#ifndef RENDER_RGB_KERNELS_RGB_VECTORS_AVX2_H
#define RENDER_RGB_KERNELS_RGB_VECTORS_AVX2_H

#include <immintrin.h>

#include "render/rgb/kernels/rgb_kernels_internal.h"

typedef __m256i v8i;
typedef __m256 v8f;

/* --- making and storing --- */

RGB_INLINE v8i i_set(int32_t value)
{
    return _mm256_set1_epi32(value);
}

RGB_INLINE v8f f_set(float value)
{
    return _mm256_set1_ps(value);
}

/* The same four in both rows. */
RGB_INLINE v8i i_twice(__m128i row)
{
    return _mm256_broadcastsi128_si256(row);
}

RGB_INLINE v8i i_rows(int32_t upper, int32_t lower)
{
    return _mm256_set_m128i(_mm_set1_epi32(lower), _mm_set1_epi32(upper));
}

RGB_INLINE v8i i_load(const int32_t *from)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)from);
}

RGB_INLINE void i_store(int32_t *to, v8i value)
{
    _mm256_storeu_si256((__m256i *)(void *)to, value);
}

RGB_INLINE v8i i_load_rows(const uint32_t *upper, const uint32_t *lower)
{
    return _mm256_set_m128i(_mm_loadu_si128((const __m128i *)(const void *)lower),
                            _mm_loadu_si128((const __m128i *)(const void *)upper));
}

RGB_INLINE void i_store_rows(uint32_t *upper, uint32_t *lower, v8i value)
{
    _mm_storeu_si128((__m128i *)(void *)upper, _mm256_castsi256_si128(value));
    _mm_storeu_si128((__m128i *)(void *)lower, _mm256_extracti128_si256(value, 1));
}

RGB_INLINE __m128 f_upper(v8f value)
{
    return _mm256_castps256_ps128(value);
}

RGB_INLINE __m128 f_lower(v8f value)
{
    return _mm256_extractf128_ps(value, 1);
}

/* --- 32 bits --- */

RGB_INLINE v8i i_add(v8i a, v8i b)
{
    return _mm256_add_epi32(a, b);
}

RGB_INLINE v8i i_mul(v8i a, v8i b)
{
    return _mm256_mullo_epi32(a, b);
}

RGB_INLINE v8i i_min(v8i a, v8i b)
{
    return _mm256_min_epi32(a, b);
}

RGB_INLINE v8i i_max(v8i a, v8i b)
{
    return _mm256_max_epi32(a, b);
}

RGB_INLINE v8i i_and(v8i a, v8i b)
{
    return _mm256_and_si256(a, b);
}

RGB_INLINE v8i i_or(v8i a, v8i b)
{
    return _mm256_or_si256(a, b);
}

/* b without a. */
RGB_INLINE v8i i_andnot(v8i a, v8i b)
{
    return _mm256_andnot_si256(a, b);
}

RGB_INLINE v8i i_greater(v8i a, v8i b)
{
    return _mm256_cmpgt_epi32(a, b);
}

RGB_INLINE v8i i_equal(v8i a, v8i b)
{
    return _mm256_cmpeq_epi32(a, b);
}

RGB_INLINE v8i i_left(v8i a, int bits)
{
    return _mm256_slli_epi32(a, bits);
}

RGB_INLINE v8i i_right(v8i a, int bits)
{
    return _mm256_srai_epi32(a, bits);
}

/* Numbers of bits: one for columns 0 and 1, one for 2 and 3. */
typedef __m256i v8s;

RGB_INLINE v8s s_halves(int left, int right)
{
    return i_twice(_mm_unpacklo_epi64(_mm_set1_epi32(left), _mm_set1_epi32(right)));
}

RGB_INLINE v8i i_right_by(v8i a, v8s bits)
{
    return _mm256_srav_epi32(a, bits);
}

RGB_INLINE v8i i_choose(v8i otherwise, v8i where, v8i mask)
{
    return _mm256_blendv_epi8(otherwise, where, mask);
}

RGB_INLINE unsigned i_mask(v8i a)
{
    return (unsigned)_mm256_movemask_ps(_mm256_castsi256_ps(a));
}

RGB_INLINE v8i i_from_mask(unsigned mask)
{
    const __m256i bits = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32((int)mask), bits), bits);
}

/* --- 16 bits --- */

RGB_INLINE v8i w_add(v8i a, v8i b)
{
    return _mm256_add_epi16(a, b);
}

RGB_INLINE v8i w_sub(v8i a, v8i b)
{
    return _mm256_sub_epi16(a, b);
}

RGB_INLINE v8i w_min(v8i a, v8i b)
{
    return _mm256_min_epi16(a, b);
}

RGB_INLINE v8i w_mul(v8i a, v8i b)
{
    return _mm256_mullo_epi16(a, b);
}

RGB_INLINE v8i w_mul_high(v8i a, v8i b)
{
    return _mm256_mulhi_epu16(a, b);
}

/* (a * b + 2^14) >> 15 */
RGB_INLINE v8i w_mul_round(v8i a, v8i b)
{
    return _mm256_mulhrs_epi16(a, b);
}

RGB_INLINE v8i w_right(v8i a, int bits)
{
    return _mm256_srli_epi16(a, bits);
}

RGB_INLINE v8i w_left(v8i a, int bits)
{
    return _mm256_slli_epi16(a, bits);
}

/* Bytes by place inside each row. */
RGB_INLINE v8i b_pick(v8i a, __m128i places)
{
    return _mm256_shuffle_epi8(a, i_twice(places));
}

/* --- floats --- */

RGB_INLINE v8f f_add(v8f a, v8f b)
{
    return _mm256_add_ps(a, b);
}

RGB_INLINE v8f f_mul(v8f a, v8f b)
{
    return _mm256_mul_ps(a, b);
}

RGB_INLINE v8f f_div(v8f a, v8f b)
{
    return _mm256_div_ps(a, b);
}

/* a > b ? a : b */
RGB_INLINE v8f f_max(v8f a, v8f b)
{
    return _mm256_max_ps(a, b);
}

RGB_INLINE v8f f_min(v8f a, v8f b)
{
    return _mm256_min_ps(a, b);
}

RGB_INLINE v8i f_floor(v8f a)
{
    return _mm256_cvttps_epi32(_mm256_floor_ps(a));
}

RGB_INLINE v8i f_truncate(v8f a)
{
    return _mm256_cvttps_epi32(a);
}

RGB_INLINE v8f f_of(v8i a)
{
    return _mm256_cvtepi32_ps(a);
}

/* --- 64 bits: columns 0, 1 of both rows, and 2, 3 --- */

typedef struct {
    __m256i left, right;
} v8l;

RGB_INLINE v8l l_line(uint64_t first, uint64_t dx, uint64_t dy)
{
    const __m256i left = _mm256_setr_epi64x((long long)first, (long long)(first + dx),
                                            (long long)(first + dy), (long long)(first + dx + dy));
    return (v8l){left, _mm256_add_epi64(left, _mm256_set1_epi64x((long long)(2 * dx)))};
}

RGB_INLINE v8l l_add(v8l a, uint64_t b)
{
    const __m256i step = _mm256_set1_epi64x((long long)b);
    return (v8l){_mm256_add_epi64(a.left, step), _mm256_add_epi64(a.right, step)};
}

RGB_INLINE v8i l_high(v8l a)
{
    return _mm256_castps_si256(
        _mm256_shuffle_ps(_mm256_castsi256_ps(a.left), _mm256_castsi256_ps(a.right), 0xdd));
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
                           v8i *texels, v8i *neighbours)
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

#endif
