/* The kernels with vectors: the body of rgb_kernels_sse41.c and rgb_kernels_avx2.c, which say
 * before what a vector of a block's eight pixels is. Not a header for others.
 *
 * Colours are kept as two vectors of 16-bit numbers: blue and red, green and alpha. A mix of two,
 * (a * (256 - k) + b * k + 128) >> 8, is a + ((b - a) * (k << 7) + 2^14 >> 15), one rounding
 * multiplication; a product of unit values to the nearest, (a * b + 127) / 255, is
 * ((a * b + 128) * 257) >> 16. Two texels side by side are one load of 64 bits: faster than
 * gathering where that was measured. */

/* --- depth ---------------------------------------------------------------------------------------
 */

struct depth8 {
    v8l z;
    uint64_t step;
    v8i low, high;
};

RGB_INLINE struct depth8 depth_line(const struct rgb_triangle *triangle, struct rgb_run run)
{
    const uint64_t z = triangle->z + triangle->z_dx * (uint64_t)(int64_t)(run.x - triangle->x0) +
                       triangle->z_dy * (uint64_t)(int64_t)(run.y - triangle->y0);
    return (struct depth8){l_line(z, triangle->z_dx, triangle->z_dy),
                           triangle->z_dx * RGB_BLOCK_WIDTH, i_set(triangle->z_min),
                           i_set(triangle->z_max)};
}

RGB_INLINE v8i next_depth(struct depth8 *depth)
{
    const v8i z = i_min(i_max(l_high(depth->z), depth->low), depth->high);
    depth->z = l_add(depth->z, depth->step);
    return z;
}

struct span8 {
    v8i x, before, end;
};

RGB_INLINE struct span8 span_line(const struct rgb_spans *spans, int32_t x)
{
    const v8i columns = i_twice(_mm_setr_epi32(0, 1, 2, 3));
    return (struct span8){i_add(i_set(x), columns), i_rows(spans->left[0] - 1, spans->left[1] - 1),
                          i_rows(spans->right[0], spans->right[1])};
}

RGB_INLINE v8i next_covered(struct span8 *span)
{
    const v8i covered = i_and(i_greater(span->x, span->before), i_greater(span->end, span->x));
    span->x = i_add(span->x, i_set(RGB_BLOCK_WIDTH));
    return covered;
}

static void fill(const struct rgb_triangle *triangle, const struct rgb_spans *spans,
                 struct rgb_run run, int32_t *depths, uint32_t *ids, uint32_t id)
{
    struct depth8 depth = depth_line(triangle, run);
    struct span8 span = span_line(spans, run.x);
    const v8i name = i_set((int32_t)id);
    for (int n = 0; n < run.blocks; n++, depths += RGB_BLOCK, ids += RGB_BLOCK) {
        const v8i z = next_depth(&depth), there = i_load(depths);
        const v8i seen = i_andnot(i_greater(z, there), next_covered(&span));
        if (i_mask(seen) != 0) {
            i_store(depths, i_choose(there, z, seen));
            i_store((int32_t *)ids, i_choose(i_load((const int32_t *)ids), name, seen));
        }
    }
}

static unsigned cover(const struct rgb_triangle *triangle, const struct rgb_spans *spans,
                      struct rgb_run run, int32_t *depths, bool write, uint8_t *masks)
{
    struct depth8 depth = depth_line(triangle, run);
    struct span8 span = span_line(spans, run.x);
    unsigned any = 0;
    for (int n = 0; n < run.blocks; n++, depths += RGB_BLOCK) {
        const v8i z = next_depth(&depth), there = i_load(depths);
        const v8i seen = i_andnot(i_greater(z, there), next_covered(&span));
        if (write) {
            i_store(depths, i_choose(there, z, seen));
        }
        masks[n] = (uint8_t)i_mask(seen);
        any |= masks[n];
    }
    return any;
}

static int pick(const uint32_t *ids, int blocks, uint32_t id, uint8_t *masks, uint8_t *done)
{
    const v8i name = i_set((int32_t)id);
    int n = 0;
    for (; n < blocks; n++, ids += RGB_BLOCK) {
        const unsigned mask = i_mask(i_equal(i_load((const int32_t *)ids), name));
        if (mask == 0) {
            break;
        }
        masks[n] = (uint8_t)mask;
        done[n] |= (uint8_t)mask;
    }
    return n;
}

/* --- colours -------------------------------------------------------------------------------------
 */

struct color8 {
    v8i rb, ga; /* from the low 16 bits up: blue, red; green, alpha */
};

RGB_INLINE struct color8 split(v8i texels)
{
    return (struct color8){i_and(texels, i_set(0x00ff00ff)), w_right(texels, 8)};
}

/* Without alpha. */
RGB_INLINE v8i join(struct color8 color)
{
    return i_and(i_or(color.rb, w_left(color.ga, 8)), i_set(0x00ffffff));
}

/* weight: 0 to 255, times 128. */
RGB_INLINE v8i mix(v8i a, v8i b, v8i weight)
{
    return w_add(a, w_mul_round(w_sub(b, a), weight));
}

RGB_INLINE struct color8 mix_colors(struct color8 a, struct color8 b, v8i weight)
{
    return (struct color8){mix(a.rb, b.rb, weight), mix(a.ga, b.ga, weight)};
}

RGB_INLINE v8i product(v8i a, v8i b)
{
    return w_mul_high(w_add(w_mul(a, b), i_set(0x00800080)), i_set(0x01010101));
}

RGB_INLINE struct color8 product_of(struct color8 a, struct color8 b)
{
    return (struct color8){product(a.rb, b.rb), product(a.ga, b.ga)};
}

RGB_INLINE v8i sum(v8i a, v8i b)
{
    return w_min(w_add(a, b), i_set(0x00ff00ff));
}

RGB_INLINE struct color8 color_of(uint32_t color)
{
    return split(i_set((int32_t)color));
}

/* --- what is interpolated ------------------------------------------------------------------------
 */

struct line8 {
    v8f row, dx;
};

/* Where a block is: x and y from the triangle's first pixel. */
struct place8 {
    v8f x, y, w;
    struct line8 over_w;
};

RGB_INLINE struct line8 line_of(const struct rgb_plane *plane, v8f y)
{
    return (struct line8){f_add(f_set(plane->at), f_mul(f_set(plane->dy), y)), f_set(plane->dx)};
}

RGB_INLINE v8f value_of(const struct line8 *line, v8f x)
{
    return f_add(line->row, f_mul(line->dx, x));
}

RGB_INLINE struct place8 place_of(const struct rgb_triangle *triangle, struct rgb_run run)
{
    struct place8 place;
    const v8i columns = i_twice(_mm_setr_epi32(0, 1, 2, 3));
    place.x = f_of(i_add(i_set(run.x - triangle->x0), columns));
    place.y = f_of(i_rows(run.y - triangle->y0, run.y + 1 - triangle->y0));
    place.over_w = line_of(&triangle->over_w, place.y);
    place.w = f_set(0);
    return place;
}

RGB_INLINE void find_w(struct place8 *place)
{
    place->w = f_div(f_set(1), value_of(&place->over_w, place->x));
}

RGB_INLINE void go_on(struct place8 *place)
{
    place->x = f_add(place->x, f_set(RGB_BLOCK_WIDTH));
}

/* --- textures ------------------------------------------------------------------------------------
 */

/* Levels of a texture: of columns 0, 1 and of 2, 3. */
struct level8 {
    const uint32_t *left, *right;
    ptrdiff_t left_stride, right_stride;
    v8i width, height, stride; /* the first two less 1 */
    int left_number, right_number;
};

RGB_INLINE struct level8 levels_of(const struct texture *texture, int left_number, int right_number)
{
    const struct texture_level *left = &texture->levels[left_number];
    const struct texture_level *right = &texture->levels[right_number];
    const __m128i l = _mm_loadu_si128((const __m128i *)(const void *)left);
    const __m128i r = _mm_loadu_si128((const __m128i *)(const void *)right);
    const __m128i sizes = _mm_unpacklo_epi32(l, r), strides = _mm_unpackhi_epi32(l, r);
    const __m128i less = _mm_add_epi32(sizes, _mm_set1_epi32(-1));
    return (struct level8){
        .left = left->texels,
        .right = right->texels,
        .left_stride = left->stride,
        .right_stride = right->stride,
        .width = i_twice(_mm_shuffle_epi32(less, 0x50)),
        .height = i_twice(_mm_shuffle_epi32(less, 0xfa)),
        .stride = i_twice(_mm_shuffle_epi32(strides, 0x50)),
        .left_number = left_number,
        .right_number = right_number,
    };
}

RGB_INLINE v8i wrap(v8i u, v8i last, bool clamp)
{
    return clamp ? i_max(i_min(u, last), i_set(-1)) : i_and(u, last);
}

/* The low byte times 128, in both halves. */
RGB_INLINE v8i weight_of(v8i u)
{
    const __m128i places = _mm_setr_epi8(-1, 0, -1, 0, -1, 4, -1, 4, -1, 8, -1, 8, -1, 12, -1, 12);
    return w_right(b_pick(u, places), 1);
}

RGB_INLINE struct color8 four_texels(const struct level8 *level, bool clamp, v8i s, v8i t)
{
    const v8i u = i_add(i_right_by_halves(s, level->left_number, level->right_number), i_set(-128));
    const v8i v = i_add(i_right_by_halves(t, level->left_number, level->right_number), i_set(-128));
    int32_t places[RGB_BLOCK];
    i_store(places, i_add(i_mul(wrap(i_right(v, 8), level->height, clamp), level->stride),
                          wrap(i_right(u, 8), level->width, clamp)));
    v8i a, b, c, d;
    load_pairs(level->left, level->right, places, &a, &b);
    load_pairs(level->left + level->left_stride, level->right + level->right_stride, places, &c,
               &d);
    const v8i across = weight_of(u);
    return mix_colors(mix_colors(split(a), split(b), across),
                      mix_colors(split(c), split(d), across), weight_of(v));
}

RGB_INLINE struct color8 one_texel(const struct level8 *level, bool clamp, v8i s, v8i t)
{
    const v8i u = i_right_by_halves(s, level->left_number, level->right_number);
    const v8i v = i_right_by_halves(t, level->left_number, level->right_number);
    int32_t places[RGB_BLOCK];
    i_store(places, i_add(i_mul(wrap(i_right(v, 8), level->height, clamp), level->stride),
                          wrap(i_right(u, 8), level->width, clamp)));
    const uint32_t *left = level->left, *right = level->right;
    const uint32_t texels[RGB_BLOCK] = {left[places[0]],  left[places[1]], right[places[2]],
                                        right[places[3]], left[places[4]], left[places[5]],
                                        right[places[6]], right[places[7]]};
    return split(i_load((const int32_t *)texels));
}

/* Levels of detail of both blocks of 2 x 2 pixels, as rgb_lod_of takes them. */
RGB_INLINE void find_lods(v8f s, v8f t, int32_t lods[2])
{
    const __m128 upper_s = f_upper(s), upper_t = f_upper(t);
    const __m128 right_s = _mm_sub_ps(_mm_shuffle_ps(upper_s, upper_s, 0xf5), upper_s);
    const __m128 right_t = _mm_sub_ps(_mm_shuffle_ps(upper_t, upper_t, 0xf5), upper_t);
    const __m128 below_s = _mm_sub_ps(f_lower(s), upper_s);
    const __m128 below_t = _mm_sub_ps(f_lower(t), upper_t);
    const __m128 a = _mm_add_ps(_mm_mul_ps(right_s, right_s), _mm_mul_ps(right_t, right_t));
    const __m128 b = _mm_add_ps(_mm_mul_ps(below_s, below_s), _mm_mul_ps(below_t, below_t));
    const __m128 length = _mm_min_ps(_mm_max_ps(a, b), _mm_set1_ps(RGB_LOD_LIMIT));
    const __m128i lod = _mm_sub_epi32(_mm_castps_si128(length), _mm_set1_epi32(RGB_LOD_BIAS));
    lods[0] = _mm_cvtsi128_si32(lod);
    lods[1] = _mm_extract_epi32(lod, 2);
}

RGB_INLINE struct color8 sample(const struct texture *texture, enum rgb_sampling sampling, v8f s,
                                v8f t)
{
    const bool clamp = texture->clamp;
    const v8i u = f_floor(s), v = f_floor(t);
    if (sampling == RGB_AT_LEVEL_0) {
        const struct level8 level = levels_of(texture, 0, 0);
        return four_texels(&level, clamp, u, v);
    }
    int32_t lods[2];
    find_lods(s, t, lods);
    const struct rgb_lod left = rgb_lod_of(lods[0], sampling, texture->num_levels);
    const struct rgb_lod right = rgb_lod_of(lods[1], sampling, texture->num_levels);
    const struct level8 level = levels_of(texture, left.level, right.level);
    if (sampling == RGB_AT_ONE_TEXEL) {
        return one_texel(&level, clamp, u, v);
    }
    const struct color8 color = four_texels(&level, clamp, u, v);
    if (sampling == RGB_AT_ONE_LEVEL || (left.weight | right.weight) == 0) {
        return color;
    }
    const struct level8 next = levels_of(texture, left.next, right.next);
    const v8i weight = i_twice(_mm_unpacklo_epi64(_mm_set1_epi32(left.weight * 0x00800080),
                                                  _mm_set1_epi32(right.weight * 0x00800080)));
    return mix_colors(color, four_texels(&next, clamp, u, v), weight);
}

/* --- the ways to shade ---------------------------------------------------------------------------
 */

RGB_INLINE void store_block(uint32_t *pixels, ptrdiff_t pitch, v8i color, unsigned mask)
{
    if (mask != 255) {
        color = i_choose(i_load_rows(pixels, pixels + pitch), color, i_from_mask(mask));
    }
    i_store_rows(pixels, pixels + pitch, color);
}

/* One pass, stored: the texture times one without levels of detail. */
RGB_INLINE void shade_lit(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                          struct rgb_run run, const uint8_t *masks, uint32_t *pixels,
                          ptrdiff_t pitch, enum rgb_sampling sampling)
{
    const struct rgb_pass *pass = &batch->passes[0];
    const struct rgb_plane *planes = &triangle->planes[pass->first_plane];
    struct place8 place = place_of(triangle, run);
    const struct line8 s = line_of(&planes[0], place.y), t = line_of(&planes[1], place.y);
    const struct line8 s2 = line_of(&planes[2], place.y), t2 = line_of(&planes[3], place.y);
    const struct level8 light = levels_of(pass->second, 0, 0);
    const bool clamp = pass->second->clamp;
    for (int n = 0; n < run.blocks; n++, go_on(&place), pixels += RGB_BLOCK_WIDTH) {
        if (masks[n] == 0) {
            continue;
        }
        find_w(&place);
        const struct color8 texture =
            sample(pass->texture, sampling, f_mul(value_of(&s, place.x), place.w),
                   f_mul(value_of(&t, place.x), place.w));
        const struct color8 lit =
            four_texels(&light, clamp, f_floor(f_mul(value_of(&s2, place.x), place.w)),
                        f_floor(f_mul(value_of(&t2, place.x), place.w)));
        store_block(pixels, pitch, join(product_of(texture, lit)), masks[n]);
    }
}

#define SHADE_LIT(name, sampling)                                                                  \
    static void name(const struct rgb_batch *batch, const struct rgb_triangle *triangle,           \
                     struct rgb_run run, const uint8_t *masks, uint32_t *pixels, ptrdiff_t pitch,  \
                     int32_t *depths)                                                              \
    {                                                                                              \
        (void)depths;                                                                              \
        shade_lit(batch, triangle, run, masks, pixels, pitch, sampling);                           \
    }

SHADE_LIT(shade_lit_level_0, RGB_AT_LEVEL_0)
SHADE_LIT(shade_lit_two_levels, RGB_AT_TWO_LEVELS)
SHADE_LIT(shade_lit_one_level, RGB_AT_ONE_LEVEL)
SHADE_LIT(shade_lit_one_texel, RGB_AT_ONE_TEXEL)

/* By a sampling known only now. */
RGB_INLINE struct color8 sample_as(const struct texture *texture, enum rgb_sampling sampling, v8f s,
                                   v8f t)
{
    switch (sampling) {
    case RGB_AT_LEVEL_0:
        return sample(texture, RGB_AT_LEVEL_0, s, t);
    case RGB_AT_TWO_LEVELS:
        return sample(texture, RGB_AT_TWO_LEVELS, s, t);
    default:
        return sample(texture, sampling, s, t);
    }
}

RGB_INLINE v8i unit_of(v8f value)
{
    return f_truncate(f_add(f_min(f_max(value, f_set(0)), f_set(255)), f_set(0.5f)));
}

RGB_INLINE struct color8 vertex_color(const struct line8 *lines, const struct place8 *place)
{
    v8i c[4];
    for (int i = 0; i < 4; i++) {
        c[i] = unit_of(f_mul(value_of(&lines[i], place->x), place->w));
    }
    return (struct color8){i_or(c[0], i_left(c[2], 16)), i_or(c[1], i_left(c[3], 16))};
}

/* What a pass would draw: everything but blending. */
RGB_INLINE struct color8 source_of(const struct rgb_pass *pass, const struct line8 *lines,
                                   const struct place8 *place)
{
    struct color8 color =
        sample_as(pass->texture, pass->sampling, f_mul(value_of(&lines[0], place->x), place->w),
                  f_mul(value_of(&lines[1], place->x), place->w));
    lines += 2;
    if (pass->second != NULL) {
        const struct color8 second = sample_as(pass->second, pass->second_sampling,
                                               f_mul(value_of(&lines[0], place->x), place->w),
                                               f_mul(value_of(&lines[1], place->x), place->w));
        lines += 2;
        const struct color8 both = product_of(color, second);
        if (pass->sum) {
            color.rb = sum(color.rb, second.rb);
            color.ga = i_choose(both.ga, sum(color.ga, second.ga), i_set(0xffff));
        } else {
            color = both;
        }
    }
    if (pass->coloring == RGB_ONE_COLOR) {
        color = product_of(color, color_of(pass->color));
    } else if (pass->coloring == RGB_VERTEX_COLOR) {
        color = product_of(color, vertex_color(lines, place));
    }
    return color;
}

/* One pass, stored, one texture. */
static void shade_plain(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                        struct rgb_run run, const uint8_t *masks, uint32_t *pixels, ptrdiff_t pitch,
                        int32_t *depths)
{
    (void)depths;
    const struct rgb_pass *pass = &batch->passes[0];
    const struct rgb_plane *planes = &triangle->planes[pass->first_plane];
    struct place8 place = place_of(triangle, run);
    struct line8 lines[6];
    for (int i = 0; i < (pass->coloring == RGB_VERTEX_COLOR ? 6 : 2); i++) {
        lines[i] = line_of(&planes[i], place.y);
    }
    for (int n = 0; n < run.blocks; n++, go_on(&place), pixels += RGB_BLOCK_WIDTH) {
        if (masks[n] == 0) {
            continue;
        }
        find_w(&place);
        store_block(pixels, pitch, join(source_of(pass, lines, &place)), masks[n]);
    }
}

RGB_INLINE v8i inverse_of(v8i color)
{
    return w_sub(i_set(0x00ff00ff), color);
}

RGB_INLINE struct color8 alpha_of(struct color8 color)
{
    const __m128i places =
        _mm_setr_epi8(2, -1, 2, -1, 6, -1, 6, -1, 10, -1, 10, -1, 14, -1, 14, -1);
    const v8i alpha = b_pick(color.ga, places);
    return (struct color8){alpha, alpha};
}

RGB_INLINE struct color8 inverse_color(struct color8 color)
{
    return (struct color8){inverse_of(color.rb), inverse_of(color.ga)};
}

RGB_INLINE struct color8 times_factor(struct color8 color, enum q3_factor factor,
                                      struct color8 source, struct color8 there)
{
    switch (factor) {
    case Q3_FACTOR_ZERO:
        return (struct color8){i_set(0), i_set(0)};
    case Q3_FACTOR_SRC_COLOR:
        return product_of(color, source);
    case Q3_FACTOR_ONE_MINUS_SRC_COLOR:
        return product_of(color, inverse_color(source));
    case Q3_FACTOR_DST_COLOR:
        return product_of(color, there);
    case Q3_FACTOR_ONE_MINUS_DST_COLOR:
        return product_of(color, inverse_color(there));
    case Q3_FACTOR_SRC_ALPHA:
        return product_of(color, alpha_of(source));
    case Q3_FACTOR_ONE_MINUS_SRC_ALPHA:
        return product_of(color, inverse_color(alpha_of(source)));
    default:
        return color;
    }
}

RGB_INLINE struct color8 blend(const struct rgb_pass *pass, struct color8 source,
                               struct color8 there)
{
    const struct color8 a = times_factor(source, pass->source, source, there);
    if (pass->destination == Q3_FACTOR_ZERO) {
        return a;
    }
    const struct color8 b = times_factor(there, pass->destination, source, there);
    return (struct color8){sum(a.rb, b.rb), sum(a.ga, b.ga)};
}

RGB_INLINE v8i test_alpha(v8i mask, struct color8 color, enum q3_alpha_test test)
{
    const v8i alpha = i_right(color.ga, 16);
    switch (test) {
    case Q3_ALPHA_GT0:
        return i_and(mask, i_greater(alpha, i_set(0)));
    case Q3_ALPHA_LT128:
        return i_and(mask, i_greater(i_set(128), alpha));
    case Q3_ALPHA_GE128:
        return i_and(mask, i_greater(alpha, i_set(127)));
    default:
        return mask;
    }
}

RGB_INLINE void shade_any(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                          struct rgb_run run, const uint8_t *masks, uint32_t *pixels,
                          ptrdiff_t pitch, int32_t *depths, bool by_depth)
{
    struct place8 place = place_of(triangle, run);
    struct depth8 depth = depth_line(triangle, run);
    struct line8 lines[RGB_MAX_PASSES * 8];
    for (uint32_t i = 0; i < batch->num_planes; i++) {
        lines[i] = line_of(&triangle->planes[i], place.y);
    }
    for (int n = 0; n < run.blocks; n++, go_on(&place), pixels += RGB_BLOCK_WIDTH) {
        const v8i z = by_depth ? next_depth(&depth) : i_set(0);
        if (masks[n] == 0) {
            continue;
        }
        find_w(&place);
        const v8i drawn = i_from_mask(masks[n]);
        v8i far = by_depth ? i_load(depths + n * RGB_BLOCK) : i_set(0);
        struct color8 there = split(i_load_rows(pixels, pixels + pitch));
        for (uint32_t i = 0; i < batch->num_passes; i++) {
            const struct rgb_pass *pass = &batch->passes[i];
            const struct color8 source = source_of(pass, &lines[pass->first_plane], &place);
            v8i mask = test_alpha(drawn, source, pass->alpha_test);
            if (by_depth && pass->depth_equal) {
                mask = i_and(mask, i_equal(z, far));
            }
            const struct color8 color = blend(pass, source, there);
            there.rb = i_choose(there.rb, color.rb, mask);
            there.ga = i_choose(there.ga, color.ga, mask);
            if (by_depth && pass->depth_write) {
                far = i_choose(far, z, mask);
            }
        }
        i_store_rows(pixels, pixels + pitch, join(there));
        if (by_depth) {
            i_store(depths + n * RGB_BLOCK, far);
        }
    }
}

static void shade_passes(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                         struct rgb_run run, const uint8_t *masks, uint32_t *pixels,
                         ptrdiff_t pitch, int32_t *depths)
{
    shade_any(batch, triangle, run, masks, pixels, pitch, depths, false);
}

static void shade_by_depth(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                           struct rgb_run run, const uint8_t *masks, uint32_t *pixels,
                           ptrdiff_t pitch, int32_t *depths)
{
    shade_any(batch, triangle, run, masks, pixels, pitch, depths, true);
}

#define RGB_KERNELS_BODY                                                                           \
    {                                                                                              \
        .fill = fill, .cover = cover, .pick = pick,                                                \
        .shade_lit = {shade_lit_level_0, shade_lit_two_levels, shade_lit_one_level,                \
                      shade_lit_one_texel},                                                        \
        .shade_plain = shade_plain, .shade_passes = shade_passes, .shade_by_depth = shade_by_depth \
    }
