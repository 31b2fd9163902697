/* The SSE4.1 kernels, and those of other machines with vectors of 128 bits. */
#include "render/palette/kernels/kernels_loads.h"

#if KERNELS_SSE41

/* SSE4.1 has no gather: addresses are computed four or eight at a time, texels are loaded one by
 * one. */

KERNEL_INLINE void store_4(void *dest, uint32_t value)
{
    memcpy(dest, &value, sizeof value);
}

/* The whole texels of s and t as pairs of 16 bits. */
KERNEL_INLINE __m128i texel_pairs(__m128i s, __m128i t)
{
    return _mm_blend_epi16(_mm_srli_epi32(s, 16), t, 0xaa);
}

/* Clamped to the block (which after the shift gives the same texel as before it), then column * 1 +
 * row * stride by one multiply-add. */
KERNEL_INLINE __m128i block_offsets(__m128i s, __m128i t, __m128i last_texel, __m128i row_weight)
{
    __m128i pairs = _mm_max_epi16(texel_pairs(s, t), _mm_setzero_si128());
    return _mm_madd_epi16(_mm_min_epi16(pairs, last_texel), row_weight);
}

/* The offsets of four pixels from u on. */
struct exact_span {
    __m128 zi_row, sdivz_row, tdivz_row;
    __m128 zi_stepu, sdivz_stepu, tdivz_stepu;
    __m128i sadjust, tadjust;
    __m128i last_texel; /* pairs of 16 bits: column, row */
    __m128i row_weight; /* pairs of 16 bits: 1, stride */
};

KERNEL_INLINE __m128i exact_offsets(const struct exact_span *span, __m128 du)
{
    __m128 zi = _mm_add_ps(span->zi_row, _mm_mul_ps(du, span->zi_stepu));
    __m128 z = _mm_div_ps(_mm_set1_ps(65536.0f), zi);
    __m128 sdivz = _mm_add_ps(span->sdivz_row, _mm_mul_ps(du, span->sdivz_stepu));
    __m128 tdivz = _mm_add_ps(span->tdivz_row, _mm_mul_ps(du, span->tdivz_stepu));
    __m128i s = _mm_add_epi32(_mm_cvttps_epi32(_mm_mul_ps(sdivz, z)), span->sadjust);
    __m128i t = _mm_add_epi32(_mm_cvttps_epi32(_mm_mul_ps(tdivz, z)), span->tadjust);
    return block_offsets(s, t, span->last_texel, span->row_weight);
}

KERNEL_INLINE __m128 row_start(float origin, __m128 dv, float stepv)
{
    return _mm_add_ps(_mm_set1_ps(origin), _mm_mul_ps(dv, _mm_set1_ps(stepv)));
}

static void span_exact(const struct span_surface *surface, uint8_t *dest, int u, int v, int count)
{
    if (surface->stride > INT16_MAX) { /* 16-bit products would not hold the offsets */
        kernels_c_span_exact(surface, dest, u, v, count);
        return;
    }
    const uint8_t *pixels = surface->pixels;
    /* The scalar conversion would depend on the register's old value. */
    const __m128 dv = _mm_cvtepi32_ps(_mm_set1_epi32(v));
    const struct exact_span span = {
        .zi_row = row_start(surface->zi_origin, dv, surface->zi_stepv),
        .sdivz_row = row_start(surface->sdivz_origin, dv, surface->sdivz_stepv),
        .tdivz_row = row_start(surface->tdivz_origin, dv, surface->tdivz_stepv),
        .zi_stepu = _mm_set1_ps(surface->zi_stepu),
        .sdivz_stepu = _mm_set1_ps(surface->sdivz_stepu),
        .tdivz_stepu = _mm_set1_ps(surface->tdivz_stepu),
        .sadjust = _mm_set1_epi32(surface->sadjust),
        .tadjust = _mm_set1_epi32(surface->tadjust),
        .last_texel =
            texel_pairs(_mm_set1_epi32(surface->bbextents), _mm_set1_epi32(surface->bbextentt)),
        .row_weight = _mm_set1_epi32((int32_t)((uint32_t)surface->stride << 16 | 1u)),
    };
    __m128i column = _mm_add_epi32(_mm_set1_epi32(u), _mm_setr_epi32(0, 1, 2, 3));

    if (count < 4) {
        uint32_t texels = fetch_4(pixels, exact_offsets(&span, _mm_cvtepi32_ps(column)));
        for (int i = 0; i < count; i++) {
            dest[i] = (uint8_t)(texels >> (8 * i));
        }
        return;
    }
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        store_4(dest + i, fetch_4(pixels, exact_offsets(&span, _mm_cvtepi32_ps(column))));
        column = _mm_add_epi32(column, _mm_set1_epi32(4));
    }
    if (i < count) { /* the last four once more: groups may begin anywhere */
        column = _mm_add_epi32(_mm_set1_epi32(u + count - 4), _mm_setr_epi32(0, 1, 2, 3));
        store_4(dest + count - 4, fetch_4(pixels, exact_offsets(&span, _mm_cvtepi32_ps(column))));
    }
}

struct box_row {
    __m128 row[3], right[3];
    __m128 xcenter, xscaleinv, half;
    __m128i last; /* texel */
    __m128i side;
    const uint8_t *pixels;
};

KERNEL_INLINE __m128 box_axis(const struct box_row *box, __m128 du, int i)
{
    return _mm_add_ps(box->row[i], _mm_mul_ps(du, box->right[i]));
}

KERNEL_INLINE __m128i box_texel(const struct box_row *box, __m128 st, __m128 scale)
{
    __m128 at = _mm_add_ps(box->half, _mm_mul_ps(st, scale));
    return _mm_min_epi32(_mm_max_epi32(_mm_cvttps_epi32(at), _mm_setzero_si128()), box->last);
}

/* Four pixels from column u on. */
KERNEL_INLINE uint32_t skybox_4(const struct box_row *box, int u)
{
    const __m128 sign = _mm_set1_ps(-0.0f), zero = _mm_setzero_ps();
    __m128 column = _mm_cvtepi32_ps(_mm_add_epi32(_mm_set1_epi32(u), _mm_setr_epi32(0, 1, 2, 3)));
    __m128 du = _mm_mul_ps(_mm_sub_ps(column, box->xcenter), box->xscaleinv);
    __m128 x = box_axis(box, du, 0), y = box_axis(box, du, 1), z = box_axis(box, du, 2);
    __m128 ax = _mm_andnot_ps(sign, x), ay = _mm_andnot_ps(sign, y), az = _mm_andnot_ps(sign, z);
    __m128 y_wins = _mm_cmpge_ps(ay, az);
    __m128 x_wins = _mm_and_ps(_mm_cmpge_ps(ax, ay), _mm_cmpge_ps(ax, az));

    /* Starts with the third axis, then selects the second where it is largest, then the first. */
    __m128 minus_y = _mm_xor_ps(y, sign), minus_z = _mm_xor_ps(z, sign);
    __m128 below = _mm_cmplt_ps(z, zero), right = _mm_cmplt_ps(y, zero);
    __m128 behind = _mm_cmplt_ps(x, zero);
    __m128 far = _mm_blendv_ps(_mm_blendv_ps(az, ay, y_wins), ax, x_wins);
    __m128 s = _mm_blendv_ps(minus_y, _mm_xor_ps(x, _mm_and_ps(right, sign)), y_wins);
    s = _mm_blendv_ps(s, _mm_blendv_ps(minus_y, y, behind), x_wins);
    __m128 t = _mm_xor_ps(x, _mm_and_ps(below, sign));
    t = _mm_blendv_ps(t, minus_z, _mm_or_ps(y_wins, x_wins));
    __m128 negative = _mm_blendv_ps(_mm_blendv_ps(below, right, y_wins), behind, x_wins);
    __m128i face = _mm_set1_epi32(4);
    face = _mm_blendv_epi8(face, _mm_set1_epi32(2), _mm_castps_si128(y_wins));
    face = _mm_andnot_si128(_mm_castps_si128(x_wins), face);
    face = _mm_sub_epi32(face, _mm_castps_si128(negative));

    __m128 scale = _mm_div_ps(box->half, far);
    __m128i line = _mm_add_epi32(_mm_mullo_epi32(face, box->side), box_texel(box, t, scale));
    return fetch_4(box->pixels,
                   _mm_add_epi32(_mm_mullo_epi32(line, box->side), box_texel(box, s, scale)));
}

static void draw_skybox(const struct span_skybox *span, uint8_t *dest, int u, int v, int count)
{
    const __m128 side = _mm_cvtepi32_ps(_mm_set1_epi32(span->side));
    const __m128 dv =
        _mm_mul_ps(_mm_sub_ps(_mm_set1_ps(span->ycenter), _mm_cvtepi32_ps(_mm_set1_epi32(v))),
                   _mm_set1_ps(span->yscaleinv));
    struct box_row box = {.xcenter = _mm_set1_ps(span->xcenter),
                          .xscaleinv = _mm_set1_ps(span->xscaleinv),
                          .half = _mm_mul_ps(_mm_set1_ps(0.5f), side),
                          .last = _mm_set1_epi32(span->side - 1),
                          .side = _mm_set1_epi32(span->side),
                          .pixels = span->pixels};
    for (int i = 0; i < 3; i++) {
        box.row[i] =
            _mm_add_ps(_mm_set1_ps(span->forward[i]), _mm_mul_ps(dv, _mm_set1_ps(span->up[i])));
        box.right[i] = _mm_set1_ps(span->right[i]);
    }
    int i = 0;
    for (; i + 4 <= count; i += 4) {
        store_4(dest + i, skybox_4(&box, u + i));
    }
    if (i < count) {
        uint32_t texels = skybox_4(&box, u + i);
        for (; i < count; i++, texels >>= 8) {
            dest[i] = (uint8_t)texels;
        }
    }
}

/* Along a span's depths: those of four pixels, 16.16, wrapping. */
struct depth_walk {
    __m128i first_4, step_4, step_8;
};

KERNEL_INLINE struct depth_walk depth_begin(int32_t izi, int32_t izi_step)
{
    const __m128i step_1 = _mm_set1_epi32(izi_step);
    const __m128i ramp = _mm_mullo_epi32(step_1, _mm_setr_epi32(0, 1, 2, 3));
    return (struct depth_walk){_mm_add_epi32(_mm_set1_epi32(izi), ramp), _mm_slli_epi32(step_1, 2),
                               _mm_slli_epi32(step_1, 3)};
}

/* The depths of the next eight pixels. */
KERNEL_INLINE __m128i depth_8(struct depth_walk *walk)
{
    const __m128i next_4 = _mm_add_epi32(walk->first_4, walk->step_4);
    const __m128i depths =
        _mm_packs_epi32(_mm_srai_epi32(walk->first_4, 16), _mm_srai_epi32(next_4, 16));
    walk->first_4 = _mm_add_epi32(walk->first_4, walk->step_8);
    return depths;
}

static void z_fill(int16_t *dest, int count, int32_t izi, int32_t izi_step)
{
    struct depth_walk walk = depth_begin(izi, izi_step);

    if (count < 8) {
        __m128i depths = depth_8(&walk);
        if (count & 4) {
            _mm_storel_epi64((__m128i *)dest, depths);
            depths = _mm_unpackhi_epi64(depths, depths);
            dest += 4;
        }
        if (count & 2) {
            store_4(dest, (uint32_t)_mm_cvtsi128_si32(depths));
            depths = _mm_srli_si128(depths, 4);
            dest += 2;
        }
        if (count & 1) {
            dest[0] = (int16_t)_mm_extract_epi16(depths, 0);
        }
        return;
    }
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        _mm_storeu_si128((__m128i *)(dest + i), depth_8(&walk));
    }
    if (i < count) {
        walk = depth_begin(kernel_izi_at(izi, izi_step, count - 8), izi_step);
        _mm_storeu_si128((__m128i *)(dest + count - 8), depth_8(&walk));
    }
}

/* Eight pixels at a time; the rest one by one, since pixels outside the span must not be read. */
void kernels_sse41_fence(uint8_t *dest, int16_t *z, const uint8_t *front, int count, int32_t izi,
                         int32_t izi_step)
{
    struct depth_walk walk = depth_begin(izi, izi_step);
    const __m128i hole = _mm_set1_epi8((char)KERNEL_HOLE);
    int i = 0;

    for (; i + 8 <= count; i += 8) {
        __m128i depths = depth_8(&walk);
        __m128i behind = _mm_loadu_si128((const __m128i *)(z + i));
        __m128i texels = _mm_loadl_epi64((const __m128i *)(front + i));
        __m128i under = _mm_loadl_epi64((const __m128i *)(dest + i));
        /* Bytes that keep what is there: nearer, or seen through a hole. */
        __m128i nearer = _mm_cmpgt_epi16(behind, depths);
        __m128i keep = _mm_or_si128(_mm_packs_epi16(nearer, nearer), _mm_cmpeq_epi8(texels, hole));
        _mm_storel_epi64((__m128i *)(dest + i), _mm_blendv_epi8(texels, under, keep));
        _mm_storeu_si128((__m128i *)(z + i),
                         _mm_blendv_epi8(depths, behind, _mm_unpacklo_epi8(keep, keep)));
    }
    kernels_c_fence(dest + i, z + i, front + i, count - i, kernel_izi_at(izi, izi_step, i),
                    izi_step);
}

/* ---- Fences and translucent spans ---- */

/* Eight pixels mixed, in the lower half. */
KERNEL_INLINE __m128i mix_8(__m128i over, __m128i under, const uint8_t *table)
{
    const __m128i offsets = _mm_unpacklo_epi8(under, over);
    const uint64_t low = (uint64_t)_mm_cvtsi128_si64(offsets);
    const uint64_t high = (uint64_t)_mm_extract_epi64(offsets, 1);
    return eight_bytes(table[low & 0xffff], table[low >> 16 & 0xffff], table[low >> 32 & 0xffff],
                       table[low >> 48], table[high & 0xffff], table[high >> 16 & 0xffff],
                       table[high >> 32 & 0xffff], table[high >> 48]);
}

void kernels_sse41_mix(uint8_t *dest, const int16_t *z, const uint8_t *front, int count,
                       int32_t izi, int32_t izi_step, const uint8_t *table, int hole)
{
    struct depth_walk walk = depth_begin(izi, izi_step);
    const __m128i holes = _mm_set1_epi16((int16_t)hole);
    int i = 0;

    for (; i + 8 <= count; i += 8) {
        const __m128i behind = _mm_loadu_si128((const __m128i *)(const void *)(z + i));
        const __m128i over = _mm_loadl_epi64((const __m128i *)(const void *)(front + i));
        const __m128i keep = _mm_or_si128(_mm_cmpgt_epi16(behind, depth_8(&walk)),
                                          _mm_cmpeq_epi16(_mm_cvtepu8_epi16(over), holes));
        if (_mm_movemask_epi8(keep) != 0xffff) {
            __m128i *out = (__m128i *)(void *)(dest + i);
            const __m128i under = _mm_loadl_epi64(out);
            const __m128i mixed = mix_8(over, under, table);
            _mm_storel_epi64(out, _mm_blendv_epi8(mixed, under, _mm_packs_epi16(keep, keep)));
        }
    }
    kernels_c_mix(dest + i, z + i, front + i, count - i, kernel_izi_at(izi, izi_step, i), izi_step,
                  table, hole);
}

/* Most pixels around a model are unchanged: they are skipped sixteen at a time. */
void kernels_sse41_mix_changed(uint8_t *dest, const uint8_t *front, int count, const uint8_t *table)
{
    int i = 0;
    for (; i + 16 <= count; i += 16) {
        __m128i *out = (__m128i *)(void *)(dest + i);
        const __m128i over = _mm_loadu_si128((const __m128i *)(const void *)(front + i));
        const __m128i under = _mm_loadu_si128(out);
        const __m128i keep = _mm_cmpeq_epi8(over, under);
        if (_mm_movemask_epi8(keep) != 0xffff) {
            const __m128i left = mix_8(over, under, table);
            const __m128i right =
                mix_8(_mm_unpackhi_epi64(over, over), _mm_unpackhi_epi64(under, under), table);
            const __m128i mixed = _mm_unpacklo_epi64(left, right);
            _mm_storeu_si128(out, _mm_blendv_epi8(mixed, under, keep));
        }
    }
    kernels_c_mix_changed(dest + i, front + i, count - i, table);
}

/* ---- Palette ---- */

/* The colours of the indices in the lower half of eight. */
KERNEL_INLINE __m128i colors_of_four(uint64_t indices, const uint32_t *palette)
{
    __m128i colors = _mm_cvtsi32_si128((int32_t)palette[indices & 255]);
    colors = _mm_insert_epi32(colors, (int32_t)palette[indices >> 8 & 255], 1);
    colors = _mm_insert_epi32(colors, (int32_t)palette[indices >> 16 & 255], 2);
    return _mm_insert_epi32(colors, (int32_t)palette[indices >> 24 & 255], 3);
}

/* Eight indices per load and four colours per store, so that the look-ups of the colours dominate.
 */
void kernels_sse41_expand(uint32_t *dest, const uint8_t *source, int count, const uint32_t *palette)
{
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        uint64_t indices;
        memcpy(&indices, source + i, sizeof indices);
        __m128i *out = (__m128i *)(void *)(dest + i);
        _mm_storeu_si128(out, colors_of_four(indices, palette));
        _mm_storeu_si128(out + 1, colors_of_four(indices >> 32, palette));
    }
    kernels_c_expand(dest + i, source + i, count - i, palette);
}

/* ---- Fog ---- */

enum { FOG_STEP = 16 };

/* Minimum of eight depths. The only horizontal minimum instruction is unsigned. */
KERNEL_INLINE int16_t farthest_of(__m128i depths)
{
    const __m128i places = _mm_xor_si128(depths, _mm_set1_epi16(INT16_MIN));
    return (int16_t)(_mm_cvtsi128_si32(_mm_minpos_epu16(places)) ^ 0x8000);
}

KERNEL_INLINE int16_t nearest_of(__m128i depths)
{
    const __m128i places = _mm_xor_si128(depths, _mm_set1_epi16(INT16_MAX));
    return (int16_t)(_mm_cvtsi128_si32(_mm_minpos_epu16(places)) ^ 0x7fff);
}

/* Eight pixels, each by its row. */
KERNEL_INLINE void fog_8(const uint8_t *const row[8], uint8_t *dest)
{
    uint64_t colors;
    memcpy(&colors, dest, sizeof colors);
    const __m128i out =
        eight_bytes(row[0][colors & 255], row[1][colors >> 8 & 255], row[2][colors >> 16 & 255],
                    row[3][colors >> 24 & 255], row[4][colors >> 32 & 255],
                    row[5][colors >> 40 & 255], row[6][colors >> 48 & 255], row[7][colors >> 56]);
    _mm_storel_epi64((__m128i *)(void *)dest, out);
}

/* dither: the first of the dithers' rows of level 0. */
KERNEL_INLINE void fog_8_of_level(const uint8_t *const dither[4], int level, uint8_t *dest)
{
    const uint8_t *row_0 = dither[0] + level * 256, *row_1 = dither[1] + level * 256;
    const uint8_t *row_2 = dither[2] + level * 256, *row_3 = dither[3] + level * 256;
    const uint8_t *const row[8] = {row_0, row_1, row_2, row_3, row_0, row_1, row_2, row_3};
    fog_8(row, dest);
}

KERNEL_INLINE void fog_8_by_depth(const uint8_t *const dither[4], const uint8_t *levels,
                                  const int16_t *z, uint8_t *dest)
{
    const uint8_t *const row[8] = {
        dither[0] + levels[(uint16_t)z[0]] * 256, dither[1] + levels[(uint16_t)z[1]] * 256,
        dither[2] + levels[(uint16_t)z[2]] * 256, dither[3] + levels[(uint16_t)z[3]] * 256,
        dither[0] + levels[(uint16_t)z[4]] * 256, dither[1] + levels[(uint16_t)z[5]] * 256,
        dither[2] + levels[(uint16_t)z[6]] * 256, dither[3] + levels[(uint16_t)z[7]] * 256,
    };
    fog_8(row, dest);
}

/* Neighbours are mostly about as far away: where the nearest and the farthest have one level, all
 * between them do. */
void kernels_sse41_fog(const struct span_fog *fog, uint8_t *dest, const int16_t *z, int u, int v,
                       int count)
{
    const struct span_fog table = *fog;
    const __m128i last_fog = _mm_set1_epi16((int16_t)(table.clear_z - 1));
    uint8_t places[4];
    int i = 0;

    kernel_fog_dither(places, u, v);
    const uint8_t *const dither[4] = {table.rows + places[0] * 256, table.rows + places[1] * 256,
                                      table.rows + places[2] * 256, table.rows + places[3] * 256};
    for (; i + FOG_STEP <= count; i += FOG_STEP) {
        const __m128i left = _mm_loadu_si128((const __m128i *)(const void *)(z + i));
        const __m128i right = _mm_loadu_si128((const __m128i *)(const void *)(z + i + 8));
        const __m128i farther = _mm_min_epi16(left, right);
        if (_mm_movemask_epi8(_mm_cmpgt_epi16(farther, last_fog)) == 0xffff) {
            continue;
        }
        const int farthest = farthest_of(farther), nearest = nearest_of(_mm_max_epi16(left, right));
        const int level = table.levels[(uint16_t)farthest];
        if (farthest == nearest || (farthest >= 0 && level == table.levels[nearest])) {
            fog_8_of_level(dither, level, dest + i);
            fog_8_of_level(dither, level, dest + i + 8);
        } else {
            fog_8_by_depth(dither, table.levels, z + i, dest + i);
            fog_8_by_depth(dither, table.levels, z + i + 8, dest + i + 8);
        }
    }
    kernels_c_fog(&table, dest + i, z + i, u + i, v, count - i);
}

const struct kernels kernels_table_sse41 = {
    .name = CPU_SSE41_NAME,
    .span_faithful = kernels_c_span_faithful,
    .span_exact = span_exact,
    .turb_faithful = kernels_c_turb_faithful,
    .turb_exact = kernels_c_turb_exact,
    .sky_faithful = kernels_c_sky_faithful,
    .sky_exact = kernels_c_sky_exact,
    .skybox = draw_skybox,
    .fog = kernels_sse41_fog,
    .z_fill = z_fill,
    .fence = kernels_sse41_fence,
    .mix = kernels_sse41_mix,
    .mix_changed = kernels_sse41_mix_changed,
    .expand = kernels_sse41_expand,
};

#else

/* An empty translation unit is not C. */
typedef int kernels_sse41_unused;

#endif
