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

/* A pair of rows, from column `first` on, where depth stands. */
RGB_INLINE void fill_pair(struct depth8 depth, const struct rgb_spans *spans, int32_t first,
                          int blocks, int32_t *depths, uint32_t *ids, v8i name)
{
    struct span8 span = span_line(spans, first);
    for (int n = 0; n < blocks; n++, depths += RGB_BLOCK, ids += RGB_BLOCK) {
        const v8i z = next_depth(&depth), there = i_load(depths);
        const v8i seen = i_andnot(i_greater(z, there), next_covered(&span));
        if (i_mask(seen) != 0) {
            i_store(depths, i_choose(there, z, seen));
            i_store((int32_t *)ids, i_choose(i_load((const int32_t *)ids), name, seen));
        }
    }
}

static void fill(const struct rgb_triangle *triangle, const struct rgb_rows *rows, int32_t *depths,
                 uint32_t *ids, uint32_t id)
{
    const struct depth8 start = depth_line(triangle, (struct rgb_run){0, rows->y, 0});
    const v8i name = i_set((int32_t)id);
    uint64_t down = 0;
    for (int row = 0; row < rows->count; row += RGB_BLOCK_HEIGHT, down += 2 * triangle->z_dy) {
        const int32_t *lefts = rows->left + row, *rights = rows->right + row;
        const int32_t left = lefts[0] < lefts[1] ? lefts[0] : lefts[1];
        const int32_t right = rights[0] > rights[1] ? rights[0] : rights[1];
        if (left < right) {
            const struct rgb_spans spans = {{lefts[0], lefts[1]}, {rights[0], rights[1]}};
            const int32_t first = left / RGB_BLOCK_WIDTH;
            const int32_t end = (right + RGB_BLOCK_WIDTH - 1) / RGB_BLOCK_WIDTH;
            const ptrdiff_t place =
                (ptrdiff_t)(row / RGB_BLOCK_HEIGHT * rows->blocks + first) * RGB_BLOCK;
            struct depth8 depth = start;
            depth.z = l_add(start.z, down + start.step * (uint64_t)first);
            fill_pair(depth, &spans, first * RGB_BLOCK_WIDTH, end - first, depths + place,
                      ids + place, name);
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

/* Blocks are shaded in chunks, step by step for all of a chunk: what a block's step waits for is
 * then long there, and what differs from pass to pass is asked once a chunk. */
enum { CHUNK = 16 };

struct chunk8 {
    int count;
    int numbers[CHUNK]; /* of blocks in the run: those with pixels to draw */
    v8f x[CHUNK];       /* columns from the triangle's first */
    v8f w[CHUNK];
    v8f y;
};

struct line8 {
    v8f row, dx;
};

RGB_INLINE struct line8 line_of(const struct rgb_plane *plane, v8f y)
{
    return (struct line8){f_add(f_set(plane->at), f_mul(f_set(plane->dy), y)), f_set(plane->dx)};
}

RGB_INLINE v8f value_of(const struct line8 *line, v8f x)
{
    return f_add(line->row, f_mul(line->dx, x));
}

/* Takes blocks from number `first` on; returns the number of the first not looked at. */
RGB_INLINE int begin_chunk(struct chunk8 *chunk, const struct rgb_triangle *triangle,
                           struct rgb_run run, const uint8_t *masks, int first)
{
    const v8i columns = i_twice(_mm_setr_epi32(0, 1, 2, 3));
    int n = first, count = 0;
    chunk->y = f_of(i_rows(run.y - triangle->y0, run.y + 1 - triangle->y0));
    const struct line8 over_w = line_of(&triangle->over_w, chunk->y);
    for (; n < run.blocks && count < CHUNK; n++) {
        if (masks[n] != 0) {
            const v8i x = i_set(run.x + n * RGB_BLOCK_WIDTH - triangle->x0);
            chunk->numbers[count] = n;
            chunk->x[count] = f_of(i_add(x, columns));
            chunk->w[count] = f_div(f_set(1), value_of(&over_w, chunk->x[count]));
            count++;
        }
    }
    chunk->count = count;
    return n;
}

/* --- textures ------------------------------------------------------------------------------------
 */

/* Levels of a texture: of columns 0, 1 and of 2, 3. */
struct level8 {
    const uint32_t *left, *right;
    ptrdiff_t left_stride, right_stride;
    v8i width, height, stride; /* the first two less 1 */
    v8s numbers;
};

/* Where a block's texels are, and the weights, times 128, of those to the right and below. */
struct taps8 {
    const uint32_t *left, *right;
    ptrdiff_t left_stride, right_stride;
    int32_t places[RGB_BLOCK];
    v8i across, down;
};

_Static_assert(offsetof(struct texture_level, height) == 4 &&
                   offsetof(struct texture_level, stride) == 8,
               "a level's sizes are loaded at once");

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
        .numbers = s_halves(left_number, right_number),
    };
}

RGB_INLINE v8i wrap(v8i u, v8i last, bool clamp)
{
    return clamp ? i_max(i_min(u, last), i_set(-1)) : i_and(u, last);
}

/* Byte `byte` of each 32 bits, times 128, in both halves. */
RGB_INLINE v8i weight_of(v8i u, int byte)
{
    const __m128i places = _mm_setr_epi8(-1, 0, -1, 0, -1, 4, -1, 4, -1, 8, -1, 8, -1, 12, -1, 12);
    const __m128i more = _mm_set1_epi16((short)(byte << 8));
    return w_right(b_pick(u, _mm_add_epi8(places, more)), 1);
}

/* u, v: in 1/256 texels of the level; texels: of four, or one. */
RGB_INLINE void find_places(const struct level8 *level, bool clamp, v8i u, v8i v,
                            struct taps8 *taps)
{
    taps->left = level->left;
    taps->right = level->right;
    taps->left_stride = level->left_stride;
    taps->right_stride = level->right_stride;
    i_store(taps->places, i_add(i_mul(wrap(i_right(v, 8), level->height, clamp), level->stride),
                                wrap(i_right(u, 8), level->width, clamp)));
}

RGB_INLINE void find_taps(const struct level8 *level, bool clamp, v8i u, v8i v, struct taps8 *taps)
{
    u = i_add(u, i_set(-128));
    v = i_add(v, i_set(-128));
    taps->across = weight_of(u, 0);
    taps->down = weight_of(v, 0);
    find_places(level, clamp, u, v, taps);
}

RGB_INLINE struct color8 four_texels(const struct taps8 *taps)
{
    v8i a, b, c, d;
    load_pairs(taps->left, taps->right, taps->places, &a, &b);
    load_pairs(taps->left + taps->left_stride, taps->right + taps->right_stride, taps->places, &c,
               &d);
    return mix_colors(mix_colors(split(a), split(b), taps->across),
                      mix_colors(split(c), split(d), taps->across), taps->down);
}

RGB_INLINE struct color8 one_texel(const struct taps8 *taps)
{
    const uint32_t *left = taps->left, *right = taps->right;
    const int32_t *places = taps->places;
    const uint32_t texels[RGB_BLOCK] = {left[places[0]],  left[places[1]], right[places[2]],
                                        right[places[3]], left[places[4]], left[places[5]],
                                        right[places[6]], right[places[7]]};
    return split(i_load((const int32_t *)texels));
}

/* Levels of detail of both blocks of 2 x 2 pixels, as rgb_clamp_lod makes them: in columns 0, 1
 * and 2, 3. */
RGB_INLINE __m128i find_lods(v8f s, v8f t, enum rgb_sampling sampling, int num_levels)
{
    const __m128 upper_s = f_upper(s), upper_t = f_upper(t);
    const __m128 right_s = _mm_sub_ps(_mm_shuffle_ps(upper_s, upper_s, 0xf5), upper_s);
    const __m128 right_t = _mm_sub_ps(_mm_shuffle_ps(upper_t, upper_t, 0xf5), upper_t);
    const __m128 below_s = _mm_sub_ps(f_lower(s), upper_s);
    const __m128 below_t = _mm_sub_ps(f_lower(t), upper_t);
    const __m128 a = _mm_add_ps(_mm_mul_ps(right_s, right_s), _mm_mul_ps(right_t, right_t));
    const __m128 b = _mm_add_ps(_mm_mul_ps(below_s, below_s), _mm_mul_ps(below_t, below_t));
    const __m128 length = _mm_min_ps(_mm_max_ps(a, b), _mm_set1_ps(RGB_LOD_LIMIT));
    __m128i lod = _mm_sub_epi32(_mm_castps_si128(length), _mm_set1_epi32(RGB_LOD_BIAS));
    if (sampling != RGB_AT_TWO_LEVELS) {
        lod = _mm_and_si128(_mm_add_epi32(lod, _mm_set1_epi32(1 << 23)),
                            _mm_set1_epi32((int)0xff000000));
    }
    lod = _mm_min_epi32(_mm_max_epi32(lod, _mm_setzero_si128()),
                        _mm_set1_epi32((num_levels - 1) << 24));
    return _mm_shuffle_epi32(lod, 0xa0);
}

static void sample_level_0(const struct texture *texture, const struct rgb_plane planes[2],
                           const struct chunk8 *chunk, struct color8 *colors)
{
    const struct line8 s = line_of(&planes[0], chunk->y), t = line_of(&planes[1], chunk->y);
    const struct level8 level = levels_of(texture, 0, 0);
    const bool clamp = texture->clamp;
    struct taps8 taps[CHUNK];
    for (int n = 0; n < chunk->count; n++) {
        find_taps(&level, clamp, f_floor(f_mul(value_of(&s, chunk->x[n]), chunk->w[n])),
                  f_floor(f_mul(value_of(&t, chunk->x[n]), chunk->w[n])), &taps[n]);
    }
    for (int n = 0; n < chunk->count; n++) {
        colors[n] = four_texels(&taps[n]);
    }
}

/* Levels met before are kept: they change seldom from block to block. */
struct level_pair {
    int left, right;
    struct level8 level;
};

RGB_INLINE const struct level8 *find_levels(struct level_pair *pair, const struct texture *texture,
                                            int left, int right)
{
    if (left != pair->left || right != pair->right) {
        pair->left = left;
        pair->right = right;
        pair->level = levels_of(texture, left, right);
    }
    return &pair->level;
}

static void sample_two_levels(const struct texture *texture, const struct rgb_plane planes[2],
                              const struct chunk8 *chunk, struct color8 *colors)
{
    const struct line8 s_line = line_of(&planes[0], chunk->y);
    const struct line8 t_line = line_of(&planes[1], chunk->y);
    const bool clamp = texture->clamp;
    struct level_pair nearer = {-1, -1, {0}}, next = {-1, -1, {0}};
    struct taps8 taps[CHUNK], next_taps[CHUNK];
    v8i weights[CHUNK];
    bool mixed[CHUNK];
    for (int n = 0; n < chunk->count; n++) {
        const v8f s = f_mul(value_of(&s_line, chunk->x[n]), chunk->w[n]);
        const v8f t = f_mul(value_of(&t_line, chunk->x[n]), chunk->w[n]);
        const __m128i lods = find_lods(s, t, RGB_AT_TWO_LEVELS, texture->num_levels);
        const int left = _mm_cvtsi128_si32(lods), right = _mm_extract_epi32(lods, 2);
        const v8i u = f_floor(s), v = f_floor(t);
        const struct level8 *level = find_levels(&nearer, texture, left >> 24, right >> 24);
        find_taps(level, clamp, i_right_by(u, level->numbers), i_right_by(v, level->numbers),
                  &taps[n]);
        mixed[n] = ((left | right) & 0xffffff) != 0;
        if (mixed[n]) {
            level = find_levels(&next, texture, (left + 0xffffff) >> 24, (right + 0xffffff) >> 24);
            find_taps(level, clamp, i_right_by(u, level->numbers), i_right_by(v, level->numbers),
                      &next_taps[n]);
            weights[n] = weight_of(i_twice(lods), 2);
        }
    }
    for (int n = 0; n < chunk->count; n++) {
        colors[n] = four_texels(&taps[n]);
        if (mixed[n]) {
            colors[n] = mix_colors(colors[n], four_texels(&next_taps[n]), weights[n]);
        }
    }
}

RGB_INLINE void sample_nearest(const struct texture *texture, const struct rgb_plane planes[2],
                               const struct chunk8 *chunk, struct color8 *colors,
                               enum rgb_sampling sampling)
{
    const struct line8 s_line = line_of(&planes[0], chunk->y);
    const struct line8 t_line = line_of(&planes[1], chunk->y);
    const bool clamp = texture->clamp;
    struct level_pair nearest = {-1, -1, {0}};
    struct taps8 taps[CHUNK];
    for (int n = 0; n < chunk->count; n++) {
        const v8f s = f_mul(value_of(&s_line, chunk->x[n]), chunk->w[n]);
        const v8f t = f_mul(value_of(&t_line, chunk->x[n]), chunk->w[n]);
        const __m128i lods = find_lods(s, t, sampling, texture->num_levels);
        const struct level8 *level = find_levels(&nearest, texture, _mm_cvtsi128_si32(lods) >> 24,
                                                 _mm_extract_epi32(lods, 2) >> 24);
        const v8i u = i_right_by(f_floor(s), level->numbers);
        const v8i v = i_right_by(f_floor(t), level->numbers);
        if (sampling == RGB_AT_ONE_TEXEL) {
            find_places(level, clamp, u, v, &taps[n]);
        } else {
            find_taps(level, clamp, u, v, &taps[n]);
        }
    }
    for (int n = 0; n < chunk->count; n++) {
        colors[n] = sampling == RGB_AT_ONE_TEXEL ? one_texel(&taps[n]) : four_texels(&taps[n]);
    }
}

static void sample_one_level(const struct texture *texture, const struct rgb_plane planes[2],
                             const struct chunk8 *chunk, struct color8 *colors)
{
    sample_nearest(texture, planes, chunk, colors, RGB_AT_ONE_LEVEL);
}

static void sample_one_texel(const struct texture *texture, const struct rgb_plane planes[2],
                             const struct chunk8 *chunk, struct color8 *colors)
{
    sample_nearest(texture, planes, chunk, colors, RGB_AT_ONE_TEXEL);
}

static void sample(const struct texture *texture, enum rgb_sampling sampling,
                   const struct rgb_plane planes[2], const struct chunk8 *chunk,
                   struct color8 *colors)
{
    switch (sampling) {
    case RGB_AT_LEVEL_0:
        sample_level_0(texture, planes, chunk, colors);
        break;
    case RGB_AT_TWO_LEVELS:
        sample_two_levels(texture, planes, chunk, colors);
        break;
    case RGB_AT_ONE_LEVEL:
        sample_one_level(texture, planes, chunk, colors);
        break;
    default:
        sample_one_texel(texture, planes, chunk, colors);
        break;
    }
}

/* --- what a pass draws ---------------------------------------------------------------------------
 */

RGB_INLINE v8i unit_of(v8f value)
{
    return f_truncate(f_add(f_min(f_max(value, f_set(0)), f_set(255)), f_set(0.5f)));
}

static void color_by_vertices(const struct rgb_plane planes[4], const struct chunk8 *chunk,
                              struct color8 *colors)
{
    struct line8 lines[4];
    for (int i = 0; i < 4; i++) {
        lines[i] = line_of(&planes[i], chunk->y);
    }
    for (int n = 0; n < chunk->count; n++) {
        v8i c[4];
        for (int i = 0; i < 4; i++) {
            c[i] = unit_of(f_mul(value_of(&lines[i], chunk->x[n]), chunk->w[n]));
        }
        const struct color8 color = {i_or(c[0], i_left(c[2], 16)), i_or(c[1], i_left(c[3], 16))};
        colors[n] = product_of(colors[n], color);
    }
}

/* Everything but blending. */
RGB_INLINE void source_of(const struct rgb_pass *pass, const struct rgb_triangle *triangle,
                          const struct chunk8 *chunk, struct color8 *colors)
{
    const struct rgb_plane *planes = &triangle->planes[pass->first_plane];
    sample(pass->texture, pass->sampling, planes, chunk, colors);
    planes += 2;
    if (pass->second != NULL) {
        struct color8 second[CHUNK];
        sample(pass->second, pass->second_sampling, planes, chunk, second);
        planes += 2;
        for (int n = 0; n < chunk->count; n++) {
            const struct color8 both = product_of(colors[n], second[n]);
            if (pass->sum) {
                colors[n].rb = sum(colors[n].rb, second[n].rb);
                colors[n].ga = i_choose(both.ga, sum(colors[n].ga, second[n].ga), i_set(0xffff));
            } else {
                colors[n] = both;
            }
        }
    }
    if (pass->coloring == RGB_ONE_COLOR) {
        const struct color8 color = color_of(pass->color);
        for (int n = 0; n < chunk->count; n++) {
            colors[n] = product_of(colors[n], color);
        }
    } else if (pass->coloring == RGB_VERTEX_COLOR) {
        color_by_vertices(planes, chunk, colors);
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

RGB_INLINE struct color8 blend(enum q3_factor of_source, enum q3_factor of_there,
                               struct color8 source, struct color8 there)
{
    const struct color8 a = times_factor(source, of_source, source, there);
    if (of_there == Q3_FACTOR_ZERO) {
        return a;
    }
    const struct color8 b = times_factor(there, of_there, source, there);
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
                          ptrdiff_t pitch,
                          void (*sample_texture)(const struct texture *, const struct rgb_plane *,
                                                 const struct chunk8 *, struct color8 *))
{
    const struct rgb_pass *pass = &batch->passes[0];
    const struct rgb_plane *planes = &triangle->planes[pass->first_plane];
    struct chunk8 chunk;
    struct color8 colors[CHUNK], light[CHUNK];
    for (int first = 0; first < run.blocks;) {
        first = begin_chunk(&chunk, triangle, run, masks, first);
        sample_texture(pass->texture, planes, &chunk, colors);
        sample_level_0(pass->second, planes + 2, &chunk, light);
        for (int n = 0; n < chunk.count; n++) {
            const int number = chunk.numbers[n];
            store_block(pixels + number * RGB_BLOCK_WIDTH, pitch,
                        join(product_of(colors[n], light[n])), masks[number]);
        }
    }
}

#define SHADE_LIT(name, sample_texture)                                                            \
    static void name(const struct rgb_batch *batch, const struct rgb_triangle *triangle,           \
                     struct rgb_run run, const uint8_t *masks, uint32_t *pixels, ptrdiff_t pitch,  \
                     int32_t *depths)                                                              \
    {                                                                                              \
        (void)depths;                                                                              \
        shade_lit(batch, triangle, run, masks, pixels, pitch, sample_texture);                     \
    }

SHADE_LIT(shade_lit_level_0, sample_level_0)
SHADE_LIT(shade_lit_two_levels, sample_two_levels)
SHADE_LIT(shade_lit_one_level, sample_one_level)
SHADE_LIT(shade_lit_one_texel, sample_one_texel)

/* One pass, stored, one texture. */
static void shade_plain(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                        struct rgb_run run, const uint8_t *masks, uint32_t *pixels, ptrdiff_t pitch,
                        int32_t *depths)
{
    (void)depths;
    struct chunk8 chunk;
    struct color8 colors[CHUNK];
    for (int first = 0; first < run.blocks;) {
        first = begin_chunk(&chunk, triangle, run, masks, first);
        source_of(&batch->passes[0], triangle, &chunk, colors);
        for (int n = 0; n < chunk.count; n++) {
            const int number = chunk.numbers[n];
            store_block(pixels + number * RGB_BLOCK_WIDTH, pitch, join(colors[n]), masks[number]);
        }
    }
}

/* What passes draw on: colours and depths of a chunk. */
struct canvas8 {
    struct color8 colors[CHUNK];
    v8i drawn[CHUNK];         /* masks */
    v8i z[CHUNK], far[CHUNK]; /* the triangle's depths, and those there */
};

RGB_INLINE void blend_all(enum q3_factor of_source, enum q3_factor of_there,
                          const struct chunk8 *chunk, const struct color8 *source,
                          struct color8 *there)
{
    for (int n = 0; n < chunk->count; n++) {
        there[n] = blend(of_source, of_there, source[n], there[n]);
    }
}

/* All pixels, with loops of their own for what is met most. */
static void blend_pass(const struct rgb_pass *pass, const struct chunk8 *chunk,
                       const struct color8 *source, struct color8 *there)
{
    const enum q3_factor s = pass->source, d = pass->destination;
    if (s == Q3_FACTOR_DST_COLOR && d == Q3_FACTOR_SRC_COLOR) {
        for (int n = 0; n < chunk->count; n++) {
            const struct color8 half = product_of(source[n], there[n]);
            there[n] = (struct color8){sum(half.rb, half.rb), sum(half.ga, half.ga)};
        }
    } else if (s == Q3_FACTOR_DST_COLOR && d == Q3_FACTOR_ZERO) {
        blend_all(Q3_FACTOR_DST_COLOR, Q3_FACTOR_ZERO, chunk, source, there);
    } else if (s == Q3_FACTOR_DST_COLOR && d == Q3_FACTOR_ONE) {
        blend_all(Q3_FACTOR_DST_COLOR, Q3_FACTOR_ONE, chunk, source, there);
    } else if (s == Q3_FACTOR_ONE && d == Q3_FACTOR_ONE) {
        blend_all(Q3_FACTOR_ONE, Q3_FACTOR_ONE, chunk, source, there);
    } else if (s == Q3_FACTOR_SRC_ALPHA && d == Q3_FACTOR_ONE_MINUS_SRC_ALPHA) {
        blend_all(Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE_MINUS_SRC_ALPHA, chunk, source, there);
    } else {
        blend_all(s, d, chunk, source, there);
    }
}

RGB_INLINE bool is_stored(const struct rgb_pass *pass)
{
    return pass->source == Q3_FACTOR_ONE && pass->destination == Q3_FACTOR_ZERO;
}

/* Passes that draw all pixels of the masks. */
RGB_INLINE void shade_all_passes(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                                 struct rgb_run run, const uint8_t *masks, uint32_t *pixels,
                                 ptrdiff_t pitch)
{
    struct chunk8 chunk;
    struct color8 source[CHUNK], there[CHUNK];
    for (int first = 0; first < run.blocks;) {
        first = begin_chunk(&chunk, triangle, run, masks, first);
        if (is_stored(&batch->passes[0])) {
            source_of(&batch->passes[0], triangle, &chunk, there);
        } else {
            for (int n = 0; n < chunk.count; n++) {
                const uint32_t *from = pixels + chunk.numbers[n] * RGB_BLOCK_WIDTH;
                there[n] = split(i_load_rows(from, from + pitch));
            }
        }
        for (uint32_t i = is_stored(&batch->passes[0]); i < batch->num_passes; i++) {
            source_of(&batch->passes[i], triangle, &chunk, source);
            blend_pass(&batch->passes[i], &chunk, source, there);
        }
        for (int n = 0; n < chunk.count; n++) {
            const int number = chunk.numbers[n];
            store_block(pixels + number * RGB_BLOCK_WIDTH, pitch, join(there[n]), masks[number]);
        }
    }
}

static void draw_pass(const struct rgb_pass *pass, const struct rgb_triangle *triangle,
                      const struct chunk8 *chunk, struct canvas8 *canvas)
{
    struct color8 source[CHUNK];
    source_of(pass, triangle, chunk, source);
    for (int n = 0; n < chunk->count; n++) {
        const struct color8 there = canvas->colors[n];
        v8i mask = test_alpha(canvas->drawn[n], source[n], pass->alpha_test);
        if (pass->depth_equal) {
            mask = i_and(mask, i_equal(canvas->z[n], canvas->far[n]));
        }
        const struct color8 color = blend(pass->source, pass->destination, source[n], there);
        canvas->colors[n].rb = i_choose(there.rb, color.rb, mask);
        canvas->colors[n].ga = i_choose(there.ga, color.ga, mask);
        if (pass->depth_write) {
            canvas->far[n] = i_choose(canvas->far[n], canvas->z[n], mask);
        }
    }
}

/* depths: NULL where they were settled before. */
static void shade_tested(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                         struct rgb_run run, const uint8_t *masks, uint32_t *pixels,
                         ptrdiff_t pitch, int32_t *depths)
{
    struct chunk8 chunk;
    struct canvas8 canvas;
    for (int first = 0; first < run.blocks;) {
        first = begin_chunk(&chunk, triangle, run, masks, first);
        for (int n = 0; n < chunk.count; n++) {
            const int number = chunk.numbers[n];
            const uint32_t *there = pixels + number * RGB_BLOCK_WIDTH;
            canvas.colors[n] = split(i_load_rows(there, there + pitch));
            canvas.drawn[n] = i_from_mask(masks[number]);
            canvas.z[n] = canvas.far[n] = i_set(0);
            if (depths != NULL) {
                const struct rgb_run block = {run.x + number * RGB_BLOCK_WIDTH, run.y, 1};
                struct depth8 depth = depth_line(triangle, block);
                canvas.z[n] = next_depth(&depth);
                canvas.far[n] = i_load(depths + number * RGB_BLOCK);
            }
        }
        for (uint32_t i = 0; i < batch->num_passes; i++) {
            draw_pass(&batch->passes[i], triangle, &chunk, &canvas);
        }
        for (int n = 0; n < chunk.count; n++) {
            const int number = chunk.numbers[n];
            uint32_t *there = pixels + number * RGB_BLOCK_WIDTH;
            i_store_rows(there, there + pitch, join(canvas.colors[n]));
            if (depths != NULL) {
                i_store(depths + number * RGB_BLOCK, canvas.far[n]);
            }
        }
    }
}

static void shade_passes(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                         struct rgb_run run, const uint8_t *masks, uint32_t *pixels,
                         ptrdiff_t pitch, int32_t *depths)
{
    (void)depths;
    for (uint32_t i = 0; i < batch->num_passes; i++) {
        if (batch->passes[i].alpha_test != Q3_ALPHA_ALL) {
            shade_tested(batch, triangle, run, masks, pixels, pitch, NULL);
            return;
        }
    }
    shade_all_passes(batch, triangle, run, masks, pixels, pitch);
}

static void shade_by_depth(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                           struct rgb_run run, const uint8_t *masks, uint32_t *pixels,
                           ptrdiff_t pitch, int32_t *depths)
{
    shade_tested(batch, triangle, run, masks, pixels, pitch, depths);
}

#define RGB_KERNELS_BODY                                                                           \
    {                                                                                              \
        .fill = fill, .cover = cover, .pick = pick,                                                \
        .shade_lit = {shade_lit_level_0, shade_lit_two_levels, shade_lit_one_level,                \
                      shade_lit_one_texel},                                                        \
        .shade_plain = shade_plain, .shade_passes = shade_passes, .shade_by_depth = shade_by_depth \
    }
