/* Vector kernels, second part: texture sampling with a level of detail per lane. A table look-up
 * gives a level's first texel, another its stride. Included by the vector files only. */
#ifndef RENDER_RGB_KERNELS_RGB_KERNELS_LANES_H
#define RENDER_RGB_KERNELS_RGB_KERNELS_LANES_H

/* Per lane, the mip level's first texel and stride, in texels, and its width and height less 1. */
struct vlevel {
    vint start, stride, width, height;
};

/* Texel indices from level 0's first; weights of the texels to the right and below, times 128.
 */
struct vtaps {
    vint upper, lower, across, down;
};

/* A texture's levels by number. */
struct vtexture {
    const uint32_t *texels;
    vint starts, strides, width, height; /* the last two of level 0, less 1 */
    bool clamp;
};

RGB_INLINE struct vtexture look_at(const struct texture *texture)
{
    const struct texture_level *level = &texture->levels[0];
    return (struct vtexture){
        level->texels,           i_load(texture->starts),  i_load(texture->strides),
        i_set(level->width - 1), i_set(level->height - 1), texture->clamp};
}

RGB_INLINE struct vlevel levels_of(const struct vtexture *texture, vint numbers)
{
    return (struct vlevel){
        i_look_up(texture->starts, numbers), i_look_up(texture->strides, numbers),
        i_right_each(texture->width, numbers), i_right_each(texture->height, numbers)};
}

_Static_assert((1 << (TEXTURE_LEVELS - 1)) + 2 < 1 << 15, "w_mul_low multiplies 16 bits");

/* u, v: texels of the level. */
RGB_INLINE vint place_of(const struct vlevel *level, bool clamp, vint u, vint v)
{
    const vint row = w_mul_low(wrap_texel(v, level->height, clamp), level->stride);
    return i_add(i_add(row, level->start), wrap_texel(u, level->width, clamp));
}

/* u, v: in 1/256 texels of the level. */
RGB_INLINE struct vtaps find_taps(const struct vlevel *level, bool clamp, vint u, vint v)
{
    u = i_add(u, i_set(-128));
    v = i_add(v, i_set(-128));
    const vint upper = place_of(level, clamp, i_right(u, 8), i_right(v, 8));
    return (struct vtaps){upper, i_add(upper, level->stride), weight_of(u, 0), weight_of(v, 0)};
}

/* Texels at places of one row, and their neighbours to the right. */
RGB_INLINE void load_columns(const uint32_t *row, const int32_t *places, vint *texels,
                             vint *neighbours)
{
    load_pairs(row, i_load(places), texels, neighbours);
}

RGB_INLINE struct vcolor four_texels(const uint32_t *texels, const struct vtaps *taps)
{
    vint a, b, c, d;
    load_pairs(texels, taps->upper, &a, &b);
    load_pairs(texels, taps->lower, &c, &d);
    return mix_colors(mix_colors(split_color(a), split_color(b), taps->across),
                      mix_colors(split_color(c), split_color(d), taps->across), taps->down);
}

/* Levels of detail of 2 x 2 pixels each, at the first of them. */
RGB_INLINE vint find_lods(vfloat s, vfloat t)
{
    const vfloat right_s = f_sub(f_right(s), s), right_t = f_sub(f_right(t), t);
    const vfloat below_s = f_sub(f_below(s), s), below_t = f_sub(f_below(t), t);
    const vfloat a = f_add(f_mul(right_s, right_s), f_mul(right_t, right_t));
    const vfloat b = f_add(f_mul(below_s, below_s), f_mul(below_t, below_t));
    const vfloat length = f_min(f_max(a, b), f_set(RGB_LOD_LIMIT));
    return i_add(i_of_bits(length), i_set(-RGB_LOD_BIAS));
}

/* As rgb_clamp_lod clamps them, at all pixels. */
RGB_INLINE vint clamp_lods(vint lod, enum rgb_sampling sampling, int num_levels)
{
    if (!rgb_mixes_levels(sampling)) {
        lod = i_and(i_add(lod, i_set(1 << 23)), i_set((int32_t)0xff000000));
    }
    lod = i_min(i_max(lod, i_set(0)), i_set((num_levels - 1) << 24));
    return i_over_quads(lod);
}

RGB_INLINE vfloat find_sharpness(vint lods)
{
    return sharpness_of(i_over_quads(i_min(i_max(lods, i_set(RGB_LOD_SHARPEST)), i_set(0))));
}

static void sample_level_0(const struct texture *texture, const struct rgb_plane planes[2],
                           const struct chunk *chunk, struct vcolor *colors)
{
    const struct vline s = line_of(&planes[0], chunk->y), t = line_of(&planes[1], chunk->y);
    const struct texture_level *first = &texture->levels[0];
    const struct vlevel level = {i_set(0), i_set(first->stride), i_set(first->width - 1),
                                 i_set(first->height - 1)};
    const bool clamp = texture->clamp;
    struct vtaps taps[CHUNK];
    for (int n = 0; n < chunk->count; n++) {
        vfloat at_s = f_mul(value_of(&s, chunk->x[n]), chunk->w[n]);
        vfloat at_t = f_mul(value_of(&t, chunk->x[n]), chunk->w[n]);
        taps[n] = find_taps(&level, clamp, f_floor(at_s), f_floor(at_t));
    }
    for (int n = 0; n < chunk->count; n++) {
        colors[n] = four_texels(first->texels, &taps[n]);
    }
}

RGB_INLINE void sample_levels(const struct texture *texture, const struct rgb_plane planes[2],
                              const struct chunk *chunk, struct vcolor *colors,
                              enum rgb_sampling sampling)
{
    const struct vline s_line = line_of(&planes[0], chunk->y);
    const struct vline t_line = line_of(&planes[1], chunk->y);
    const struct vtexture look = look_at(texture);
    struct vtaps taps[CHUNK], next_taps[CHUNK];
    vint weights[CHUNK];
    bool mixed[CHUNK];
    for (int n = 0; n < chunk->count; n++) {
        vfloat s = f_mul(value_of(&s_line, chunk->x[n]), chunk->w[n]);
        vfloat t = f_mul(value_of(&t_line, chunk->x[n]), chunk->w[n]);
        const vint all = find_lods(s, t);
        const vint lods = clamp_lods(all, sampling, texture->num_levels);
        const vint u = f_floor(s), v = f_floor(t), numbers = i_right(lods, 24);
        const struct vlevel level = levels_of(&look, numbers);
        taps[n] = find_taps(&level, look.clamp, i_right_each(u, numbers), i_right_each(v, numbers));
        if (sampling == RGB_AT_SHARP_TEXELS) {
            const vfloat sharpness = find_sharpness(all);
            const vint half = i_set(-128);
            taps[n].across = sharp_weight_of(i_add(i_right_each(u, numbers), half), sharpness);
            taps[n].down = sharp_weight_of(i_add(i_right_each(v, numbers), half), sharpness);
        }
        mixed[n] = m_bits(i_any(lods, i_set(0xffffff))) != 0;
        if (mixed[n]) {
            const vint above = i_right(i_add(lods, i_set(0xffffff)), 24);
            const struct vlevel next = levels_of(&look, above);
            next_taps[n] =
                find_taps(&next, look.clamp, i_right_each(u, above), i_right_each(v, above));
            weights[n] = weight_of(lods, 2);
        }
    }
    for (int n = 0; n < chunk->count; n++) {
        colors[n] = four_texels(look.texels, &taps[n]);
        if (mixed[n]) {
            colors[n] = mix_colors(colors[n], four_texels(look.texels, &next_taps[n]), weights[n]);
        }
    }
}

static void sample_one_level(const struct texture *texture, const struct rgb_plane planes[2],
                             const struct chunk *chunk, struct vcolor *colors)
{
    const struct vline s_line = line_of(&planes[0], chunk->y);
    const struct vline t_line = line_of(&planes[1], chunk->y);
    const struct vtexture look = look_at(texture);
    struct vtaps taps[CHUNK];
    for (int n = 0; n < chunk->count; n++) {
        vfloat s = f_mul(value_of(&s_line, chunk->x[n]), chunk->w[n]);
        vfloat t = f_mul(value_of(&t_line, chunk->x[n]), chunk->w[n]);
        const vint numbers =
            i_right(clamp_lods(find_lods(s, t), RGB_AT_ONE_LEVEL, texture->num_levels), 24);
        const struct vlevel level = levels_of(&look, numbers);
        taps[n] = find_taps(&level, look.clamp, i_right_each(f_floor(s), numbers),
                            i_right_each(f_floor(t), numbers));
    }
    for (int n = 0; n < chunk->count; n++) {
        colors[n] = four_texels(look.texels, &taps[n]);
    }
}

static void sample_one_texel(const struct texture *texture, const struct rgb_plane planes[2],
                             const struct chunk *chunk, struct vcolor *colors)
{
    const struct vline s_line = line_of(&planes[0], chunk->y);
    const struct vline t_line = line_of(&planes[1], chunk->y);
    const struct vtexture look = look_at(texture);
    vint places[CHUNK];
    for (int n = 0; n < chunk->count; n++) {
        vfloat s = f_mul(value_of(&s_line, chunk->x[n]), chunk->w[n]);
        vfloat t = f_mul(value_of(&t_line, chunk->x[n]), chunk->w[n]);
        const vint numbers =
            i_right(clamp_lods(find_lods(s, t), RGB_AT_ONE_TEXEL, texture->num_levels), 24);
        const struct vlevel level = levels_of(&look, numbers);
        const vint bits = i_add(numbers, i_set(8));
        places[n] = place_of(&level, look.clamp, i_right_each(f_floor(s), bits),
                             i_right_each(f_floor(t), bits));
    }
    for (int n = 0; n < chunk->count; n++) {
        colors[n] = split_color(load_texels(look.texels, places[n]));
    }
}

#endif
