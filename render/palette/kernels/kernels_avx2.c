/* The AVX2 kernels. Fences, mixing and fog are SSE4.1's. */
#include "render/palette/kernels/kernels_avx2_internal.h"
#include "render/palette/kernels/kernels_faithful.h"

#if KERNELS_X86

#include <stdbool.h>

/* ---- Rows ---- */

/* Offsets of the texels of eight pixels by their columns; row: what else they follow from. */
typedef __m256i (*row_offsets_fn)(const void *row, __m256 columns);

/* A span whose texels each follow from their pixel's column alone; one that is not `is_long` is not
 * drawn in pieces. Columns are small whole numbers: counting them in floats is exact. */
KERNEL_INLINE void draw_row(row_offsets_fn offsets_of, const void *row, const uint8_t *pixels,
                            uint8_t *dest, int column, int count, bool is_long)
{
    __m256 columns = float_ramp(column);
    const __m256 eight = _mm256_set1_ps(8.0f);

    if (count < 8) {
        if (count > 0) {
            store_some(dest, fetch_8(pixels, offsets_of(row, columns)), count);
        }
        return;
    }
    int i = 0;
    for (; is_long && i + PIECE <= count; i += PIECE) {
        struct piece piece;
        for (int j = 0; j < PIECE; j += 8) {
            piece_set(&piece, j, offsets_of(row, columns));
            columns = _mm256_add_ps(columns, eight);
        }
        piece_draw(&piece, pixels, dest + i);
    }
    for (; i + 8 <= count; i += 8) {
        store_8(dest + i, fetch_8(pixels, offsets_of(row, columns)));
        columns = _mm256_add_ps(columns, eight);
    }
    if (i < count) { /* the last eight once more: groups may begin anywhere */
        columns = float_ramp(column + count - 8);
        store_8(dest + count - 8, fetch_8(pixels, offsets_of(row, columns)));
    }
}

/* ---- Spans, exact ---- */

struct exact_span {
    __m256 zi_row, sdivz_row, tdivz_row;
    __m256 zi_stepu, sdivz_stepu, tdivz_stepu;
    __m256i sadjust, tadjust;
    __m256i bbextents, bbextentt;   /* for turbulence */
    __m256i last_texel, row_weight; /* for solid spans */
};

/* Broadcasts straight from memory are cheaper than of computed scalars; the sums are the same. */
KERNEL_INLINE __m256 row_start(const float *origin, __m256 dv, const float *stepv)
{
    return _mm256_add_ps(_mm256_broadcast_ss(origin),
                         _mm256_mul_ps(dv, _mm256_broadcast_ss(stepv)));
}

/* tile is NULL for solid spans. */
KERNEL_INLINE __m256i exact_offsets(const struct exact_span *span, const struct turb_tile *tile,
                                    __m256 du)
{
    __m256 zi = _mm256_add_ps(span->zi_row, _mm256_mul_ps(du, span->zi_stepu));
    __m256 z = _mm256_div_ps(_mm256_set1_ps(65536.0f), zi);
    __m256 sdivz = _mm256_add_ps(span->sdivz_row, _mm256_mul_ps(du, span->sdivz_stepu));
    __m256 tdivz = _mm256_add_ps(span->tdivz_row, _mm256_mul_ps(du, span->tdivz_stepu));
    __m256i s = _mm256_add_epi32(_mm256_cvttps_epi32(_mm256_mul_ps(sdivz, z)), span->sadjust);
    __m256i t = _mm256_add_epi32(_mm256_cvttps_epi32(_mm256_mul_ps(tdivz, z)), span->tadjust);
    const __m256i zero = _mm256_setzero_si256();
    if (tile != NULL) {
        s = _mm256_min_epi32(_mm256_max_epi32(s, zero), span->bbextents);
        t = _mm256_min_epi32(_mm256_max_epi32(t, zero), span->bbextentt);
        return turb_offsets(tile, s, t);
    }
    /* Clamping whole texels gives the same ones as clamping s and t, and takes both at once. */
    __m256i texels = _mm256_min_epi16(_mm256_max_epi16(texel_pairs(s, t), zero), span->last_texel);
    return _mm256_madd_epi16(texels, span->row_weight);
}

KERNEL_INLINE __m256i solid_offsets(const void *span, __m256 columns)
{
    return exact_offsets(span, NULL, columns);
}

struct turbulent_span {
    struct exact_span span;
    struct turb_tile tile;
};

KERNEL_INLINE __m256i turbulent_offsets(const void *row, __m256 columns)
{
    const struct turbulent_span *turbulent = row;
    return exact_offsets(&turbulent->span, &turbulent->tile, columns);
}

KERNEL_INLINE struct exact_span exact_make(const struct span_surface *surface, int v)
{
    const __m256 dv = float_8(v);
    const __m256i bbextents = _mm256_set1_epi32(surface->bbextents);
    const __m256i bbextentt = _mm256_set1_epi32(surface->bbextentt);
    return (struct exact_span){
        .zi_row = row_start(&surface->zi_origin, dv, &surface->zi_stepv),
        .sdivz_row = row_start(&surface->sdivz_origin, dv, &surface->sdivz_stepv),
        .tdivz_row = row_start(&surface->tdivz_origin, dv, &surface->tdivz_stepv),
        .zi_stepu = _mm256_broadcast_ss(&surface->zi_stepu),
        .sdivz_stepu = _mm256_broadcast_ss(&surface->sdivz_stepu),
        .tdivz_stepu = _mm256_broadcast_ss(&surface->tdivz_stepu),
        .sadjust = _mm256_set1_epi32(surface->sadjust),
        .tadjust = _mm256_set1_epi32(surface->tadjust),
        .bbextents = bbextents,
        .bbextentt = bbextentt,
        .last_texel = texel_pairs(bbextents, bbextentt),
        .row_weight = make_row_weight(surface->stride),
    };
}

/* A separate function, so that short spans, the majority, need no stack frame. */
static KERNEL_NOINLINE void span_exact_long(const struct span_surface *surface, uint8_t *dest,
                                            int u, int v, int count)
{
    const struct exact_span span = exact_make(surface, v);
    draw_row(solid_offsets, &span, surface->pixels, dest, u, count, true);
}

static void span_exact(const struct span_surface *surface, uint8_t *dest, int u, int v, int count)
{
    if (surface->stride > INT16_MAX) { /* 16-bit products would not hold the offsets */
        kernels_c_span_exact(surface, dest, u, v, count);
        return;
    }
    if (count >= PIECE) {
        span_exact_long(surface, dest, u, v, count);
        return;
    }
    const struct exact_span span = exact_make(surface, v);
    draw_row(solid_offsets, &span, surface->pixels, dest, u, count, false);
}

static void turb_exact(const struct span_surface *surface, const struct span_turbulence *turb,
                       uint8_t *dest, int u, int v, int count)
{
    const struct turbulent_span span = {exact_make(surface, v), make_turb_tile(turb)};
    draw_row(turbulent_offsets, &span, surface->pixels, dest, u, count, true);
}

/* ---- Spans, faithful ---- */

KERNEL_INLINE __m256i broadcast_lane_0(__m128i x)
{
    return _mm256_broadcastd_epi32(x);
}

KERNEL_INLINE __m256i broadcast_lane_1(__m128i x)
{
    return _mm256_permutevar8x32_epi32(_mm256_castsi128_si256(x), _mm256_set1_epi32(1));
}

/* Offsets of eight pixels: the `index`-th ones from `point`. */
KERNEL_INLINE __m256i faithful_offsets(const struct turb_tile *tile, __m256i row_weight,
                                       __m128i point, __m128i step, __m256i index)
{
    __m256i s = _mm256_add_epi32(broadcast_lane_0(point),
                                 _mm256_mullo_epi32(broadcast_lane_0(step), index));
    __m256i t = _mm256_add_epi32(broadcast_lane_1(point),
                                 _mm256_mullo_epi32(broadcast_lane_1(step), index));
    return tile != NULL ? turb_offsets(tile, s, t)
                        : _mm256_madd_epi16(texel_pairs(s, t), row_weight);
}

KERNEL_INLINE uint64_t faithful_8(const uint8_t *pixels, const struct turb_tile *tile,
                                  __m256i row_weight, __m128i point, __m128i step, __m256i index)
{
    return fetch_8(pixels, faithful_offsets(tile, row_weight, point, step, index));
}

/* Offsets of a whole run of eight pixels; walk and point go to its end. */
KERNEL_INLINE __m256i faithful_run(const struct faithful_span *span, __m128 stepu_8,
                                   __m256i row_weight, __m128 *walk, __m128i *point)
{
    const __m128i start = *point;
    *walk = _mm_add_ps(*walk, stepu_8);
    *point = faithful_point(span, *walk, span->low);
    __m128i step = _mm_srai_epi32(_mm_sub_epi32(*point, start), 3);
    return faithful_offsets(NULL, row_weight, start, step, iota_8());
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
    const __m256i row_weight = make_row_weight(surface->stride);
    const uint8_t *pixels = surface->pixels;
    __m128 walk = faithful_begin(surface, u, v);
    __m128i point = faithful_point(&span, walk, _mm_setzero_si128());
    uint64_t texels = 0;
    int i = 0;

    for (; count - i > PIECE; i += PIECE) {
        struct piece piece;
        for (int j = 0; j < PIECE; j += 8) {
            piece_set(&piece, j, faithful_run(&span, stepu_8, row_weight, &walk, &point));
        }
        texels = piece_draw(&piece, pixels, dest + i);
    }
    for (; count - i > 8; i += 8) {
        texels = fetch_8(pixels, faithful_run(&span, stepu_8, row_weight, &walk, &point));
        store_8(dest + i, texels);
    }
    const int n = count - i; /* 1..8 */
    walk = _mm_add_ps(walk, _mm_mul_ps(span.stepu, float_4(n - 1)));
    __m128i next = faithful_point(&span, walk, span.low);
    __m128i step = faithful_last_step(point, next, n);
    /* Lanes after the end repeat the last pixel, whose offset is valid. */
    __m256i index = _mm256_min_epi32(iota_8(), _mm256_set1_epi32(n - 1));
    uint64_t last = faithful_8(pixels, NULL, row_weight, point, step, index);
    if (count >= 8) {
        /* One whole store: the end of the run before, then these n. */
        uint64_t before = texels >> (8 * (n - 1)) >> 8;
        store_8(dest + count - 8, before | last << (8 * (8 - n)));
    } else {
        store_some(dest, last, n);
    }
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
    const __m256i second_8 = _mm256_add_epi32(iota_8(), _mm256_set1_epi32(8));
    const __m256i unused = _mm256_setzero_si256();
    const uint8_t *pixels = surface->pixels;
    __m128 walk = faithful_begin(surface, u, v);
    __m128i point = faithful_point(&span, walk, _mm_setzero_si128());

    for (; count > 16; count -= 16) {
        walk = _mm_add_ps(walk, stepu_16);
        __m128i next = faithful_point(&span, walk, span.low);
        __m128i step = _mm_srai_epi32(_mm_sub_epi32(next, point), 4);
        __m128i start = turb_point(turb, point);
        store_8(dest, faithful_8(pixels, &tile, unused, start, step, iota_8()));
        store_8(dest + 8, faithful_8(pixels, &tile, unused, start, step, second_8));
        dest += 16;
        point = next;
    }
    walk = _mm_add_ps(walk, _mm_mul_ps(span.stepu, float_4(count - 1)));
    __m128i next = faithful_point(&span, walk, span.low);
    __m128i step = faithful_last_step(point, next, count);
    __m128i start = turb_point(turb, point);
    if (count < 8) {
        store_some(dest, faithful_8(pixels, &tile, unused, start, step, iota_8()), count);
        return;
    }
    store_8(dest, faithful_8(pixels, &tile, unused, start, step, iota_8()));
    if (count > 8) {
        __m256i index = _mm256_add_epi32(iota_8(), _mm256_set1_epi32(count - 8));
        store_8(dest + count - 8, faithful_8(pixels, &tile, unused, start, step, index));
    }
}

/* ---- Sky ---- */

KERNEL_INLINE __m256i sky_offsets(__m256i s, __m256i t)
{
    const __m256i column_mask = _mm256_set1_epi32(127), row_mask = _mm256_set1_epi32(127 << 7);
    __m256i column = _mm256_and_si256(_mm256_srli_epi32(s, 16), column_mask);
    __m256i row = _mm256_and_si256(_mm256_srli_epi32(t, 9), row_mask);
    return _mm256_or_si256(row, column);
}

/* s and t of eight screen points at columns u of one row: kernel_sky_point's operations. Its
 * quotient in double, rounded to float, is the quotient in float: double has more than twice the
 * bits. */
KERNEL_INLINE void sky_points(const struct span_sky *sky, __m256i u, int v, int32_t s[8],
                              int32_t t[8])
{
    const __m256 size = float_8(sky->width >= sky->height ? sky->width : sky->height);
    const __m256 reach = _mm256_set1_ps(8192.0f);
    const __m256 wv = _mm256_div_ps(_mm256_mul_ps(reach, float_8((sky->height >> 1) - v)), size);
    __m256 column = _mm256_cvtepi32_ps(_mm256_sub_epi32(u, _mm256_set1_epi32(sky->width >> 1)));
    __m256 wu = _mm256_div_ps(_mm256_mul_ps(reach, column), size);
    __m256 end[3];
    for (int i = 0; i < 3; i++) {
        __m256 ahead =
            _mm256_mul_ps(_mm256_set1_ps(4096.0f), _mm256_broadcast_ss(&sky->forward[i]));
        end[i] = _mm256_add_ps(ahead, _mm256_mul_ps(wu, _mm256_broadcast_ss(&sky->right[i])));
        end[i] = _mm256_add_ps(end[i], _mm256_mul_ps(wv, _mm256_broadcast_ss(&sky->up[i])));
    }
    end[2] = _mm256_mul_ps(end[2], _mm256_set1_ps(3.0f));
    __m256 length = _mm256_add_ps(_mm256_mul_ps(end[0], end[0]), _mm256_mul_ps(end[1], end[1]));
    length = _mm256_sqrt_ps(_mm256_add_ps(length, _mm256_mul_ps(end[2], end[2])));
    /* A vector of no length stays as it is. */
    const __m256 one = _mm256_set1_ps(1.0f);
    __m256 zero_length = _mm256_cmp_ps(length, _mm256_setzero_ps(), _CMP_EQ_OQ);
    __m256 inverse = _mm256_blendv_ps(_mm256_div_ps(one, length), one, zero_length);
    int32_t *results[2] = {s, t};
    for (int i = 0; i < 2; i++) {
        __m256 turned =
            _mm256_mul_ps(_mm256_set1_ps(6 * (128 / 2 - 1)), _mm256_mul_ps(end[i], inverse));
        __m256 moved = _mm256_add_ps(_mm256_broadcast_ss(&sky->scroll), turned);
        __m256i fixed = _mm256_cvttps_epi32(_mm256_mul_ps(moved, _mm256_set1_ps(65536.0f)));
        _mm256_storeu_si256((__m256i *)(void *)results[i], fixed);
    }
}

/* Offsets of pixels first..first + 7 of a run. */
KERNEL_INLINE __m256i sky_run_8(int32_t s, int32_t t, int32_t s_step, int32_t t_step, int first)
{
    __m256i index = _mm256_add_epi32(iota_8(), _mm256_set1_epi32(first));
    __m256i s_8 = _mm256_add_epi32(_mm256_set1_epi32(s),
                                   _mm256_mullo_epi32(_mm256_set1_epi32(s_step), index));
    __m256i t_8 = _mm256_add_epi32(_mm256_set1_epi32(t),
                                   _mm256_mullo_epi32(_mm256_set1_epi32(t_step), index));
    return sky_offsets(s_8, t_8);
}

/* One run of n (1..32) pixels. */
KERNEL_INLINE void sky_run(const uint8_t *pixels, uint8_t *dest, int n, int32_t s, int32_t t,
                           int32_t s_step, int32_t t_step)
{
    if (n == PIECE) {
        struct piece piece;
        for (int i = 0; i < PIECE; i += 8) {
            piece_set(&piece, i, sky_run_8(s, t, s_step, t_step, i));
        }
        piece_draw(&piece, pixels, dest);
        return;
    }
    if (n < 8) {
        store_some(dest, fetch_8(pixels, sky_run_8(s, t, s_step, t_step, 0)), n);
        return;
    }
    for (int i = 0; i + 8 <= n; i += 8) {
        store_8(dest + i, fetch_8(pixels, sky_run_8(s, t, s_step, t_step, i)));
    }
    if (n & 7) {
        store_8(dest + n - 8, fetch_8(pixels, sky_run_8(s, t, s_step, t_step, n - 8)));
    }
}

void kernels_avx2_sky_faithful(const struct span_sky *sky, uint8_t *dest, int u, int v, int count)
{
    /* The ends of up to seven runs at a time; the last end of a span is its last pixel. */
    while (count > 0) {
        const __m256i ends = _mm256_setr_epi32(0, 32, 64, 96, 128, 160, 192, 224);
        int32_t s[8], t[8];
        __m256i last = _mm256_set1_epi32(count > 224 ? 224 : count - 1);
        sky_points(sky, _mm256_add_epi32(_mm256_set1_epi32(u), _mm256_min_epi32(ends, last)), v, s,
                   t);
        for (int run = 0; run < 7 && count > 0; run++) {
            const int n = count < 32 ? count : 32;
            int32_t s_step = kernel_subtract(s[run + 1], s[run]);
            int32_t t_step = kernel_subtract(t[run + 1], t[run]);
            count -= n;
            if (count > 0) {
                s_step >>= 5;
                t_step >>= 5;
            } else if (n > 1) {
                s_step /= n - 1;
                t_step /= n - 1;
            }
            sky_run(sky->pixels, dest, n, s[run], t[run], s_step, t_step);
            dest += n;
            u += n;
        }
    }
}

/* ---- Skybox ---- */

struct box_row {
    __m256 row[3], right[3];
    __m256 xcenter, xscaleinv, half;
    __m256i last; /* texel */
    __m256i side;
};

KERNEL_INLINE __m256 box_axis(const struct box_row *box, __m256 du, int i)
{
    return _mm256_add_ps(box->row[i], _mm256_mul_ps(du, box->right[i]));
}

KERNEL_INLINE __m256i box_texel(const struct box_row *box, __m256 st, __m256 scale)
{
    __m256 at = _mm256_add_ps(box->half, _mm256_mul_ps(st, scale));
    __m256i texel = _mm256_max_epi32(_mm256_cvttps_epi32(at), _mm256_setzero_si256());
    return _mm256_min_epi32(texel, box->last);
}

/* Columns are of the frame. */
KERNEL_INLINE __m256i skybox_offsets(const void *row, __m256 columns)
{
    const struct box_row *box = row;
    const __m256 sign = _mm256_set1_ps(-0.0f), zero = _mm256_setzero_ps();
    __m256 du = _mm256_mul_ps(_mm256_sub_ps(columns, box->xcenter), box->xscaleinv);
    __m256 x = box_axis(box, du, 0), y = box_axis(box, du, 1), z = box_axis(box, du, 2);
    __m256 ax = _mm256_andnot_ps(sign, x), ay = _mm256_andnot_ps(sign, y);
    __m256 az = _mm256_andnot_ps(sign, z);
    __m256 y_wins = _mm256_cmp_ps(ay, az, _CMP_GE_OQ);
    __m256 x_wins =
        _mm256_and_ps(_mm256_cmp_ps(ax, ay, _CMP_GE_OQ), _mm256_cmp_ps(ax, az, _CMP_GE_OQ));

    /* Starts with the third axis, then selects the second where it is largest, then the first. */
    __m256 minus_y = _mm256_xor_ps(y, sign), minus_z = _mm256_xor_ps(z, sign);
    __m256 below = _mm256_cmp_ps(z, zero, _CMP_LT_OQ), right = _mm256_cmp_ps(y, zero, _CMP_LT_OQ);
    __m256 behind = _mm256_cmp_ps(x, zero, _CMP_LT_OQ);
    __m256 far = _mm256_blendv_ps(_mm256_blendv_ps(az, ay, y_wins), ax, x_wins);
    __m256 s = _mm256_blendv_ps(minus_y, _mm256_xor_ps(x, _mm256_and_ps(right, sign)), y_wins);
    s = _mm256_blendv_ps(s, _mm256_blendv_ps(minus_y, y, behind), x_wins);
    __m256 t = _mm256_xor_ps(x, _mm256_and_ps(below, sign));
    t = _mm256_blendv_ps(t, minus_z, _mm256_or_ps(y_wins, x_wins));
    __m256 negative = _mm256_blendv_ps(_mm256_blendv_ps(below, right, y_wins), behind, x_wins);
    __m256i face = _mm256_set1_epi32(4);
    face = _mm256_blendv_epi8(face, _mm256_set1_epi32(2), _mm256_castps_si256(y_wins));
    face = _mm256_andnot_si256(_mm256_castps_si256(x_wins), face);
    face = _mm256_sub_epi32(face, _mm256_castps_si256(negative));

    __m256 scale = _mm256_div_ps(box->half, far);
    __m256i line = _mm256_add_epi32(_mm256_mullo_epi32(face, box->side), box_texel(box, t, scale));
    return _mm256_add_epi32(_mm256_mullo_epi32(line, box->side), box_texel(box, s, scale));
}

void kernels_avx2_skybox(const struct span_skybox *span, uint8_t *dest, int u, int v, int count)
{
    struct box_row box = {.xcenter = _mm256_set1_ps(span->xcenter),
                          .xscaleinv = _mm256_set1_ps(span->xscaleinv),
                          .half = _mm256_mul_ps(_mm256_set1_ps(0.5f), float_8(span->side)),
                          .last = _mm256_set1_epi32(span->side - 1),
                          .side = _mm256_set1_epi32(span->side)};
    const __m256 dv = _mm256_mul_ps(_mm256_sub_ps(_mm256_set1_ps(span->ycenter), float_8(v)),
                                    _mm256_set1_ps(span->yscaleinv));
    for (int i = 0; i < 3; i++) {
        box.row[i] = _mm256_add_ps(_mm256_set1_ps(span->forward[i]),
                                   _mm256_mul_ps(dv, _mm256_set1_ps(span->up[i])));
        box.right[i] = _mm256_set1_ps(span->right[i]);
    }
    draw_row(skybox_offsets, &box, span->pixels, dest, u, count, true);
}

struct exact_sky {
    __m256 row[3], right[3];
    __m256 scale, scroll;
};

/* Columns are counted from the middle of the frame. */
KERNEL_INLINE __m256i exact_sky_offsets(const void *row, __m256 columns)
{
    const struct exact_sky *sky = row;
    const __m256 fixed = _mm256_set1_ps(65536.0f);
    __m256 wu = _mm256_mul_ps(columns, sky->scale);
    __m256 x = _mm256_add_ps(sky->row[0], _mm256_mul_ps(wu, sky->right[0]));
    __m256 y = _mm256_add_ps(sky->row[1], _mm256_mul_ps(wu, sky->right[1]));
    __m256 z = _mm256_add_ps(sky->row[2], _mm256_mul_ps(wu, sky->right[2]));
    z = _mm256_mul_ps(z, _mm256_set1_ps(3.0f));
    __m256 square = _mm256_add_ps(_mm256_mul_ps(x, x), _mm256_mul_ps(y, y));
    square = _mm256_add_ps(square, _mm256_mul_ps(z, z));
    __m256 inverse = _mm256_div_ps(_mm256_set1_ps(378.0f), _mm256_sqrt_ps(square));
    __m256 s = _mm256_add_ps(sky->scroll, _mm256_mul_ps(x, inverse));
    __m256 t = _mm256_add_ps(sky->scroll, _mm256_mul_ps(y, inverse));
    return sky_offsets(_mm256_cvttps_epi32(_mm256_mul_ps(s, fixed)),
                       _mm256_cvttps_epi32(_mm256_mul_ps(t, fixed)));
}

void kernels_avx2_sky_exact(const struct span_sky *sky, uint8_t *dest, int u, int v, int count)
{
    const __m256 scale = _mm256_div_ps(
        _mm256_set1_ps(8192.0f), float_8(sky->width >= sky->height ? sky->width : sky->height));
    const __m256 wv = _mm256_mul_ps(float_8((sky->height >> 1) - v), scale);
    struct exact_sky span;
    for (int i = 0; i < 3; i++) {
        __m256 ahead =
            _mm256_mul_ps(_mm256_set1_ps(4096.0f), _mm256_broadcast_ss(&sky->forward[i]));
        span.row[i] = _mm256_add_ps(ahead, _mm256_mul_ps(wv, _mm256_broadcast_ss(&sky->up[i])));
        span.right[i] = _mm256_set1_ps(sky->right[i]);
    }
    span.scale = scale;
    span.scroll = _mm256_set1_ps(sky->scroll);

    draw_row(exact_sky_offsets, &span, sky->pixels, dest, u - (sky->width >> 1), count, true);
}

/* ---- Depth and palette ---- */

/* Sixteen depths. a holds those of pixels 0..3 and 8..11, so that the pack, which works in
 * halves, leaves them in order. */
KERNEL_INLINE __m256i depth_16(__m256i a, __m256i step_4)
{
    return _mm256_packs_epi32(_mm256_srai_epi32(a, 16),
                              _mm256_srai_epi32(_mm256_add_epi32(a, step_4), 16));
}

static void z_fill(int16_t *dest, int count, int32_t izi, int32_t izi_step)
{
    const __m256i step_1 = _mm256_set1_epi32(izi_step);
    const __m256i step_4 = _mm256_slli_epi32(step_1, 2), step_16 = _mm256_slli_epi32(step_1, 4);
    const __m256i ramp = _mm256_mullo_epi32(step_1, _mm256_setr_epi32(0, 1, 2, 3, 8, 9, 10, 11));
    __m256i z = _mm256_add_epi32(_mm256_set1_epi32(izi), ramp);

    if (count >= 16) {
        int i = 0;
        for (; i + 16 <= count; i += 16) {
            _mm256_storeu_si256((__m256i *)(dest + i), depth_16(z, step_4));
            z = _mm256_add_epi32(z, step_16);
        }
        if (i < count) {
            int32_t last = (int32_t)((uint32_t)izi + (uint32_t)(count - 16) * (uint32_t)izi_step);
            z = _mm256_add_epi32(_mm256_set1_epi32(last), ramp);
            _mm256_storeu_si256((__m256i *)(dest + count - 16), depth_16(z, step_4));
        }
        return;
    }
    __m256i depths = depth_16(z, step_4);
    __m128i part = _mm256_castsi256_si128(depths);
    if (count & 8) {
        _mm_storeu_si128((__m128i *)dest, part);
        part = _mm256_extracti128_si256(depths, 1);
        dest += 8;
    }
    if (count & 4) {
        _mm_storel_epi64((__m128i *)dest, part);
        part = _mm_unpackhi_epi64(part, part);
        dest += 4;
    }
    uint64_t rest = (uint64_t)_mm_cvtsi128_si64(part);
    if (count & 2) {
        store_4(dest, rest);
        rest >>= 32;
        dest += 2;
    }
    if (count & 1) {
        dest[0] = (int16_t)(uint16_t)rest;
    }
}

const struct kernels kernels_table_avx2 = {
    .name = "avx2",
    .span_faithful = span_faithful,
    .span_exact = span_exact,
    .turb_faithful = turb_faithful,
    .turb_exact = turb_exact,
    .sky_faithful = kernels_avx2_sky_faithful,
    .sky_exact = kernels_avx2_sky_exact,
    .skybox = kernels_avx2_skybox,
    .fog = kernels_sse41_fog,
    .z_fill = z_fill,
    .fence = kernels_sse41_fence,
    .mix = kernels_sse41_mix,
    .mix_changed = kernels_sse41_mix_changed,
    .expand = kernels_sse41_expand,
};

#else

/* An empty translation unit is not C. */
typedef int kernels_avx2_unused;

#endif
