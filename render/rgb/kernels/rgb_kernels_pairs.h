/* Kernels with vectors, second part: textures, where a vector is one block. Levels of detail are
 * looked up for its two columns of 2 x 2 pixels. Two texels side by side are one load of 64 bits:
 * faster than gathering where that was measured. Not a header for others. */
#ifndef RENDER_RGB_KERNELS_RGB_KERNELS_PAIRS_H
#define RENDER_RGB_KERNELS_RGB_KERNELS_PAIRS_H

_Static_assert(VECTOR_BLOCKS == 1, "levels are looked up for one block");

/* Levels of a texture: of columns 0, 1 and of 2, 3. */
struct vlevel {
    const uint32_t *left, *right;
    ptrdiff_t left_stride, right_stride;
    vint width, height, stride; /* the first two less 1 */
    vshift numbers;
};

/* Texel indices of a block; weights of the texels to the right and below, times 128. */
struct vtaps {
    const uint32_t *left, *right;
    ptrdiff_t left_stride, right_stride;
    int32_t places[RGB_BLOCK];
    vint across, down;
};

_Static_assert(offsetof(struct texture_level, height) == 4 &&
                   offsetof(struct texture_level, stride) == 8,
               "a level's sizes are loaded at once");

RGB_INLINE struct vlevel levels_of(const struct texture *texture, int left_number, int right_number)
{
    const struct texture_level *left = &texture->levels[left_number];
    const struct texture_level *right = &texture->levels[right_number];
    const __m128i l = _mm_loadu_si128((const __m128i *)(const void *)left);
    const __m128i r = _mm_loadu_si128((const __m128i *)(const void *)right);
    const __m128i sizes = _mm_unpacklo_epi32(l, r), strides = _mm_unpackhi_epi32(l, r);
    const __m128i less = _mm_add_epi32(sizes, _mm_set1_epi32(-1));
    return (struct vlevel){
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

/* u, v: in 1/256 texels of the level; texels: of four, or one. */
RGB_INLINE void find_places(const struct vlevel *level, bool clamp, vint u, vint v,
                            struct vtaps *taps)
{
    taps->left = level->left;
    taps->right = level->right;
    taps->left_stride = level->left_stride;
    taps->right_stride = level->right_stride;
    i_store(taps->places,
            i_add(i_mul(wrap_texel(i_right(v, 8), level->height, clamp), level->stride),
                  wrap_texel(i_right(u, 8), level->width, clamp)));
}

RGB_INLINE void find_taps(const struct vlevel *level, bool clamp, vint u, vint v,
                          struct vtaps *taps)
{
    u = i_add(u, i_set(-128));
    v = i_add(v, i_set(-128));
    taps->across = weight_of(u, 0);
    taps->down = weight_of(v, 0);
    find_places(level, clamp, u, v, taps);
}

/* Texels at places of one row, and their neighbours to the right. */
RGB_INLINE void load_columns(const uint32_t *row, const int32_t *places, vint *texels,
                             vint *neighbours)
{
    load_pairs(row, row, places, texels, neighbours);
}

RGB_INLINE struct vcolor four_texels(const struct vtaps *taps)
{
    vint a, b, c, d;
    load_pairs(taps->left, taps->right, taps->places, &a, &b);
    load_pairs(taps->left + taps->left_stride, taps->right + taps->right_stride, taps->places, &c,
               &d);
    return mix_colors(mix_colors(split_color(a), split_color(b), taps->across),
                      mix_colors(split_color(c), split_color(d), taps->across), taps->down);
}

RGB_INLINE struct vcolor one_texel(const struct vtaps *taps)
{
    const uint32_t *left = taps->left, *right = taps->right;
    const int32_t *places = taps->places;
    const uint32_t texels[RGB_BLOCK] = {left[places[0]],  left[places[1]], right[places[2]],
                                        right[places[3]], left[places[4]], left[places[5]],
                                        right[places[6]], right[places[7]]};
    return split_color(i_load((const int32_t *)texels));
}

/* Levels of detail of both blocks of 2 x 2 pixels: in columns 0 and 2. */
RGB_INLINE __m128i find_lods(vfloat s, vfloat t)
{
    const __m128 upper_s = f_upper(s), upper_t = f_upper(t);
    const __m128 right_s = _mm_sub_ps(_mm_shuffle_ps(upper_s, upper_s, 0xf5), upper_s);
    const __m128 right_t = _mm_sub_ps(_mm_shuffle_ps(upper_t, upper_t, 0xf5), upper_t);
    const __m128 below_s = _mm_sub_ps(f_lower(s), upper_s);
    const __m128 below_t = _mm_sub_ps(f_lower(t), upper_t);
    const __m128 a = _mm_add_ps(_mm_mul_ps(right_s, right_s), _mm_mul_ps(right_t, right_t));
    const __m128 b = _mm_add_ps(_mm_mul_ps(below_s, below_s), _mm_mul_ps(below_t, below_t));
    const __m128 length = _mm_min_ps(_mm_max_ps(a, b), _mm_set1_ps(RGB_LOD_LIMIT));
    return _mm_sub_epi32(_mm_castps_si128(length), _mm_set1_epi32(RGB_LOD_BIAS));
}

/* As rgb_clamp_lod clamps them; in columns 0, 1 and 2, 3. */
RGB_INLINE __m128i clamp_lods(__m128i lod, enum rgb_sampling sampling, int num_levels)
{
    if (!rgb_mixes_levels(sampling)) {
        lod = _mm_and_si128(_mm_add_epi32(lod, _mm_set1_epi32(1 << 23)),
                            _mm_set1_epi32((int)0xff000000));
    }
    lod = _mm_min_epi32(_mm_max_epi32(lod, _mm_setzero_si128()),
                        _mm_set1_epi32((num_levels - 1) << 24));
    return _mm_shuffle_epi32(lod, 0xa0);
}

static void sample_level_0(const struct texture *texture, const struct rgb_plane planes[2],
                           const struct chunk *chunk, struct vcolor *colors)
{
    const struct vline s = line_of(&planes[0], chunk->y), t = line_of(&planes[1], chunk->y);
    const struct vlevel level = levels_of(texture, 0, 0);
    const bool clamp = texture->clamp;
    struct vtaps taps[CHUNK];
    for (int n = 0; n < chunk->count; n++) {
        vfloat at_s = f_mul(value_of(&s, chunk->x[n]), chunk->w[n]);
        vfloat at_t = f_mul(value_of(&t, chunk->x[n]), chunk->w[n]);
        find_taps(&level, clamp, f_floor(at_s), f_floor(at_t), &taps[n]);
    }
    for (int n = 0; n < chunk->count; n++) {
        colors[n] = four_texels(&taps[n]);
    }
}

RGB_INLINE vfloat find_sharpness(__m128i lods)
{
    const __m128i least = _mm_max_epi32(lods, _mm_set1_epi32(RGB_LOD_SHARPEST));
    const __m128i most = _mm_min_epi32(least, _mm_setzero_si128());
    return sharpness_of(i_twice(_mm_shuffle_epi32(most, 0xa0)));
}

/* Levels met before are kept: they change seldom from block to block. */
struct level_pair {
    int left, right;
    struct vlevel level;
};

RGB_INLINE const struct vlevel *find_levels(struct level_pair *pair, const struct texture *texture,
                                            int left, int right)
{
    if (left != pair->left || right != pair->right) {
        pair->left = left;
        pair->right = right;
        pair->level = levels_of(texture, left, right);
    }
    return &pair->level;
}

RGB_INLINE void sample_levels(const struct texture *texture, const struct rgb_plane planes[2],
                              const struct chunk *chunk, struct vcolor *colors,
                              enum rgb_sampling sampling)
{
    const struct vline s_line = line_of(&planes[0], chunk->y);
    const struct vline t_line = line_of(&planes[1], chunk->y);
    const bool clamp = texture->clamp;
    struct level_pair nearer = {-1, -1, {0}}, next = {-1, -1, {0}};
    struct vtaps taps[CHUNK], next_taps[CHUNK];
    vint weights[CHUNK];
    bool mixed[CHUNK];
    for (int n = 0; n < chunk->count; n++) {
        vfloat s = f_mul(value_of(&s_line, chunk->x[n]), chunk->w[n]);
        vfloat t = f_mul(value_of(&t_line, chunk->x[n]), chunk->w[n]);
        const __m128i all = find_lods(s, t);
        const __m128i lods = clamp_lods(all, sampling, texture->num_levels);
        const int left = _mm_cvtsi128_si32(lods), right = _mm_extract_epi32(lods, 2);
        const vint u = f_floor(s), v = f_floor(t);
        const struct vlevel *level = find_levels(&nearer, texture, left >> 24, right >> 24);
        find_taps(level, clamp, i_right_by(u, level->numbers), i_right_by(v, level->numbers),
                  &taps[n]);
        if (sampling == RGB_AT_SHARP_TEXELS) {
            const vfloat sharpness = find_sharpness(all);
            const vint half = i_set(-128);
            taps[n].across = sharp_weight_of(i_add(i_right_by(u, level->numbers), half), sharpness);
            taps[n].down = sharp_weight_of(i_add(i_right_by(v, level->numbers), half), sharpness);
        }
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
                               const struct chunk *chunk, struct vcolor *colors,
                               enum rgb_sampling sampling)
{
    const struct vline s_line = line_of(&planes[0], chunk->y);
    const struct vline t_line = line_of(&planes[1], chunk->y);
    const bool clamp = texture->clamp;
    struct level_pair nearest = {-1, -1, {0}};
    struct vtaps taps[CHUNK];
    for (int n = 0; n < chunk->count; n++) {
        vfloat s = f_mul(value_of(&s_line, chunk->x[n]), chunk->w[n]);
        vfloat t = f_mul(value_of(&t_line, chunk->x[n]), chunk->w[n]);
        const __m128i lods = clamp_lods(find_lods(s, t), sampling, texture->num_levels);
        const struct vlevel *level = find_levels(&nearest, texture, _mm_cvtsi128_si32(lods) >> 24,
                                                 _mm_extract_epi32(lods, 2) >> 24);
        const vint u = i_right_by(f_floor(s), level->numbers);
        const vint v = i_right_by(f_floor(t), level->numbers);
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
                             const struct chunk *chunk, struct vcolor *colors)
{
    sample_nearest(texture, planes, chunk, colors, RGB_AT_ONE_LEVEL);
}

static void sample_one_texel(const struct texture *texture, const struct rgb_plane planes[2],
                             const struct chunk *chunk, struct vcolor *colors)
{
    sample_nearest(texture, planes, chunk, colors, RGB_AT_ONE_TEXEL);
}

#endif
