/* Kernels with vectors, last part: depth, passes and the table. For the files that have included
 * the parts before. Not a header for others. */

/* --- depth ---------------------------------------------------------------------------------------
 */

struct vdepth {
    vlong z;
    uint64_t step; /* from block to block */
    vint low, high;
};

/* Every block of the vector gets the depth of the run's first block. */
RGB_INLINE struct vdepth depth_line(const struct rgb_triangle *triangle, struct rgb_run run)
{
    const uint64_t z = triangle->z + triangle->z_dx * (uint64_t)(int64_t)(run.x - triangle->x0) +
                       triangle->z_dy * (uint64_t)(int64_t)(run.y - triangle->y0);
    return (struct vdepth){l_line(z, triangle->z_dx, triangle->z_dy),
                           triangle->z_dx * RGB_BLOCK_WIDTH, i_set(triangle->z_min),
                           i_set(triangle->z_max)};
}

static const int side_by_side[] = {0, 1};

_Static_assert(VECTOR_BLOCKS <= 2, "side_by_side has two");

RGB_INLINE vint depth_at(const struct vdepth *depth, vlong z)
{
    return i_min(i_max(l_high(z), depth->low), depth->high);
}

RGB_INLINE vint next_depth(struct vdepth *depth)
{
    const vint z = depth_at(depth, depth->z);
    depth->z = l_add(depth->z, depth->step * VECTOR_BLOCKS);
    return z;
}

struct vspan {
    vint x, before, end;
};

RGB_INLINE struct vspan span_line(const struct rgb_spans *spans, int32_t x)
{
    return (struct vspan){i_add(i_set(x), columns_of(side_by_side)),
                          i_rows(spans->left[0] - 1, spans->left[1] - 1),
                          i_rows(spans->right[0], spans->right[1])};
}

RGB_INLINE vmask next_covered(struct vspan *span)
{
    const vmask covered = m_and(i_greater(span->x, span->before), i_greater(span->end, span->x));
    span->x = i_add(span->x, i_set(RGB_BLOCK_WIDTH * VECTOR_BLOCKS));
    return covered;
}

/* A pair of rows, from column `first` on, where depth stands. The last vector may reach beyond the
 * blocks: nothing is covered there, nor read or written. */
RGB_INLINE void fill_pair(struct vdepth depth, const struct rgb_spans *spans, int32_t first,
                          int blocks, int32_t *depths, uint32_t *ids, vint name)
{
    struct vspan span = span_line(spans, first);
    for (int n = 0; n < blocks; n += VECTOR_BLOCKS, depths += VECTOR, ids += VECTOR) {
        const vmask covered = next_covered(&span);
        const vint z = next_depth(&depth), there = i_load_where(depths, covered);
        const vmask seen = m_andnot(i_greater(z, there), covered);
        if (m_bits(seen) != 0) {
            i_store_where(depths, there, z, seen);
            i_store_where((int32_t *)ids, i_load_where((const int32_t *)ids, seen), name, seen);
        }
    }
}

static void fill_rows(const struct rgb_triangle *triangle, const struct rgb_rows *rows,
                      int32_t *depths, uint32_t *ids, uint32_t id)
{
    struct vdepth start = depth_line(triangle, (struct rgb_run){0, rows->y, 0});
    start.z = l_blocks(start.z, start.step, side_by_side);
    const vint name = i_set((int32_t)id);
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
            struct vdepth depth = start;
            depth.z = l_add(start.z, down + start.step * (uint64_t)first);
            fill_pair(depth, &spans, first * RGB_BLOCK_WIDTH, end - first, depths + place,
                      ids + place, name);
        }
    }
}

static unsigned cover_blocks(const struct rgb_triangle *triangle, const struct rgb_spans *spans,
                             struct rgb_run run, int32_t *depths, bool write, uint8_t *masks)
{
    struct vdepth depth = depth_line(triangle, run);
    depth.z = l_blocks(depth.z, depth.step, side_by_side);
    struct vspan span = span_line(spans, run.x);
    const bool is_tested = write || triangle->z_max > 0; /* nothing is nearer than 0 */
    unsigned any = 0;
    for (int n = 0; n < run.blocks; n += VECTOR_BLOCKS, depths += VECTOR) {
        vmask seen = next_covered(&span);
        if (is_tested) {
            const vint z = next_depth(&depth), there = i_load_where(depths, seen);
            seen = m_andnot(i_greater(z, there), seen);
            if (write) {
                i_store_where(depths, there, z, seen);
            }
        }
        const unsigned bits = m_bits(seen);
        for (int i = 0; i < VECTOR_BLOCKS && n + i < run.blocks; i++) {
            masks[n + i] = (uint8_t)(bits >> (i * RGB_BLOCK));
            any |= masks[n + i];
        }
    }
    return any;
}

static int pick_blocks(const uint32_t *ids, int blocks, uint32_t id, uint8_t *masks, uint8_t *done)
{
    int n = 0;
    for (; n < blocks; n++, ids += RGB_BLOCK) {
        const unsigned mask = equal_in_block((const int32_t *)ids, (int32_t)id);
        if (mask == 0) {
            break;
        }
        masks[n] = (uint8_t)mask;
        done[n] |= (uint8_t)mask;
    }
    return n;
}

/* --- what a pass draws ---------------------------------------------------------------------------
 */

static void sample_two_levels(const struct texture *texture, const struct rgb_plane planes[2],
                              const struct chunk *chunk, struct vcolor *colors)
{
    sample_levels(texture, planes, chunk, colors, RGB_AT_TWO_LEVELS);
}

static void sample_sharp_texels(const struct texture *texture, const struct rgb_plane planes[2],
                                const struct chunk *chunk, struct vcolor *colors)
{
    sample_levels(texture, planes, chunk, colors, RGB_AT_SHARP_TEXELS);
}

/* Of two neighbours that differ by at most 1, a mix is the nearer one. */
static void sample_ramp(const struct texture *texture, const struct rgb_plane *plane,
                        const struct chunk *chunk, struct vcolor *colors)
{
    const struct vline line = line_of(plane, chunk->y);
    const struct texture_level *level = &texture->levels[0];
    const vint last = i_set(level->width - 1);
    vint places[CHUNK];
    for (int n = 0; n < chunk->count; n++) {
        const vfloat s = f_mul(value_of(&line, chunk->x[n]), chunk->w[n]);
        const vint u = i_add(f_floor(s), i_set(-128));
        const vint nearer = i_and(i_right(u, 7), i_set(1));
        places[n] = i_add(wrap_texel(i_right(u, 8), last, true), nearer);
    }
    for (int n = 0; n < chunk->count; n++) {
        colors[n] = split_color(i_gather((const int32_t *)level->texels, places[n]));
    }
}

static void sample_texels(const struct texture *texture, enum rgb_sampling sampling,
                          const struct rgb_plane planes[2], const struct chunk *chunk,
                          struct vcolor *colors)
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
    case RGB_AT_RAMP:
        sample_ramp(texture, planes, chunk, colors);
        break;
    case RGB_AT_SHARP_TEXELS:
        sample_sharp_texels(texture, planes, chunk, colors);
        break;
    case RGB_AT_NO_PLACE:
        for (int n = 0; n < chunk->count; n++) {
            colors[n] = color_of(texture->levels[0].texels[0]);
        }
        break;
    default:
        sample_one_texel(texture, planes, chunk, colors);
        break;
    }
}

RGB_INLINE vint unit_of(vfloat value)
{
    return f_truncate(f_add(f_min(f_max(value, f_set(0)), f_set(255)), f_set(0.5f)));
}

static void color_by_vertices(const struct rgb_plane planes[4], const struct chunk *chunk, int gain,
                              struct vcolor *colors)
{
    const struct vgain gains = gain_of(gain);
    struct vline lines[4];
    for (int i = 0; i < 4; i++) {
        lines[i] = line_of(&planes[i], chunk->y);
    }
    for (int n = 0; n < chunk->count; n++) {
        vint c[4];
        for (int i = 0; i < 4; i++) {
            c[i] = unit_of(f_mul(value_of(&lines[i], chunk->x[n]), chunk->w[n]));
        }
        const struct vcolor color = {i_or(c[0], i_left(c[2], 16)), i_or(c[1], i_left(c[3], 16))};
        colors[n] = product_with(colors[n], color, &gains);
    }
}

/* Everything but blending. */
RGB_INLINE void source_of(const struct rgb_pass *pass, const struct rgb_triangle *triangle,
                          const struct chunk *chunk, struct vcolor *colors)
{
    const struct rgb_plane *planes = &triangle->planes[pass->first_plane];
    sample_texels(pass->texture, pass->sampling, planes, chunk, colors);
    planes += 2;
    if (pass->second != NULL) {
        const struct vgain gains = gain_of(pass->gain);
        struct vcolor second[CHUNK];
        sample_texels(pass->second, pass->second_sampling, planes, chunk, second);
        planes += 2;
        for (int n = 0; n < chunk->count; n++) {
            const struct vcolor both = product_with(colors[n], second[n], &gains);
            if (pass->sum) {
                colors[n].rb = add_units(colors[n].rb, second[n].rb);
                colors[n].ga = i_or(i_and(add_units(colors[n].ga, second[n].ga), i_set(0xffff)),
                                    i_andnot(i_set(0xffff), both.ga));
            } else {
                colors[n] = both;
            }
        }
    }
    const int gain = pass->second != NULL ? 0 : pass->gain;
    if (pass->coloring == RGB_ONE_COLOR) {
        const struct vcolor color = color_of(pass->color);
        const struct vgain gains = gain_of(gain);
        for (int n = 0; n < chunk->count; n++) {
            colors[n] = product_with(colors[n], color, &gains);
        }
    } else if (pass->coloring == RGB_VERTEX_COLOR) {
        color_by_vertices(planes, chunk, gain, colors);
    }
}

RGB_INLINE vint inverse_of(vint color)
{
    return w_sub(i_set(0x00ff00ff), color);
}

RGB_INLINE struct vcolor alpha_of(struct vcolor color)
{
    const __m128i places =
        _mm_setr_epi8(2, -1, 2, -1, 6, -1, 6, -1, 10, -1, 10, -1, 14, -1, 14, -1);
    const vint alpha = b_pick(color.ga, places);
    return (struct vcolor){alpha, alpha};
}

RGB_INLINE struct vcolor inverse_color(struct vcolor color)
{
    return (struct vcolor){inverse_of(color.rb), inverse_of(color.ga)};
}

RGB_INLINE struct vcolor times_factor(struct vcolor color, enum q3_factor factor,
                                      struct vcolor source, struct vcolor there)
{
    switch (factor) {
    case Q3_FACTOR_ZERO:
        return (struct vcolor){i_set(0), i_set(0)};
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

RGB_INLINE struct vcolor blend_color(enum q3_factor of_source, enum q3_factor of_there,
                                     struct vcolor source, struct vcolor there)
{
    const struct vcolor a = times_factor(source, of_source, source, there);
    if (of_there == Q3_FACTOR_ZERO) {
        return a;
    }
    const struct vcolor b = times_factor(there, of_there, source, there);
    return (struct vcolor){add_units(a.rb, b.rb), add_units(a.ga, b.ga)};
}

RGB_INLINE vmask test_alpha(vmask mask, struct vcolor color, enum q3_alpha_test test)
{
    const vint alpha = i_right(color.ga, 16);
    switch (test) {
    case Q3_ALPHA_GT0:
        return m_and(mask, i_greater(alpha, i_set(0)));
    case Q3_ALPHA_LT128:
        return m_and(mask, i_greater(i_set(128), alpha));
    case Q3_ALPHA_GE128:
        return m_and(mask, i_greater(alpha, i_set(127)));
    default:
        return mask;
    }
}

/* --- the ways to shade ---------------------------------------------------------------------------
 */

/* One pass, stored: the texture times one without levels of detail. */
RGB_INLINE void shade_lit(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                          struct rgb_run run, const uint8_t *masks, uint32_t *pixels,
                          ptrdiff_t pitch,
                          void (*sample_fn)(const struct texture *, const struct rgb_plane *,
                                            const struct chunk *, struct vcolor *))
{
    const struct rgb_pass *pass = &batch->passes[0];
    const struct rgb_plane *planes = &triangle->planes[pass->first_plane];
    const struct vgain gain = gain_of(pass->gain);
    struct chunk chunk;
    struct vcolor colors[CHUNK], light[CHUNK];
    for (int first = 0; first < run.blocks;) {
        first = begin_chunk(&chunk, triangle, run, masks, first);
        sample_fn(pass->texture, planes, &chunk, colors);
        sample_level_0(pass->second, planes + 2, &chunk, light);
        for (int n = 0; n < chunk.count; n++) {
            store_pixels(pixels, pitch, numbers_of(&chunk, n), masks_of(&chunk, n),
                         join_color(product_with(colors[n], light[n], &gain)));
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
SHADE_LIT(shade_lit_sharp_texels, sample_sharp_texels)

/* One pass, stored, one texture. */
static void shade_plain(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                        struct rgb_run run, const uint8_t *masks, uint32_t *pixels, ptrdiff_t pitch,
                        int32_t *depths)
{
    (void)depths;
    struct chunk chunk;
    struct vcolor colors[CHUNK];
    for (int first = 0; first < run.blocks;) {
        first = begin_chunk(&chunk, triangle, run, masks, first);
        source_of(&batch->passes[0], triangle, &chunk, colors);
        for (int n = 0; n < chunk.count; n++) {
            store_pixels(pixels, pitch, numbers_of(&chunk, n), masks_of(&chunk, n),
                         join_color(colors[n]));
        }
    }
}

/* Target of the passes: colours and depths of a chunk. */
struct canvas {
    struct vcolor colors[CHUNK];
    vmask drawn[CHUNK];
    vint z[CHUNK], far[CHUNK]; /* the triangle's depths, and those there */
};

RGB_INLINE void blend_all(enum q3_factor of_source, enum q3_factor of_there,
                          const struct chunk *chunk, const struct vcolor *source,
                          struct vcolor *there)
{
    for (int n = 0; n < chunk->count; n++) {
        there[n] = blend_color(of_source, of_there, source[n], there[n]);
    }
}

/* Blends all pixels; the most frequent blend functions have separate loops. */
static void blend_pass(const struct rgb_pass *pass, const struct chunk *chunk,
                       const struct vcolor *source, struct vcolor *there)
{
    const enum q3_factor s = pass->source, d = pass->destination;
    if (s == Q3_FACTOR_DST_COLOR && d == Q3_FACTOR_SRC_COLOR) {
        for (int n = 0; n < chunk->count; n++) {
            const struct vcolor half = product_of(source[n], there[n]);
            there[n] = (struct vcolor){add_units(half.rb, half.rb), add_units(half.ga, half.ga)};
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
    struct chunk chunk;
    struct vcolor source[CHUNK], there[CHUNK];
    for (int first = 0; first < run.blocks;) {
        first = begin_chunk(&chunk, triangle, run, masks, first);
        if (is_stored(&batch->passes[0])) {
            source_of(&batch->passes[0], triangle, &chunk, there);
        } else {
            for (int n = 0; n < chunk.count; n++) {
                there[n] = split_color(load_pixels(pixels, pitch, numbers_of(&chunk, n)));
            }
        }
        for (uint32_t i = is_stored(&batch->passes[0]); i < batch->num_passes; i++) {
            source_of(&batch->passes[i], triangle, &chunk, source);
            blend_pass(&batch->passes[i], &chunk, source, there);
        }
        for (int n = 0; n < chunk.count; n++) {
            store_pixels(pixels, pitch, numbers_of(&chunk, n), masks_of(&chunk, n),
                         join_color(there[n]));
        }
    }
}

static void draw_pass(const struct rgb_pass *pass, const struct rgb_triangle *triangle,
                      const struct chunk *chunk, struct canvas *canvas)
{
    struct vcolor source[CHUNK];
    source_of(pass, triangle, chunk, source);
    for (int n = 0; n < chunk->count; n++) {
        const struct vcolor there = canvas->colors[n];
        vmask mask = test_alpha(canvas->drawn[n], source[n], pass->alpha_test);
        if (pass->depth_equal) {
            mask = m_and(mask, i_equal(canvas->z[n], canvas->far[n]));
        }
        const struct vcolor color = blend_color(pass->source, pass->destination, source[n], there);
        canvas->colors[n].rb = i_choose(there.rb, color.rb, mask);
        canvas->colors[n].ga = i_choose(there.ga, color.ga, mask);
        if (pass->depth_write) {
            canvas->far[n] = i_choose(canvas->far[n], canvas->z[n], mask);
        }
    }
}

/* depths: NULL if an earlier depth pass resolved visibility. */
static void shade_tested(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                         struct rgb_run run, const uint8_t *masks, uint32_t *pixels,
                         ptrdiff_t pitch, int32_t *depths)
{
    struct chunk chunk;
    struct canvas canvas;
    const struct vdepth depth = depth_line(triangle, run);
    for (int first = 0; first < run.blocks;) {
        first = begin_chunk(&chunk, triangle, run, masks, first);
        for (int n = 0; n < chunk.count; n++) {
            const int *numbers = numbers_of(&chunk, n);
            canvas.colors[n] = split_color(load_pixels(pixels, pitch, numbers));
            canvas.drawn[n] = m_from_masks(masks_of(&chunk, n));
            canvas.z[n] = canvas.far[n] = i_set(0);
            if (depths != NULL) {
                canvas.z[n] = depth_at(&depth, l_blocks(depth.z, depth.step, numbers));
                canvas.far[n] = load_depths(depths, numbers);
            }
        }
        for (uint32_t i = 0; i < batch->num_passes; i++) {
            draw_pass(&batch->passes[i], triangle, &chunk, &canvas);
        }
        for (int n = 0; n < chunk.count; n++) {
            const int *numbers = numbers_of(&chunk, n);
            const uint8_t *drawn = masks_of(&chunk, n);
            store_pixels(pixels, pitch, numbers, drawn, join_color(canvas.colors[n]));
            if (depths != NULL) {
                store_depths(depths, numbers, drawn, canvas.far[n]);
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
        .trace = trace_edge, .fill = fill_rows, .cover = cover_blocks, .pick = pick_blocks,        \
        .shade_lit = {shade_lit_level_0, shade_lit_two_levels, shade_lit_one_level,                \
                      shade_lit_one_texel, shade_lit_sharp_texels},                                \
        .shade_plain = shade_plain, .shade_passes = shade_passes,                                  \
        .shade_by_depth = shade_by_depth, .shade_flat = shade_flat                                 \
    }
