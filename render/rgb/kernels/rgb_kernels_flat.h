/* Vector kernels, last part: screen-aligned rectangles, where s depends on the column alone and t
 * on the row alone. Each texture row is interpolated horizontally once, and memory is read along
 * rows: a third of the time of drawing block by block where a picture is magnified. Included by the
 * vector files only. */
#ifndef RENDER_RGB_KERNELS_RGB_KERNELS_FLAT_H
#define RENDER_RGB_KERNELS_RGB_KERNELS_FLAT_H

enum { STRIP = CHUNK * VECTOR }; /* pixels side by side that are drawn at a time */

/* Columns of a rectangle: here a vector has pixels of one row. */
struct strip {
    int count;             /* vectors; the last one may be partial */
    int width;             /* pixels */
    int32_t places[STRIP]; /* texel columns */
    vint across[CHUNK];    /* weights of the texels to the right, times 128 */
    /* The two rows of texels mixed last, and where they begin: NULL: not mixed yet. */
    struct vcolor rows[2][CHUNK];
    const uint32_t *texels[2];
};

RGB_INLINE vint first_numbers(void)
{
    static const int32_t numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    _Static_assert(VECTOR <= 16, "so many numbers are there");
    return i_load(numbers);
}

static void begin_strip(struct strip *strip, const struct rgb_triangle *triangle,
                        const struct rgb_pass *pass, int32_t left, int width)
{
    const struct rgb_plane *plane = &triangle->planes[pass->first_plane];
    const struct texture_level *level = &pass->texture->levels[0];
    const vfloat w = f_div(f_set(1), f_set(triangle->over_w.at));
    const vint last = i_set(level->width - 1);
    strip->width = width;
    strip->count = (width + VECTOR - 1) / VECTOR;
    strip->texels[0] = strip->texels[1] = NULL;
    for (int n = 0; n < strip->count; n++) {
        const vint x = i_add(i_set(left - triangle->x0 + n * VECTOR), first_numbers());
        const vfloat s = f_mul(f_add(f_set(plane->at), f_mul(f_set(plane->dx), f_of(x))), w);
        const vint u = i_add(f_floor(s), i_set(-128));
        strip->across[n] = weight_of(u, 0);
        i_store(strip->places + n * VECTOR, wrap_texel(i_right(u, 8), last, pass->texture->clamp));
    }
}

/* Row `k` is of the texels there from now on. */
static void mix_row(struct strip *strip, int k, const uint32_t *texels)
{
    strip->texels[k] = texels;
    for (int n = 0; n < strip->count; n++) {
        vint a, b;
        load_columns(texels, strip->places + n * VECTOR, &a, &b);
        strip->rows[k][n] = mix_colors(split_color(a), split_color(b), strip->across[n]);
    }
}

static int find_row(const struct strip *strip, const uint32_t *texels)
{
    return strip->texels[0] == texels ? 0 : strip->texels[1] == texels ? 1 : -1;
}

/* The two texture rows that a row of pixels interpolates: indices into strip.rows, and the weight
 * of the lower one. */
struct between {
    int above, below;
    vint down;
};

static struct between find_rows(struct strip *strip, const struct rgb_triangle *triangle,
                                const struct rgb_pass *pass, int32_t y)
{
    const struct rgb_plane *plane = &triangle->planes[pass->first_plane + 1];
    const struct texture_level *level = &pass->texture->levels[0];
    const vfloat w = f_div(f_set(1), f_set(triangle->over_w.at));
    const vfloat row = f_set((float)(y - triangle->y0));
    const vfloat t = f_mul(f_add(f_set(plane->at), f_mul(f_set(plane->dy), row)), w);
    const vint v = i_add(f_floor(t), i_set(-128));
    int32_t rows[VECTOR]; /* all alike */
    i_store(rows, wrap_texel(i_right(v, 8), i_set(level->height - 1), pass->texture->clamp));
    const uint32_t *texels = level->texels + (ptrdiff_t)rows[0] * level->stride;
    struct between between = {find_row(strip, texels), find_row(strip, texels + level->stride),
                              weight_of(v, 0)};
    if (between.above < 0) {
        between.above = between.below == 0 ? 1 : 0;
        mix_row(strip, between.above, texels);
    }
    if (between.below < 0) {
        between.below = 1 - between.above;
        mix_row(strip, between.below, texels + level->stride);
    }
    return between;
}

RGB_INLINE vint load_some(const uint32_t *pixels, int count)
{
    uint32_t some[VECTOR] = {0};
    memcpy(some, pixels, (size_t)count * sizeof *pixels);
    return i_load((const int32_t *)some);
}

RGB_INLINE void store_some(uint32_t *pixels, int count, vint value)
{
    uint32_t some[VECTOR];
    i_store((int32_t *)some, value);
    memcpy(pixels, some, (size_t)count * sizeof *pixels);
}

/* True if these pixels stay as they are. */
RGB_INLINE bool is_unseen(struct vcolor source, enum q3_factor of_source, enum q3_factor of_there)
{
    return of_source == Q3_FACTOR_SRC_ALPHA && of_there == Q3_FACTOR_ONE_MINUS_SRC_ALPHA &&
           m_bits(i_greater(i_right(source.ga, 16), i_set(0))) == 0;
}

RGB_INLINE void draw_row(const struct strip *strip, const struct rgb_pass *pass,
                         const struct between *between, enum q3_factor of_source,
                         enum q3_factor of_there, uint32_t *pixels)
{
    const struct vcolor *above = strip->rows[between->above], *below = strip->rows[between->below];
    const struct vcolor color =
        color_of(pass->coloring == RGB_ONE_COLOR ? pass->color : UINT32_MAX);
    for (int n = 0; n < strip->count; n++, pixels += VECTOR) {
        const int left = strip->width - n * VECTOR;
        const struct vcolor source =
            product_of(mix_colors(above[n], below[n], between->down), color);
        if (is_unseen(source, of_source, of_there)) {
            continue;
        }
        if (left >= VECTOR) {
            const struct vcolor there = split_color(i_load((const int32_t *)pixels));
            i_store((int32_t *)pixels, join_color(blend_color(of_source, of_there, source, there)));
        } else {
            const struct vcolor there = split_color(load_some(pixels, left));
            store_some(pixels, left, join_color(blend_color(of_source, of_there, source, there)));
        }
    }
}

/* What a texture of one colour draws. */
RGB_INLINE void draw_even_rows(struct vcolor source, enum q3_factor of_source,
                               enum q3_factor of_there, int width, int height, uint32_t *pixels,
                               ptrdiff_t pitch)
{
    for (int y = 0; y < height; y++, pixels += pitch) {
        int x = 0;
        for (; x + VECTOR <= width; x += VECTOR) {
            const struct vcolor there = split_color(i_load((const int32_t *)(pixels + x)));
            i_store((int32_t *)(pixels + x),
                    join_color(blend_color(of_source, of_there, source, there)));
        }
        if (x < width) {
            const struct vcolor there = split_color(load_some(pixels + x, width - x));
            store_some(pixels + x, width - x,
                       join_color(blend_color(of_source, of_there, source, there)));
        }
    }
}

static void shade_even(const struct rgb_pass *pass, bool usual, int width, int height,
                       uint32_t *pixels, ptrdiff_t pitch)
{
    const struct vcolor source =
        product_of(color_of(pass->texture->levels[0].texels[0]),
                   color_of(pass->coloring == RGB_ONE_COLOR ? pass->color : UINT32_MAX));
    if (usual) {
        draw_even_rows(source, Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE_MINUS_SRC_ALPHA, width, height,
                       pixels, pitch);
    } else {
        draw_even_rows(source, pass->source, pass->destination, width, height, pixels, pitch);
    }
}

static void shade_flat(const struct rgb_batch *batch, const struct rgb_triangle *triangle,
                       struct rgb_bounds bounds, uint32_t *pixels, ptrdiff_t pitch)
{
    const struct rgb_pass *pass = &batch->passes[0];
    const bool usual =
        pass->source == Q3_FACTOR_SRC_ALPHA && pass->destination == Q3_FACTOR_ONE_MINUS_SRC_ALPHA;
    struct strip strip;
    if (pass->sampling == RGB_AT_NO_PLACE) {
        shade_even(pass, usual, bounds.right - bounds.left, bounds.bottom - bounds.top, pixels,
                   pitch);
        return;
    }
    for (int32_t left = bounds.left; left < bounds.right; left += STRIP) {
        const int width = bounds.right - left < STRIP ? bounds.right - left : STRIP;
        uint32_t *row = pixels + (left - bounds.left);
        begin_strip(&strip, triangle, pass, left, width);
        for (int32_t y = bounds.top; y < bounds.bottom; y++, row += pitch) {
            const struct between between = find_rows(&strip, triangle, pass, y);
            if (usual) {
                draw_row(&strip, pass, &between, Q3_FACTOR_SRC_ALPHA, Q3_FACTOR_ONE_MINUS_SRC_ALPHA,
                         row);
            } else {
                draw_row(&strip, pass, &between, pass->source, pass->destination, row);
            }
        }
    }
}

#endif
