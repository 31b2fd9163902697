/* The functions with AVX2: bytes as 16-bit numbers, those of a half of the vector's lanes at a
 * time. */
#include "render/pixels/pixels_internal.h"

#if PIXELS_X86
#include <immintrin.h>
#include <stdbool.h>
#include <string.h>

enum { PIXELS = 8 /* per vector */ };

struct weights {
    __m256i rest, part;                   /* as pixels_c.c has them */
    uint32_t few_rest, few_even, few_odd; /* the same for one pixel: its even bytes, its odd ones */
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

/* Less than a vector of pixels: two bytes of one at a time. */
static inline void blend_few(uint32_t *row, int count, const struct weights *w)
{
    const uint32_t every_other = 0x00ff00ffu;
    for (int i = 0; i < count; i++) {
        const uint32_t even = (row[i] & every_other) * w->few_rest + w->few_even;
        const uint32_t odd = (row[i] >> 8 & every_other) * w->few_rest + w->few_odd;
        row[i] = (even >> 8 & every_other) | (odd & ~every_other);
    }
}

/* `later`: a row that comes soon. Rows of a picture are too far apart for the hardware prefetcher.
 */
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

static void blend_box(const struct pixel_box *box, uint32_t color, int weight)
{
    enum { ROWS_AHEAD = 2 };
    const __m256i zero = _mm256_setzero_si256();
    const __m256i channels = _mm256_unpacklo_epi8(_mm256_set1_epi32((int)color), zero);
    const struct weights w = {
        .rest = _mm256_set1_epi16((short)(256 - weight)),
        .part = _mm256_mullo_epi16(channels, _mm256_set1_epi16((short)weight)),
        .few_rest = 256u - (uint32_t)weight,
        .few_even = (color & 0x00ff00ffu) * (uint32_t)weight,
        .few_odd = (color >> 8 & 0x00ff00ffu) * (uint32_t)weight,
    };
    for (int y = 0; y < box->height; y++) {
        const int later = y + ROWS_AHEAD < box->height ? y + ROWS_AHEAD : y;
        blend_row(box->pixels + (size_t)y * box->pitch, box->width, &w,
                  box->pixels + (size_t)later * box->pitch);
    }
}

/* 0..255 as 0..256. */
static inline __m256i weigh_coverage(__m256i coverage)
{
    return _mm256_add_epi16(coverage, _mm256_srli_epi16(coverage, 7));
}

static inline __m128i load_16(const void *from)
{
    return _mm_loadu_si128((const __m128i *)from);
}

/* Four pixels. */
static inline void cover_four(void *pixels, const void *ink, const void *shade, __m256i color)
{
    const __m256i part = weigh_coverage(_mm256_cvtepu8_epi16(load_16(ink)));
    const __m256i hidden =
        shade == ink ? part : weigh_coverage(_mm256_cvtepu8_epi16(load_16(shade)));
    const __m256i rest = _mm256_sub_epi16(_mm256_set1_epi16(256), hidden);
    __m256i words = _mm256_mullo_epi16(_mm256_cvtepu8_epi16(load_16(pixels)), rest);
    words = _mm256_srli_epi16(_mm256_add_epi16(words, _mm256_mullo_epi16(color, part)), 8);
    _mm_storeu_si128((__m128i *)pixels, _mm_packus_epi16(_mm256_castsi256_si128(words),
                                                         _mm256_extracti128_si256(words, 1)));
}

static inline void cover_row(uint32_t *row, int count, __m256i color, const uint8_t *ink,
                             const uint8_t *shade)
{
    enum { FOUR = 4, BYTES = 16 };
    int i = 0;
    for (; i + FOUR <= count; i += FOUR) {
        cover_four(row + i, ink + i * FOUR, shade + i * FOUR, color);
    }
    if (i < count) {
        uint8_t last[3][BYTES] = {{0}};
        const size_t bytes = (size_t)(count - i) * sizeof(*row);
        memcpy(last[0], row + i, bytes);
        memcpy(last[1], ink + i * FOUR, bytes);
        memcpy(last[2], shade + i * FOUR, bytes);
        cover_four(last[0], last[1], last[2], color);
        memcpy(row + i, last[0], bytes);
    }
}

static void cover_box(const struct pixel_box *box, uint32_t color, const struct pixel_cover *cover)
{
    const __m256i channels = _mm256_cvtepu8_epi16(_mm_set1_epi32((int)color));
    const bool outlined = cover->shade != cover->ink;
    for (int y = 0; y < box->height; y++) {
        uint32_t *row = box->pixels + (size_t)y * box->pitch;
        const uint8_t *ink = cover->ink + (size_t)y * cover->pitch * sizeof(*row);
        if (outlined) {
            cover_row(row, box->width, channels, ink, cover->shade + (ink - cover->ink));
        } else {
            cover_row(row, box->width, channels, ink, ink);
        }
    }
}

static inline __m256i linear_channel(__m256i pixels, int shift, __m256i scale, __m256i base)
{
    const __m256i channel =
        _mm256_and_si256(_mm256_srli_epi32(pixels, shift), _mm256_set1_epi32(255));
    const __m256i sum = _mm256_add_epi32(_mm256_mullo_epi32(channel, scale), base);
    return _mm256_slli_epi32(_mm256_srli_epi32(sum, PIXEL_LINEAR_BITS), shift);
}

static void level_row(const struct pixel_levels *levels, uint32_t *to, const uint32_t *from,
                      int count)
{
    const __m256i scale = _mm256_set1_epi32((int)levels->scale);
    const __m256i red = _mm256_set1_epi32((int)levels->base[0]);
    const __m256i green = _mm256_set1_epi32((int)levels->base[1]);
    const __m256i blue = _mm256_set1_epi32((int)levels->base[2]);
    int i = 0;
    for (; levels->linear && i + PIXELS <= count; i += PIXELS) {
        const __m256i pixels = _mm256_loadu_si256((const __m256i *)(const void *)(from + i));
        const __m256i two = _mm256_or_si256(linear_channel(pixels, 16, scale, red),
                                            linear_channel(pixels, 8, scale, green));
        _mm256_storeu_si256((__m256i *)(void *)(to + i),
                            _mm256_or_si256(two, linear_channel(pixels, 0, scale, blue)));
    }
    pixels_levels_c(levels, to + i, from + i, count - i);
}

const struct pixel_kernels pixel_kernels_avx2 = {
    .blend = blend_box, .cover = cover_box, .levels = level_row};
#else

/* An empty translation unit is not C. */
typedef int pixels_avx2_unused;

#endif
