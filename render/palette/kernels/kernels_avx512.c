/* The AVX-512 kernels: sixteen pixels a step, and masks where a span ends. What gains nothing from
 * that is the AVX2 and SSE4.1 files'. Only separate multiplications and additions: a fused one
 * would round differently from the C functions. */
#include "render/palette/kernels/kernels_faithful.h"

#if KERNELS_X86

#include <immintrin.h>
#include <stdbool.h>

KERNEL_INLINE __m512i iota_16(void)
{
    return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* The first `count` lanes, all of them from 16 on. */
KERNEL_INLINE __mmask16 first_lanes(int count)
{
    return count >= 16 ? 0xffff : (__mmask16)((1u << count) - 1);
}

KERNEL_INLINE __m512 float_16(int x)
{
    return _mm512_cvtepi32_ps(_mm512_set1_epi32(x));
}

/* x, x + 1, ... x + 15. */
KERNEL_INLINE __m512 float_ramp(int x)
{
    return _mm512_cvtepi32_ps(_mm512_add_epi32(_mm512_set1_epi32(x), iota_16()));
}

/* Bytes at sixteen offsets, in the low byte of each lane; those of other lanes than the mask's may
 * lie anywhere. */
KERNEL_INLINE __m512i fetch_16(const uint8_t *bytes, __m512i offsets, __mmask16 lanes)
{
    return _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), lanes, offsets, bytes, 1);
}

KERNEL_INLINE __m512i fetch_words(const int *words, __m512i indices)
{
    return _mm512_i32gather_epi32(indices, words, 4);
}

KERNEL_INLINE void store_lanes(uint8_t *dest, __m512i values, __mmask16 lanes)
{
    _mm_mask_storeu_epi8(dest, lanes, _mm512_cvtepi32_epi8(values));
}

/* The whole texels of s and t as pairs of 16 bits. */
KERNEL_INLINE __m512i texel_pairs(__m512i s, __m512i t)
{
    return _mm512_mask_blend_epi16(0xaaaaaaaa, _mm512_srli_epi32(s, 16), t);
}

/* Pairs 1, stride: one multiply-add of them and a texel pair is column + row * stride. Stride is
 * at most INT16_MAX. */
KERNEL_INLINE __m512i make_row_weight(int32_t stride)
{
    return _mm512_set1_epi32((int32_t)((uint32_t)stride << 16 | 1));
}

/* Offsets into the tile of s and t after turbulence. */
struct turb_tile {
    const int *sine;
    __m512i width_mask, height_mask, width;
};

KERNEL_INLINE struct turb_tile make_turb_tile(const struct span_turbulence *turb)
{
    return (struct turb_tile){turb->sine + turb->phase, _mm512_set1_epi32(turb->width_mask),
                              _mm512_set1_epi32(turb->height_mask),
                              _mm512_set1_epi32(turb->width_mask + 1)};
}

KERNEL_INLINE __m512i sine_of(const struct turb_tile *tile, __m512i at)
{
    const __m512i texel = _mm512_srai_epi32(at, 16);
    return fetch_words(tile->sine, _mm512_and_si512(texel, _mm512_set1_epi32(127)));
}

KERNEL_INLINE __m512i turb_offsets(const struct turb_tile *tile, __m512i s, __m512i t)
{
    __m512i column = _mm512_srai_epi32(_mm512_add_epi32(s, sine_of(tile, t)), 16);
    __m512i row = _mm512_srai_epi32(_mm512_add_epi32(t, sine_of(tile, s)), 16);
    column = _mm512_and_si512(column, tile->width_mask);
    row = _mm512_and_si512(row, tile->height_mask);
    return _mm512_add_epi32(_mm512_mullo_epi32(row, tile->width), column);
}

/* ---- Spans, exact ---- */

/* Texels of solid spans, at columns and rows as pairs of 16 bits. Mostly eight pixels that follow
 * one another show texels of a window of WINDOW_ROWS x WINDOW_COLUMNS: two of those are loaded row
 * by row and bytes permuted out of them. */
enum { WINDOW_COLUMNS = 16, WINDOW_ROWS = 4 };

struct windows {
    __m512i last_corner; /* pairs: from there on down rows would lie outside the block */
    bool fit;            /* the block has as many rows as a window */
};

KERNEL_INLINE struct windows make_windows(const struct span_surface *surface)
{
    const int last_row = (surface->bbextentt >> 16) + 1 - WINDOW_ROWS;
    return (struct windows){.last_corner =
                                _mm512_set1_epi32((int32_t)((uint32_t)last_row << 16 | INT16_MAX)),
                            .fit = last_row >= 0};
}

/* The rows below are asked for, too: mostly the picture's next rows show them. */
KERNEL_INLINE __m512i load_window(const uint8_t *corner, ptrdiff_t stride)
{
    const uintptr_t below = (uintptr_t)corner + (uintptr_t)(WINDOW_ROWS * stride);
    _mm_prefetch((const void *)below, _MM_HINT_T0);
    __m512i rows = _mm512_castsi128_si512(_mm_loadu_si128((const void *)corner));
    rows = _mm512_inserti32x4(rows, _mm_loadu_si128((const void *)(corner + stride)), 1);
    rows = _mm512_inserti32x4(rows, _mm_loadu_si128((const void *)(corner + 2 * stride)), 2);
    return _mm512_inserti32x4(rows, _mm_loadu_si128((const void *)(corner + 3 * stride)), 3);
}

/* count: of pixels that matter. */
KERNEL_INLINE __m512i fetch_texels(const struct span_surface *surface,
                                   const struct windows *windows, __m512i texels,
                                   __m512i row_weight, int count, __mmask16 lanes)
{
    __m512i firsts = _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 8, 8, 8, 8);
    __m512i lasts = _mm512_setr_epi32(7, 7, 7, 7, 7, 7, 7, 7, 15, 15, 15, 15, 15, 15, 15, 15);
    if (count < 16) {
        firsts = _mm512_min_epi32(firsts, _mm512_set1_epi32(count - 1));
        lasts = _mm512_min_epi32(lasts, _mm512_set1_epi32(count - 1));
    }
    __m512i corners = _mm512_min_epi16(_mm512_permutexvar_epi32(firsts, texels),
                                       _mm512_permutexvar_epi32(lasts, texels));
    corners = _mm512_min_epi16(corners, windows->last_corner);
    const __m512i inside = _mm512_sub_epi16(texels, corners);
    const __m512i outside =
        _mm512_set1_epi32((int32_t) ~((uint32_t)(WINDOW_ROWS - 1) << 16 | (WINDOW_COLUMNS - 1)));
    const __m512i row_length = _mm512_set1_epi32(WINDOW_COLUMNS << 16 | 1);
    if (!windows->fit || _mm512_mask_test_epi32_mask(lanes, inside, outside) != 0) {
        return fetch_16(surface->pixels, _mm512_madd_epi16(texels, row_weight), lanes);
    }
    const __m512i offsets = _mm512_madd_epi16(corners, row_weight);
    const int32_t first = _mm_cvtsi128_si32(_mm512_castsi512_si128(offsets));
    const int32_t second = _mm_cvtsi128_si32(_mm512_extracti32x4_epi32(offsets, 2));
    const __m512i high_half =
        _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 64, 64, 64, 64, 64, 64, 64, 64);
    const __m512i places = _mm512_or_si512(_mm512_madd_epi16(inside, row_length), high_half);
    return _mm512_permutex2var_epi8(load_window(surface->pixels + first, surface->stride), places,
                                    load_window(surface->pixels + second, surface->stride));
}

struct exact_span {
    __m512 zi_row, sdivz_row, tdivz_row;
    __m512 zi_stepu, sdivz_stepu, tdivz_stepu;
    __m512i sadjust, tadjust;
    __m512i bbextents, bbextentt;   /* for turbulence */
    __m512i last_texel, row_weight; /* for solid spans */
    struct windows windows;
};

KERNEL_INLINE __m512 row_start(float origin, __m512 dv, float stepv)
{
    return _mm512_add_ps(_mm512_set1_ps(origin), _mm512_mul_ps(dv, _mm512_set1_ps(stepv)));
}

KERNEL_INLINE __m512i clamp_16(__m512i at, __m512i last)
{
    return _mm512_min_epi32(_mm512_max_epi32(at, _mm512_setzero_si512()), last);
}

/* Texels of sixteen pixels with their columns (as floats) in du; tile is NULL for solid spans.
 * Those of other lanes than the first `count` are some texel or other. */
KERNEL_INLINE __m512i exact_texels(const struct span_surface *surface,
                                   const struct exact_span *span, const struct turb_tile *tile,
                                   __m512 du, int count)
{
    const __mmask16 lanes = first_lanes(count);
    const __m512 zi = _mm512_add_ps(span->zi_row, _mm512_mul_ps(du, span->zi_stepu));
    const __m512 z = _mm512_div_ps(_mm512_set1_ps(65536.0f), zi);
    const __m512 sdivz = _mm512_add_ps(span->sdivz_row, _mm512_mul_ps(du, span->sdivz_stepu));
    const __m512 tdivz = _mm512_add_ps(span->tdivz_row, _mm512_mul_ps(du, span->tdivz_stepu));
    const __m512i s = _mm512_add_epi32(_mm512_cvttps_epi32(_mm512_mul_ps(sdivz, z)), span->sadjust);
    const __m512i t = _mm512_add_epi32(_mm512_cvttps_epi32(_mm512_mul_ps(tdivz, z)), span->tadjust);
    if (tile != NULL) {
        return fetch_16(
            surface->pixels,
            turb_offsets(tile, clamp_16(s, span->bbextents), clamp_16(t, span->bbextentt)), lanes);
    }
    /* Clamping whole texels gives the same ones as clamping s and t, and takes both at once. */
    const __m512i texels = _mm512_max_epi16(texel_pairs(s, t), _mm512_setzero_si512());
    return fetch_texels(surface, &span->windows, _mm512_min_epi16(texels, span->last_texel),
                        span->row_weight, count, lanes);
}

KERNEL_INLINE void draw_exact(const struct span_surface *surface, const struct turb_tile *tile,
                              uint8_t *dest, int u, int v, int count)
{
    const __m512 dv = float_16(v);
    const __m512i bbextents = _mm512_set1_epi32(surface->bbextents);
    const __m512i bbextentt = _mm512_set1_epi32(surface->bbextentt);
    const struct exact_span span = {
        .zi_row = row_start(surface->zi_origin, dv, surface->zi_stepv),
        .sdivz_row = row_start(surface->sdivz_origin, dv, surface->sdivz_stepv),
        .tdivz_row = row_start(surface->tdivz_origin, dv, surface->tdivz_stepv),
        .zi_stepu = _mm512_set1_ps(surface->zi_stepu),
        .sdivz_stepu = _mm512_set1_ps(surface->sdivz_stepu),
        .tdivz_stepu = _mm512_set1_ps(surface->tdivz_stepu),
        .sadjust = _mm512_set1_epi32(surface->sadjust),
        .tadjust = _mm512_set1_epi32(surface->tadjust),
        .bbextents = bbextents,
        .bbextentt = bbextentt,
        .last_texel = texel_pairs(bbextents, bbextentt),
        .row_weight = make_row_weight(surface->stride),
        .windows = make_windows(surface),
    };
    /* Columns are small whole numbers: counting them in floats is exact. */
    __m512 du = float_ramp(u);
    for (; count > 0; count -= 16, dest += 16) {
        store_lanes(dest, exact_texels(surface, &span, tile, du, count), first_lanes(count));
        du = _mm512_add_ps(du, _mm512_set1_ps(16.0f));
    }
}

static void span_exact(const struct span_surface *surface, uint8_t *dest, int u, int v, int count)
{
    if (surface->stride > INT16_MAX) { /* 16-bit products would not hold the offsets */
        kernels_c_span_exact(surface, dest, u, v, count);
        return;
    }
    draw_exact(surface, NULL, dest, u, v, count);
}

static void turb_exact(const struct span_surface *surface, const struct span_turbulence *turb,
                       uint8_t *dest, int u, int v, int count)
{
    const struct turb_tile tile = make_turb_tile(turb);
    draw_exact(surface, &tile, dest, u, v, count);
}

/* ---- Spans, faithful ---- */

/* Start points and steps of two runs, each in the first two lanes of its half. */
struct two_runs {
    __m256i points, steps;
};

KERNEL_INLINE __m256i join_halves(__m128i low, __m128i high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* Broadcasts lane `first` of each run over its eight pixels. */
KERNEL_INLINE __m512i over_runs(__m256i pairs, int first)
{
    const __m512i places =
        _mm512_inserti64x4(_mm512_set1_epi32(first), _mm256_set1_epi32(first + 4), 1);
    return _mm512_permutexvar_epi32(places, _mm512_castsi256_si512(pairs));
}

/* faithful_point of two points, which follow the first of a span. */
KERNEL_INLINE __m256i faithful_points(const struct faithful_span *span, __m128 first, __m128 second)
{
    const __m256 walk = _mm256_insertf128_ps(_mm256_castps128_ps256(first), second, 1);
    const __m256 z = _mm256_div_ps(_mm256_set1_ps(65536.0f), _mm256_shuffle_ps(walk, walk, 0xaa));
    const __m256i points = _mm256_add_epi32(_mm256_cvttps_epi32(_mm256_mul_ps(walk, z)),
                                            _mm256_broadcastsi128_si256(span->adjust));
    return _mm256_min_epi32(_mm256_max_epi32(points, _mm256_broadcastsi128_si256(span->low)),
                            _mm256_broadcastsi128_si256(span->extent));
}

/* Sixteen texels of two runs of eight; row_weight as in fetch_texels. */
KERNEL_INLINE __m512i two_runs_texels(const struct span_surface *surface,
                                      const struct windows *windows, __m512i row_weight,
                                      const struct two_runs *runs, int count)
{
    const __m512i n_th = _mm512_and_si512(iota_16(), _mm512_set1_epi32(7));
    const __m512i s = _mm512_add_epi32(over_runs(runs->points, 0),
                                       _mm512_mullo_epi32(over_runs(runs->steps, 0), n_th));
    const __m512i t = _mm512_add_epi32(over_runs(runs->points, 1),
                                       _mm512_mullo_epi32(over_runs(runs->steps, 1), n_th));
    return fetch_texels(surface, windows, texel_pairs(s, t), row_weight, count, first_lanes(count));
}

static void span_faithful(const struct span_surface *surface, uint8_t *dest, int u, int v,
                          int count)
{
    if (surface->stride > INT16_MAX) {
        kernels_c_span_faithful(surface, dest, u, v, count);
        return;
    }
    if (count <= 0) {
        return;
    }
    const struct faithful_span span = faithful_make(surface, 8);
    const __m128 stepu_8 = _mm_mul_ps(span.stepu, _mm_set1_ps(8.0f));
    const __m512i row_weight = make_row_weight(surface->stride);
    const struct windows windows = make_windows(surface);
    __m128 walk = faithful_begin(surface, u, v);
    __m128i point = faithful_point(&span, walk, _mm_setzero_si128());

    for (; count > 16; count -= 16, dest += 16) {
        const __m128 middle = _mm_add_ps(walk, stepu_8);
        walk = _mm_add_ps(middle, stepu_8);
        const __m256i next = faithful_points(&span, middle, walk);
        const __m256i points = join_halves(point, _mm256_castsi256_si128(next));
        const __m256i steps = _mm256_srai_epi32(_mm256_sub_epi32(next, points), 3);
        const struct two_runs runs = {points, steps};
        store_lanes(dest, two_runs_texels(surface, &windows, row_weight, &runs, 16), 0xffff);
        point = _mm256_extracti128_si256(next, 1);
    }
    struct two_runs runs = {0};
    __m128i first = point, first_step = _mm_setzero_si128();
    const int n = count > 8 ? count - 8 : count; /* pixels of the last run, 1..8 */
    if (count > 8) {
        walk = _mm_add_ps(walk, stepu_8);
        point = faithful_point(&span, walk, span.low);
        first_step = _mm_srai_epi32(_mm_sub_epi32(point, first), 3);
    }
    walk = _mm_add_ps(walk, _mm_mul_ps(span.stepu, float_4(n - 1)));
    const __m128i next = faithful_point(&span, walk, span.low);
    const __m128i last_step = faithful_last_step(point, next, n);
    runs.points = join_halves(first, point);
    runs.steps = join_halves(count > 8 ? first_step : last_step, last_step);
    store_lanes(dest, two_runs_texels(surface, &windows, row_weight, &runs, count),
                first_lanes(count));
}

static void turb_faithful(const struct span_surface *surface, const struct span_turbulence *turb,
                          uint8_t *dest, int u, int v, int count)
{
    if (count <= 0) {
        return;
    }
    const struct faithful_span span = faithful_make(surface, 16);
    const __m128 stepu_16 = _mm_mul_ps(span.stepu, _mm_set1_ps(16.0f));
    const struct turb_tile tile = make_turb_tile(turb);
    __m128 walk = faithful_begin(surface, u, v);
    __m128i point = faithful_point(&span, walk, _mm_setzero_si128());
    for (; count > 0; count -= 16, dest += 16) {
        const bool last = count <= 16;
        walk = _mm_add_ps(walk, last ? _mm_mul_ps(span.stepu, float_4(count - 1)) : stepu_16);
        const __m128i next = faithful_point(&span, walk, span.low);
        const __m128i step = last ? faithful_last_step(point, next, count)
                                  : _mm_srai_epi32(_mm_sub_epi32(next, point), 4);
        const __m128i start = turb_point(turb, point);
        const __m512i s =
            _mm512_add_epi32(_mm512_broadcastd_epi32(start),
                             _mm512_mullo_epi32(_mm512_broadcastd_epi32(step), iota_16()));
        const __m512i t = _mm512_add_epi32(
            _mm512_broadcastd_epi32(_mm_srli_epi64(start, 32)),
            _mm512_mullo_epi32(_mm512_broadcastd_epi32(_mm_srli_epi64(step, 32)), iota_16()));
        const __mmask16 lanes = first_lanes(count);
        store_lanes(dest, fetch_16(surface->pixels, turb_offsets(&tile, s, t), lanes), lanes);
        point = next;
    }
}

/* ---- Depth ---- */

static void z_fill(int16_t *dest, int count, int32_t izi, int32_t izi_step)
{
    const __m512i step_1 = _mm512_set1_epi32(izi_step), step_16 = _mm512_slli_epi32(step_1, 4);
    __m512i z = _mm512_add_epi32(_mm512_set1_epi32(izi), _mm512_mullo_epi32(step_1, iota_16()));
    for (; count > 0; count -= 16, dest += 16) {
        const __m256i depths = _mm512_cvtepi32_epi16(_mm512_srai_epi32(z, 16));
        _mm256_mask_storeu_epi16(dest, first_lanes(count), depths);
        z = _mm512_add_epi32(z, step_16);
    }
}

/* ---- Palette ---- */

/* Colours have nothing above their red: the fourth plane is 0. */
static bool has_three_planes(const uint32_t *palette)
{
    __m512i all = _mm512_setzero_si512();
    for (int i = 0; i < 256; i += 16) {
        all = _mm512_or_si512(all, _mm512_loadu_si512((const void *)(palette + i)));
    }
    return _mm512_test_epi32_mask(all, _mm512_set1_epi32((int32_t)0xff000000)) == 0;
}

static void expand_colors(uint32_t *dest, const uint8_t *source, int count, const uint32_t *palette)
{
    enum { FEW = 640 }; /* pixels; up to FEW, preparing the tables costs more than it gains */
    int done = 0;
    if (count > FEW && has_three_planes(palette)) {
        done = kernels_vbmi_expand(dest, source, count, palette);
    }
    kernels_sse41_expand(dest + done, source + done, count - done, palette);
}

const struct kernels kernels_table_avx512 = {
    .name = "avx512",
    .span_faithful = span_faithful,
    .span_exact = span_exact,
    .turb_faithful = turb_faithful,
    .turb_exact = turb_exact,
    .sky_faithful = kernels_avx2_sky_faithful,
    .sky_exact = kernels_avx2_sky_exact,
    .skybox = kernels_avx2_skybox,
    .fog = kernels_vbmi_fog,
    .z_fill = z_fill,
    .fence = kernels_sse41_fence,
    .mix = kernels_sse41_mix,
    .mix_changed = kernels_sse41_mix_changed,
    .expand = expand_colors,
};

#else

/* An empty translation unit is not C. */
typedef int kernels_avx512_unused;

#endif
