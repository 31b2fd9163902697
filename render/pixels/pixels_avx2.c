/* The functions with AVX2: bytes as 16-bit numbers, those of a half of the vector's lanes at a time. */
#include "render/pixels/pixels_internal.h"

#if PIXELS_X86
#include <immintrin.h>
#include <string.h>

enum { PIXELS = 8 /* of a vector */ };

struct weights {
    __m256i rest, part; /* as pixels_c.c has them */
};

static inline __m256i blend_vector(__m256i pixels, const struct weights *w)
{
    const __m256i zero = _mm256_setzero_si256();
    __m256i low = _mm256_mullo_epi16(_mm256_unpacklo_epi8(pixels, zero), w->rest);
    __m256i high = _mm256_mullo_epi16(_mm256_unpackhi_epi8(pixels, zero), w->rest);
    low = _mm256_srli_epi16(_mm256_add_epi16(low, w->part), 8);
    high = _mm256_srli_epi16(_mm256_add_epi16(high, w->part), 8);
    return _mm256_packus_epi16(low, high);
}

/* Less than a vector of pixels. */
static inline void blend_few(uint32_t *row, int count, const struct weights *w)
{
    uint32_t few[PIXELS] = {0};
    if (count > 0) {
        const size_t bytes = (size_t)count * sizeof(*row);
        __m256i *at = (__m256i *)(void *)few;
        memcpy(few, row, bytes);
        _mm256_storeu_si256(at, blend_vector(_mm256_loadu_si256(at), w));
        memcpy(row, few, bytes);
    }
}

/* `later`: a row that comes soon. Rows of a picture lie so far apart that nothing but this asks for
 * it in time. */
static inline void blend_row(uint32_t *row, int count, const struct weights *w,
                             const uint32_t *later)
{
    /* Up to a whole vector's place first: what lies across two cache lines takes twice as long. */
    const int ahead = (int)(-((uintptr_t)row / sizeof(*row)) % PIXELS);
    int i = ahead < count ? ahead : count;
    blend_few(row, i, w);
    for (; i + PIXELS <= count; i += PIXELS) {
        __m256i *at = (__m256i *)(void *)(row + i);
        _mm_prefetch((const char *)(later + i), _MM_HINT_T0);
        _mm256_storeu_si256(at, blend_vector(_mm256_loadu_si256(at), w));
    }
    blend_few(row + i, count - i, w);
}

static void blend(const struct pixel_box *box, uint32_t color, int weight)
{
    enum { ROWS_AHEAD = 2 };
    const __m256i zero = _mm256_setzero_si256();
    const __m256i channels = _mm256_unpacklo_epi8(_mm256_set1_epi32((int)color), zero);
    const struct weights w = {
        .rest = _mm256_set1_epi16((short)(256 - weight)),
        .part = _mm256_mullo_epi16(channels, _mm256_set1_epi16((short)weight)),
    };
    for (int y = 0; y < box->height; y++) {
        const int later = y + ROWS_AHEAD < box->height ? y + ROWS_AHEAD : y;
        blend_row(box->pixels + (size_t)y * box->pitch, box->width, &w,
                  box->pixels + (size_t)later * box->pitch);
    }
}

static inline __m256i cover_words(__m256i words, __m256i ink, __m256i shade, __m256i color)
{
    const __m256i whole = _mm256_set1_epi16(256);
    shade = _mm256_add_epi16(shade, _mm256_srli_epi16(shade, 7));
    ink = _mm256_add_epi16(ink, _mm256_srli_epi16(ink, 7));
    words = _mm256_mullo_epi16(words, _mm256_sub_epi16(whole, shade));
    return _mm256_srli_epi16(_mm256_add_epi16(words, _mm256_mullo_epi16(color, ink)), 8);
}

static inline __m128i load(const void *from)
{
    return _mm_loadu_si128((const __m128i *)from);
}

/* Four pixels. */
static inline void cover_four(void *pixels, const void *ink, const void *shade, __m256i color)
{
    const __m256i words =
        cover_words(_mm256_cvtepu8_epi16(load(pixels)), _mm256_cvtepu8_epi16(load(ink)),
                    _mm256_cvtepu8_epi16(load(shade)), color);
    _mm_storeu_si128((__m128i *)pixels, _mm_packus_epi16(_mm256_castsi256_si128(words),
                                                         _mm256_extracti128_si256(words, 1)));
}

static void cover(uint32_t *row, int count, uint32_t color, const uint8_t *ink,
                  const uint8_t *shade)
{
    enum { FOUR = 4, BYTES = 16 };
    const __m256i channels = _mm256_cvtepu8_epi16(_mm_set1_epi32((int)color));
    int i = 0;
    for (; i + FOUR <= count; i += FOUR, ink += BYTES, shade += BYTES) {
        cover_four(row + i, ink, shade, channels);
    }
    if (i < count) {
        uint8_t last[3][BYTES] = {{0}};
        const size_t bytes = (size_t)(count - i) * sizeof(*row);
        memcpy(last[0], row + i, bytes);
        memcpy(last[1], ink, bytes);
        memcpy(last[2], shade, bytes);
        cover_four(last[0], last[1], last[2], channels);
        memcpy(row + i, last[0], bytes);
    }
}

const struct pixel_kernels pixel_kernels_avx2 = {.blend = blend, .cover = cover};
#else

/* An empty translation unit is not C. */
typedef int pixels_avx2_unused;

#endif
