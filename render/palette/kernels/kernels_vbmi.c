/* Palette indices to 32 bits by byte permutes: the palette as planes of bytes that stay in
 * registers, and no gathers. Needs AVX-512 VBMI, which whoever calls has asked for. */
#include "render/palette/kernels/kernels_internal.h"

#if KERNELS_X86

#include <immintrin.h>

enum { STEP = 64, LANES = 16 };

/* One byte of each of the palette's 256 colours. */
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

#else

/* An empty translation unit is not C. */
typedef int kernels_vbmi_unused;

#endif
