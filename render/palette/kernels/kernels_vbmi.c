/* Byte permutes in place of gathers, with tables of 256 bytes in four registers: palette indices to
 * 32 bits, with the palette as byte planes; and fog. Callers check for AVX-512 VBMI. */
#include "render/palette/kernels/kernels_internal.h"

#if KERNELS_X86

#include <immintrin.h>

enum { STEP = 64, LANES = 16 };

/* A byte for each of 256 colours. */
struct plane {
    __m512i quarters[4];
};

KERNEL_INLINE __m512i load_colors(const uint32_t *palette, int first)
{
    return _mm512_loadu_si512((const void *)(palette + first));
}

/* The byte `shift` bits up in sixteen colours. */
KERNEL_INLINE __m128i bytes_of_colors(const uint32_t *palette, int first, unsigned shift)
{
    return _mm512_cvtepi32_epi8(_mm512_srli_epi32(load_colors(palette, first), shift));
}

KERNEL_INLINE struct plane make_plane(const uint32_t *palette, unsigned shift)
{
    struct plane plane;
    for (int i = 0; i < 4; i++) {
        const int first = i * STEP;
        __m512i quarter = _mm512_castsi128_si512(bytes_of_colors(palette, first, shift));
        quarter = _mm512_inserti32x4(quarter, bytes_of_colors(palette, first + LANES, shift), 1);
        quarter =
            _mm512_inserti32x4(quarter, bytes_of_colors(palette, first + 2 * LANES, shift), 2);
        plane.quarters[i] =
            _mm512_inserti32x4(quarter, bytes_of_colors(palette, first + 3 * LANES, shift), 3);
    }
    return plane;
}

/* upper: the indices from 128 on. */
KERNEL_INLINE __m512i look_up(const struct plane *plane, __m512i indices, __mmask64 upper)
{
    const __m512i *quarters = plane->quarters;
    const __m512i low = _mm512_permutex2var_epi8(quarters[0], indices, quarters[1]);
    const __m512i high = _mm512_permutex2var_epi8(quarters[2], indices, quarters[3]);
    return _mm512_mask_mov_epi8(low, upper, high);
}

int kernels_vbmi_expand(uint32_t *dest, const uint8_t *source, int count, const uint32_t *palette)
{
    const struct plane blue = make_plane(palette, 0), green = make_plane(palette, 8);
    const struct plane red = make_plane(palette, 16);
    const __m512i zero = _mm512_setzero_si512();
    /* Fours of pixels so that unpacking in quarters brings them back into their order. */
    const __m512i turn = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    int i = 0;
    for (; i + STEP <= count; i += STEP) {
        const __m512i indices =
            _mm512_permutexvar_epi32(turn, _mm512_loadu_si512((const void *)(source + i)));
        const __mmask64 upper = _mm512_movepi8_mask(indices);
        const __m512i b = look_up(&blue, indices, upper), g = look_up(&green, indices, upper);
        const __m512i r = look_up(&red, indices, upper);
        const __m512i low_bg = _mm512_unpacklo_epi8(b, g), high_bg = _mm512_unpackhi_epi8(b, g);
        const __m512i low_r = _mm512_unpacklo_epi8(r, zero), high_r = _mm512_unpackhi_epi8(r, zero);
        uint32_t *out = dest + i;
        _mm512_storeu_si512((void *)out, _mm512_unpacklo_epi16(low_bg, low_r));
        _mm512_storeu_si512((void *)(out + LANES), _mm512_unpackhi_epi16(low_bg, low_r));
        _mm512_storeu_si512((void *)(out + 2 * LANES), _mm512_unpacklo_epi16(high_bg, high_r));
        _mm512_storeu_si512((void *)(out + 3 * LANES), _mm512_unpackhi_epi16(high_bg, high_r));
    }
    return i;
}

/* ---- Fog ---- */

enum {
    FOG_WINDOW = 2 * STEP, /* depths whose levels are permuted out of two registers */
    FOG_LEVELS = 8         /* different levels of a step that are worth a permute each */
};

/* The least of those lanes' unsigned numbers, which are not none. */
KERNEL_INLINE uint16_t least_depth(__m512i low, __m512i high, __mmask64 lanes)
{
    const __m512i most = _mm512_set1_epi16(-1);
    const __m512i both =
        _mm512_min_epu16(_mm512_mask_mov_epi16(most, (__mmask32)lanes, low),
                         _mm512_mask_mov_epi16(most, (__mmask32)(lanes >> 32), high));
    const __m256i half =
        _mm256_min_epu16(_mm512_castsi512_si256(both), _mm512_extracti64x4_epi64(both, 1));
    const __m128i eight =
        _mm_min_epu16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    return (uint16_t)_mm_cvtsi128_si32(_mm_minpos_epu16(eight));
}

KERNEL_INLINE __m512i join_bytes(__m256i low, __m256i high)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

KERNEL_INLINE __m128i gather_levels(const uint8_t *levels, __m256i depths)
{
    return _mm512_cvtepi32_epi8(
        _mm512_i32gather_epi32(_mm512_cvtepu16_epi32(depths), (const void *)levels, 1));
}

KERNEL_INLINE __m256i gather_half(const uint8_t *levels, __m512i depths)
{
    return _mm256_set_m128i(gather_levels(levels, _mm512_extracti64x4_epi64(depths, 1)),
                            gather_levels(levels, _mm512_castsi512_si256(depths)));
}

/* levels[depth] in the lanes asked for. Neighbours are mostly about as far away. */
KERNEL_INLINE __m512i levels_of(const uint8_t *levels, __m512i low, __m512i high, __mmask64 lanes)
{
    const int least = least_depth(low, high, lanes);
    const int begin =
        least < KERNEL_FOG_DEPTHS - FOG_WINDOW ? least : KERNEL_FOG_DEPTHS - FOG_WINDOW;
    const __m512i from = _mm512_set1_epi16((int16_t)begin);
    const __m512i last = _mm512_set1_epi16(FOG_WINDOW - 1);
    low = _mm512_sub_epi16(low, from);
    high = _mm512_sub_epi16(high, from);
    const __mmask64 outside =
        (__mmask64)_mm512_cmpgt_epu16_mask(high, last) << 32 | _mm512_cmpgt_epu16_mask(low, last);
    if (outside & lanes) {
        return join_bytes(gather_half(levels, _mm512_add_epi16(low, from)),
                          gather_half(levels, _mm512_add_epi16(high, from)));
    }
    const __m512i places = join_bytes(_mm512_cvtepi16_epi8(low), _mm512_cvtepi16_epi8(high));
    return _mm512_permutex2var_epi8(_mm512_loadu_si512((const void *)(levels + begin)), places,
                                    _mm512_loadu_si512((const void *)(levels + begin + STEP)));
}

KERNEL_INLINE struct plane load_row(const uint8_t *row)
{
    struct plane plane;
    for (int i = 0; i < 4; i++) {
        plane.quarters[i] = _mm512_loadu_si512((const void *)(row + i * STEP));
    }
    return plane;
}

/* The colours of pixels of one level: the row of every fourth one is the same. */
KERNEL_INLINE __m512i fog_of_level(const uint8_t *rows, const uint8_t dither[4], __m512i colors,
                                   __mmask64 upper)
{
    __m512i out = colors;
    for (int i = 0; i < 4; i++) {
        const struct plane row = load_row(rows + dither[i] * 256);
        out = _mm512_mask_mov_epi8(out, (__mmask64)0x1111111111111111 << i,
                                   look_up(&row, colors, upper));
    }
    return out;
}

/* Up to STEP pixels: those of `lanes`. */
KERNEL_INLINE void fog_step(const struct span_fog *fog, const uint8_t dither[4], uint8_t *dest,
                            __m512i levels, __mmask64 lanes)
{
    const __m512i colors = _mm512_maskz_loadu_epi8(lanes, dest);
    const __mmask64 upper = _mm512_movepi8_mask(colors);
    uint8_t level[STEP];
    _mm512_storeu_si512((void *)level, levels);
    for (int i = 0; lanes != 0 && i < FOG_LEVELS; i++) {
        const uint8_t first = level[__builtin_ctzll(lanes)];
        const __mmask64 same =
            _mm512_mask_cmpeq_epi8_mask(lanes, levels, _mm512_set1_epi8((char)first));
        const __m512i out = fog_of_level(fog->rows + first * 256, dither, colors, upper);
        _mm512_mask_storeu_epi8(dest, same, out);
        lanes &= ~same;
    }
    for (; lanes != 0; lanes &= lanes - 1) {
        const int i = __builtin_ctzll(lanes);
        dest[i] = fog->rows[(level[i] + dither[i & 3]) * 256 + dest[i]];
    }
}

void kernels_vbmi_fog(const struct span_fog *fog, uint8_t *dest, const int16_t *z, int u, int v,
                      int count)
{
    const __m512i nearest_fog = _mm512_set1_epi16((int16_t)(fog->clear_z - 1));
    uint8_t dither[4];
    kernel_fog_dither(dither, u, v);
    for (; count > 0; count -= STEP, dest += STEP, z += STEP) {
        const __mmask64 part = count >= STEP ? ~(__mmask64)0 : ((__mmask64)1 << count) - 1;
        const __m512i low = _mm512_maskz_loadu_epi16((__mmask32)part, z);
        const __m512i high = _mm512_maskz_loadu_epi16((__mmask32)(part >> 32), z + STEP / 2);
        const __mmask64 clear = (__mmask64)_mm512_cmpgt_epi16_mask(high, nearest_fog) << 32 |
                                _mm512_cmpgt_epi16_mask(low, nearest_fog);
        const __mmask64 lanes = part & ~clear;
        if (lanes != 0) {
            fog_step(fog, dither, dest, levels_of(fog->levels, low, high, lanes), lanes);
        }
    }
}

#else

/* An empty translation unit is not C. */
typedef int kernels_vbmi_unused;

#endif
