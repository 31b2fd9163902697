/* SSE4.1's functions, for the kernels that are written with them: on x86 its own, elsewhere those
 * that SIMDe makes of the machine's vectors. Included only where CPU_SSE41_NAME is defined
 * (render/cpu.h).
 *
 * SIMDe gives SSE4.1's bits in all cases, which costs instructions where machines differ. The
 * functions at the end replace SIMDe's and promise less than SSE4.1's, which the kernels must keep
 * to:
 *
 *   - masks (blendv, movemask) are comparisons' results: lanes of ones or zeros, as wide as the
 *     function's or wider;
 *   - _mm_mulhrs_epi16 never gets -32768 times -32768;
 *   - places for _mm_shuffle_epi8 are -1 or 0..15;
 *   - _mm_sra_epi32 shifts by 0..31;
 *   - _mm_minpos_epu16 tells the minimum in its lowest 16 bits, but not the place. */
#ifndef RENDER_VECTORS_H
#define RENDER_VECTORS_H

#if defined(__x86_64__)
#include <smmintrin.h>
#else

#include <stdint.h>

#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/sse4.1.h>

#define VECTORS_INLINE static inline __attribute__((always_inline))

/* The machine's own functions, where SIMDe's are longer. */
#if defined(__aarch64__)

VECTORS_INLINE __m128i vectors_choose(__m128i otherwise, __m128i where, __m128i mask)
{
    return vbslq_s64(vreinterpretq_u64_s64(mask), where, otherwise);
}

/* Numbers that do not fit saturate, which is INT32_MIN already if they are negative. */
VECTORS_INLINE __m128i vectors_truncate(__m128 a)
{
    const uint32x4_t fits = vcltq_f32(a, vdupq_n_f32(2147483648.0f)); /* no for NaN */
    const int32x4_t numbers = vbslq_s32(fits, vcvtq_s32_f32(a), vdupq_n_s32(INT32_MIN));
    return vreinterpretq_s64_s32(numbers);
}

VECTORS_INLINE __m128i vectors_multiply_round(__m128i a, __m128i b)
{
    return vreinterpretq_s64_s16(vqrdmulhq_s16(vreinterpretq_s16_s64(a), vreinterpretq_s16_s64(b)));
}

VECTORS_INLINE __m128i vectors_least(__m128i a)
{
    return vreinterpretq_s64_u16(vdupq_n_u16(vminvq_u16(vreinterpretq_u16_s64(a))));
}

VECTORS_INLINE int vectors_bits_of_4(__m128i mask)
{
    const uint32x4_t places = {1, 2, 4, 8};
    return (int)vaddvq_u32(vandq_u32(vreinterpretq_u32_s64(mask), places));
}

/* Bytes 0 and 8, 1 and 9 ... become 16 bits each. */
VECTORS_INLINE int vectors_bits_of_16(__m128i mask)
{
    const uint8x16_t places = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t bits = vandq_u8(vreinterpretq_u8_s64(mask), places);
    return (int)vaddvq_u16(vreinterpretq_u16_u8(vzip1q_u8(bits, vextq_u8(bits, bits, 8))));
}

VECTORS_INLINE __m128i vectors_pick(__m128i a, __m128i places)
{
    return vreinterpretq_s64_s8(vqtbl1q_s8(vreinterpretq_s8_s64(a), vreinterpretq_u8_s64(places)));
}

VECTORS_INLINE __m128i vectors_shift(__m128i a, __m128i bits)
{
    const int32x4_t left = vnegq_s32(vdupq_laneq_s32(vreinterpretq_s32_s64(bits), 0));
    return vreinterpretq_s64_s32(vshlq_s32(vreinterpretq_s32_s64(a), left));
}

#elif defined(__wasm__)

VECTORS_INLINE __m128i vectors_choose(__m128i otherwise, __m128i where, __m128i mask)
{
    return wasm_v128_bitselect(where, otherwise, mask);
}

/* Numbers that do not fit saturate, which is INT32_MIN already if they are negative. */
VECTORS_INLINE __m128i vectors_truncate(__m128 a)
{
    const v128_t fits = wasm_f32x4_lt(a, wasm_f32x4_const_splat(2147483648.0f)); /* no for NaN */
    return wasm_v128_bitselect(wasm_i32x4_trunc_sat_f32x4(a), wasm_i32x4_const_splat(INT32_MIN),
                               fits);
}

VECTORS_INLINE __m128i vectors_multiply_round(__m128i a, __m128i b)
{
    return wasm_i16x8_q15mulr_sat(a, b);
}

VECTORS_INLINE __m128i vectors_least(__m128i a)
{
    a = wasm_u16x8_min(a, wasm_i16x8_shuffle(a, a, 4, 5, 6, 7, 0, 1, 2, 3));
    a = wasm_u16x8_min(a, wasm_i16x8_shuffle(a, a, 2, 3, 0, 1, 6, 7, 4, 5));
    return wasm_u16x8_min(a, wasm_i16x8_shuffle(a, a, 1, 0, 3, 2, 5, 4, 7, 6));
}

VECTORS_INLINE int vectors_bits_of_4(__m128i mask)
{
    return (int)wasm_i32x4_bitmask(mask);
}

VECTORS_INLINE int vectors_bits_of_16(__m128i mask)
{
    return (int)wasm_i8x16_bitmask(mask);
}

VECTORS_INLINE __m128i vectors_multiply_low(__m128i a, __m128i b)
{
    return wasm_i16x8_mul(a, b);
}

VECTORS_INLINE __m128i vectors_multiply_high(__m128i a, __m128i b)
{
    return wasm_i16x8_shuffle(wasm_u32x4_extmul_low_u16x8(a, b), wasm_u32x4_extmul_high_u16x8(a, b),
                              1, 3, 5, 7, 9, 11, 13, 15);
}

VECTORS_INLINE __m128i vectors_multiply_add(__m128i a, __m128i b)
{
    return wasm_i32x4_dot_i16x8(a, b);
}

VECTORS_INLINE __m128i vectors_pick(__m128i a, __m128i places)
{
    return wasm_i8x16_swizzle(a, places);
}

VECTORS_INLINE __m128i vectors_shift(__m128i a, __m128i bits)
{
    return wasm_i32x4_shr(a, wasm_i32x4_extract_lane(bits, 0));
}

VECTORS_INLINE __m128 vectors_floor(__m128 a)
{
    return wasm_f32x4_floor(a);
}

/* a > b ? a : b */
VECTORS_INLINE __m128 vectors_larger(__m128 a, __m128 b)
{
    return wasm_f32x4_pmax(b, a);
}

#undef _mm_mullo_epi16
#define _mm_mullo_epi16(a, b) vectors_multiply_low(a, b)
#undef _mm_mulhi_epu16
#define _mm_mulhi_epu16(a, b) vectors_multiply_high(a, b)
#undef _mm_madd_epi16
#define _mm_madd_epi16(a, b) vectors_multiply_add(a, b)
#undef _mm_floor_ps
#define _mm_floor_ps(a) vectors_floor(a)
#undef _mm_max_ps
#define _mm_max_ps(a, b) vectors_larger(a, b)

#endif

#undef _mm_blendv_epi8
#define _mm_blendv_epi8(a, b, mask) vectors_choose(a, b, mask)
#undef _mm_blendv_ps
#define _mm_blendv_ps(a, b, mask)                                                                  \
    _mm_castsi128_ps(                                                                              \
        vectors_choose(_mm_castps_si128(a), _mm_castps_si128(b), _mm_castps_si128(mask)))
#undef _mm_cvttps_epi32
#define _mm_cvttps_epi32(a) vectors_truncate(a)
#undef _mm_mulhrs_epi16
#define _mm_mulhrs_epi16(a, b) vectors_multiply_round(a, b)
#undef _mm_shuffle_epi8
#define _mm_shuffle_epi8(a, places) vectors_pick(a, places)
#undef _mm_sra_epi32
#define _mm_sra_epi32(a, bits) vectors_shift(a, bits)
#undef _mm_minpos_epu16
#define _mm_minpos_epu16(a) vectors_least(a)
#undef _mm_movemask_ps
#define _mm_movemask_ps(mask) vectors_bits_of_4(_mm_castps_si128(mask))
#undef _mm_movemask_epi8
#define _mm_movemask_epi8(mask) vectors_bits_of_16(mask)

#endif

#endif
