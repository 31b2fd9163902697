/* Eight pixels of a block in two registers, a row each, for the kernels with vectors: SSE4.1. */
#ifndef RENDER_RGB_KERNELS_RGB_VECTORS_SSE41_H
#define RENDER_RGB_KERNELS_RGB_VECTORS_SSE41_H

#include "render/rgb/kernels/rgb_kernels_internal.h"
#include "render/vectors.h"

typedef struct {
    __m128i upper, lower;
} vint;

typedef vint vmask;

typedef struct {
    __m128 upper, lower;
} vfloat;

/* --- making and storing --- */

RGB_INLINE vint i_set(int32_t value)
{
    return (vint){_mm_set1_epi32(value), _mm_set1_epi32(value)};
}

RGB_INLINE vfloat f_set(float value)
{
    return (vfloat){_mm_set1_ps(value), _mm_set1_ps(value)};
}

/* The same four in both rows. */
RGB_INLINE vint i_twice(__m128i row)
{
    return (vint){row, row};
}

RGB_INLINE vint i_rows(int32_t upper, int32_t lower)
{
    return (vint){_mm_set1_epi32(upper), _mm_set1_epi32(lower)};
}

RGB_INLINE vint i_load_rows(const uint32_t *upper, const uint32_t *lower)
{
    return (vint){_mm_loadu_si128((const __m128i *)(const void *)upper),
                  _mm_loadu_si128((const __m128i *)(const void *)lower)};
}

RGB_INLINE void i_store_rows(uint32_t *upper, uint32_t *lower, vint value)
{
    _mm_storeu_si128((__m128i *)(void *)upper, value.upper);
    _mm_storeu_si128((__m128i *)(void *)lower, value.lower);
}

RGB_INLINE vint i_load(const int32_t *from)
{
    return (vint){_mm_loadu_si128((const __m128i *)(const void *)from),
                  _mm_loadu_si128((const __m128i *)(const void *)(from + 4))};
}

RGB_INLINE void i_store(int32_t *to, vint value)
{
    _mm_storeu_si128((__m128i *)(void *)to, value.upper);
    _mm_storeu_si128((__m128i *)(void *)(to + 4), value.lower);
}

RGB_INLINE __m128 f_upper(vfloat value)
{
    return value.upper;
}

RGB_INLINE __m128 f_lower(vfloat value)
{
    return value.lower;
}

/* --- 32 bits --- */

RGB_INLINE vint i_add(vint a, vint b)
{
    return (vint){_mm_add_epi32(a.upper, b.upper), _mm_add_epi32(a.lower, b.lower)};
}

RGB_INLINE vint i_sub(vint a, vint b)
{
    return (vint){_mm_sub_epi32(a.upper, b.upper), _mm_sub_epi32(a.lower, b.lower)};
}

RGB_INLINE vint i_mul(vint a, vint b)
{
    return (vint){_mm_mullo_epi32(a.upper, b.upper), _mm_mullo_epi32(a.lower, b.lower)};
}

RGB_INLINE vint i_min(vint a, vint b)
{
    return (vint){_mm_min_epi32(a.upper, b.upper), _mm_min_epi32(a.lower, b.lower)};
}

RGB_INLINE vint i_max(vint a, vint b)
{
    return (vint){_mm_max_epi32(a.upper, b.upper), _mm_max_epi32(a.lower, b.lower)};
}

RGB_INLINE vint i_and(vint a, vint b)
{
    return (vint){_mm_and_si128(a.upper, b.upper), _mm_and_si128(a.lower, b.lower)};
}

RGB_INLINE vint i_or(vint a, vint b)
{
    return (vint){_mm_or_si128(a.upper, b.upper), _mm_or_si128(a.lower, b.lower)};
}

/* b without a. */
RGB_INLINE vint i_andnot(vint a, vint b)
{
    return (vint){_mm_andnot_si128(a.upper, b.upper), _mm_andnot_si128(a.lower, b.lower)};
}

RGB_INLINE vmask i_greater(vint a, vint b)
{
    return (vint){_mm_cmpgt_epi32(a.upper, b.upper), _mm_cmpgt_epi32(a.lower, b.lower)};
}

RGB_INLINE vmask i_equal(vint a, vint b)
{
    return (vint){_mm_cmpeq_epi32(a.upper, b.upper), _mm_cmpeq_epi32(a.lower, b.lower)};
}

RGB_INLINE vint i_left(vint a, int bits)
{
    return (vint){_mm_slli_epi32(a.upper, bits), _mm_slli_epi32(a.lower, bits)};
}

RGB_INLINE vint i_right(vint a, int bits)
{
    return (vint){_mm_srai_epi32(a.upper, bits), _mm_srai_epi32(a.lower, bits)};
}

/* Numbers of bits: one for columns 0 and 1, one for 2 and 3. */
typedef struct {
    __m128i left, right;
} vshift;

RGB_INLINE vshift s_halves(int left, int right)
{
    return (vshift){_mm_cvtsi32_si128(left), _mm_cvtsi32_si128(right)};
}

RGB_INLINE __m128i row_right_by(__m128i a, vshift bits)
{
    return _mm_blend_epi16(_mm_sra_epi32(a, bits.left), _mm_sra_epi32(a, bits.right), 0xf0);
}

RGB_INLINE vint i_right_by(vint a, vshift bits)
{
    return (vint){row_right_by(a.upper, bits), row_right_by(a.lower, bits)};
}

RGB_INLINE vint i_choose(vint otherwise, vint where, vmask mask)
{
    return (vint){_mm_blendv_epi8(otherwise.upper, where.upper, mask.upper),
                  _mm_blendv_epi8(otherwise.lower, where.lower, mask.lower)};
}

/* --- 16 bits --- */

RGB_INLINE vint w_add(vint a, vint b)
{
    return (vint){_mm_add_epi16(a.upper, b.upper), _mm_add_epi16(a.lower, b.lower)};
}

RGB_INLINE vint w_sub(vint a, vint b)
{
    return (vint){_mm_sub_epi16(a.upper, b.upper), _mm_sub_epi16(a.lower, b.lower)};
}

RGB_INLINE vint w_min(vint a, vint b)
{
    return (vint){_mm_min_epi16(a.upper, b.upper), _mm_min_epi16(a.lower, b.lower)};
}

RGB_INLINE vint w_mul(vint a, vint b)
{
    return (vint){_mm_mullo_epi16(a.upper, b.upper), _mm_mullo_epi16(a.lower, b.lower)};
}

RGB_INLINE vint w_mul_high(vint a, vint b)
{
    return (vint){_mm_mulhi_epu16(a.upper, b.upper), _mm_mulhi_epu16(a.lower, b.lower)};
}

/* (a * b + 2^14) >> 15 */
RGB_INLINE vint w_mul_round(vint a, vint b)
{
    return (vint){_mm_mulhrs_epi16(a.upper, b.upper), _mm_mulhrs_epi16(a.lower, b.lower)};
}

RGB_INLINE vint w_right(vint a, int bits)
{
    return (vint){_mm_srli_epi16(a.upper, bits), _mm_srli_epi16(a.lower, bits)};
}

RGB_INLINE vint w_left(vint a, int bits)
{
    return (vint){_mm_slli_epi16(a.upper, bits), _mm_slli_epi16(a.lower, bits)};
}

/* Bytes by place inside each row. */
RGB_INLINE vint b_pick(vint a, __m128i places)
{
    return (vint){_mm_shuffle_epi8(a.upper, places), _mm_shuffle_epi8(a.lower, places)};
}

/* --- floats --- */

RGB_INLINE vfloat f_add(vfloat a, vfloat b)
{
    return (vfloat){_mm_add_ps(a.upper, b.upper), _mm_add_ps(a.lower, b.lower)};
}

RGB_INLINE vfloat f_mul(vfloat a, vfloat b)
{
    return (vfloat){_mm_mul_ps(a.upper, b.upper), _mm_mul_ps(a.lower, b.lower)};
}

RGB_INLINE vfloat f_div(vfloat a, vfloat b)
{
    return (vfloat){_mm_div_ps(a.upper, b.upper), _mm_div_ps(a.lower, b.lower)};
}

/* a > b ? a : b */
RGB_INLINE vfloat f_max(vfloat a, vfloat b)
{
    return (vfloat){_mm_max_ps(a.upper, b.upper), _mm_max_ps(a.lower, b.lower)};
}

RGB_INLINE vfloat f_min(vfloat a, vfloat b)
{
    return (vfloat){_mm_min_ps(a.upper, b.upper), _mm_min_ps(a.lower, b.lower)};
}

RGB_INLINE vint f_floor(vfloat a)
{
    return (vint){_mm_cvttps_epi32(_mm_floor_ps(a.upper)), _mm_cvttps_epi32(_mm_floor_ps(a.lower))};
}

RGB_INLINE vint f_truncate(vfloat a)
{
    return (vint){_mm_cvttps_epi32(a.upper), _mm_cvttps_epi32(a.lower)};
}

RGB_INLINE vfloat f_of_bits(vint a)
{
    return (vfloat){_mm_castsi128_ps(a.upper), _mm_castsi128_ps(a.lower)};
}

RGB_INLINE vfloat f_of(vint a)
{
    return (vfloat){_mm_cvtepi32_ps(a.upper), _mm_cvtepi32_ps(a.lower)};
}

/* --- 64 bits: columns 0, 1 of both rows, and 2, 3 --- */

typedef struct {
    __m128i left[2], right[2];
} vlong;

RGB_INLINE vlong l_line(uint64_t first, uint64_t dx, uint64_t dy)
{
    const __m128i two = _mm_set1_epi64x((long long)(2 * dx));
    vlong line;
    line.left[0] = _mm_set_epi64x((long long)(first + dx), (long long)first);
    line.left[1] = _mm_add_epi64(line.left[0], _mm_set1_epi64x((long long)dy));
    line.right[0] = _mm_add_epi64(line.left[0], two);
    line.right[1] = _mm_add_epi64(line.left[1], two);
    return line;
}

RGB_INLINE vlong l_add(vlong a, uint64_t b)
{
    const __m128i step = _mm_set1_epi64x((long long)b);
    return (vlong){{_mm_add_epi64(a.left[0], step), _mm_add_epi64(a.left[1], step)},
                   {_mm_add_epi64(a.right[0], step), _mm_add_epi64(a.right[1], step)}};
}

RGB_INLINE __m128i high_halves(__m128i left, __m128i right)
{
    return _mm_castps_si128(_mm_shuffle_ps(_mm_castsi128_ps(left), _mm_castsi128_ps(right), 0xdd));
}

RGB_INLINE vint l_high(vlong a)
{
    return (vint){high_halves(a.left[0], a.right[0]), high_halves(a.left[1], a.right[1])};
}

/* --- edges --- */

static void trace_edge(const struct rgb_edge *edge, int count, int32_t *columns)
{
    rgb_trace_c(edge, count, columns);
}

/* --- pixels: bit i of a mask is pixel i --- */

RGB_INLINE unsigned m_bits(vmask a)
{
    return (unsigned)_mm_movemask_ps(_mm_castsi128_ps(a.upper)) |
           (unsigned)_mm_movemask_ps(_mm_castsi128_ps(a.lower)) << 4;
}

RGB_INLINE vmask m_from_bits(unsigned mask)
{
    const vint bits = {_mm_setr_epi32(1, 2, 4, 8), _mm_setr_epi32(16, 32, 64, 128)};
    return i_equal(i_and(i_set((int32_t)mask), bits), bits);
}

/* --- texels --- */

RGB_INLINE __m128 two_pairs(const uint32_t *a, const uint32_t *b)
{
    const __m128i low = _mm_loadl_epi64((const __m128i *)(const void *)a);
    return _mm_castpd_ps(_mm_loadh_pd(_mm_castsi128_pd(low), (const double *)(const void *)b));
}

/* The texels at places[], those of columns 0, 1 in `left`, 2, 3 in `right`, and their right
 * neighbours. */
RGB_INLINE void load_pairs(const uint32_t *left, const uint32_t *right, const int32_t places[8],
                           vint *texels, vint *neighbours)
{
    const __m128 a = two_pairs(left + places[0], left + places[1]);
    const __m128 b = two_pairs(right + places[2], right + places[3]);
    const __m128 c = two_pairs(left + places[4], left + places[5]);
    const __m128 d = two_pairs(right + places[6], right + places[7]);
    texels->upper = _mm_castps_si128(_mm_shuffle_ps(a, b, 0x88));
    texels->lower = _mm_castps_si128(_mm_shuffle_ps(c, d, 0x88));
    neighbours->upper = _mm_castps_si128(_mm_shuffle_ps(a, b, 0xdd));
    neighbours->lower = _mm_castps_si128(_mm_shuffle_ps(c, d, 0xdd));
}

#include "render/rgb/kernels/rgb_vectors_one_block.h"

#endif
