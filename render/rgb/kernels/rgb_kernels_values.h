/* Vector kernels, first part: colours and interpolated values. Included by the vector files only,
 * after rgb_vectors_*.h, which defines the vector types.
 *
 * A vector has the pixels of VECTOR_BLOCKS blocks, one block's eight after the other's. Colours are
 * kept as two vectors of 16-bit numbers: blue and red, green and alpha. A mix of two,
 * (a * (256 - k) + b * k + 128) >> 8, is a + ((b - a) * (k << 7) + 2^14 >> 15), one rounding
 * multiplication; a product of unit values to the nearest, (a * b + 127) / 255, is
 * ((a * b + 128) * 257) >> 16. */
#ifndef RENDER_RGB_KERNELS_RGB_KERNELS_VALUES_H
#define RENDER_RGB_KERNELS_RGB_KERNELS_VALUES_H

/* --- colours -------------------------------------------------------------------------------------
 */

struct vcolor {
    vint rb, ga; /* from the low 16 bits up: blue, red; green, alpha */
};

RGB_INLINE struct vcolor split_color(vint texels)
{
    return (struct vcolor){i_and(texels, i_set(0x00ff00ff)), w_right(texels, 8)};
}

/* Without alpha. */
RGB_INLINE vint join_color(struct vcolor color)
{
    return i_and(i_or(color.rb, w_left(color.ga, 8)), i_set(0x00ffffff));
}

/* weight: 0 to 255, times 128. */
RGB_INLINE vint mix_values(vint a, vint b, vint weight)
{
    return w_add(a, w_mul_round(w_sub(b, a), weight));
}

RGB_INLINE struct vcolor mix_colors(struct vcolor a, struct vcolor b, vint weight)
{
    return (struct vcolor){mix_values(a.rb, b.rb, weight), mix_values(a.ga, b.ga, weight)};
}

RGB_INLINE vint multiply_units(vint a, vint b)
{
    return w_mul_high(w_add(w_mul(a, b), i_set(0x00800080)), i_set(0x01010101));
}

/* What a product with a gain is made with, per 16 bits: 128 and 257 as above, for the colours
 * divided by and times 2^gain. */
struct vgain {
    vint half_rb, half_ga, factor_rb, factor_ga;
};

RGB_INLINE struct vgain gain_of(int gain)
{
    const int half = 128 >> gain, factor = 257 << gain;
    return (struct vgain){i_set(half << 16 | half), i_set(128 << 16 | half),
                          i_set(factor << 16 | factor), i_set(257 << 16 | factor)};
}

RGB_INLINE vint multiply_with(vint a, vint b, vint half, vint factor)
{
    return w_min(w_mul_high(w_add(w_mul(a, b), half), factor), i_set(0x00ff00ff));
}

RGB_INLINE struct vcolor product_with(struct vcolor a, struct vcolor b, const struct vgain *gain)
{
    return (struct vcolor){multiply_with(a.rb, b.rb, gain->half_rb, gain->factor_rb),
                           multiply_with(a.ga, b.ga, gain->half_ga, gain->factor_ga)};
}

RGB_INLINE struct vcolor product_of(struct vcolor a, struct vcolor b)
{
    return (struct vcolor){multiply_units(a.rb, b.rb), multiply_units(a.ga, b.ga)};
}

RGB_INLINE vint add_units(vint a, vint b)
{
    return w_min(w_add(a, b), i_set(0x00ff00ff));
}

RGB_INLINE struct vcolor color_of(uint32_t color)
{
    return split_color(i_set((int32_t)color));
}

/* --- places in textures --------------------------------------------------------------------------
 */

RGB_INLINE vint wrap_texel(vint u, vint last, bool clamp)
{
    return clamp ? i_max(i_min(u, last), i_set(-1)) : i_and(u, last);
}

/* Byte `byte` of each 32 bits, times 128, in both halves. */
RGB_INLINE vint weight_of(vint u, int byte)
{
    const __m128i places = _mm_setr_epi8(-1, 0, -1, 0, -1, 4, -1, 4, -1, 8, -1, 8, -1, 12, -1, 12);
    const __m128i more = _mm_set1_epi16((short)(byte << 8));
    return w_right(b_pick(u, _mm_add_epi8(places, more)), 1);
}

/* lods: RGB_LOD_SHARPEST to 0, where texels are sharp. */
RGB_INLINE vfloat sharpness_of(vint lods)
{
    return f_of_bits(i_sub(i_set(RGB_SHARPNESS_ONE), i_right(lods, 1)));
}

/* The weights of u's low bytes, sharpened; times 128, in both halves. */
RGB_INLINE vint sharp_weight_of(vint u, vfloat sharpness)
{
    const vfloat weight = f_add(f_of(i_and(u, i_set(255))), f_set(-RGB_EDGE));
    const vfloat sharp = f_add(f_mul(weight, sharpness), f_set(RGB_EDGE));
    return weight_of(f_truncate(f_min(f_max(sharp, f_set(0)), f_set(255))), 0);
}

/* --- what is interpolated ------------------------------------------------------------------------
 */

/* Blocks are shaded in chunks, each operation for the whole chunk: that hides latencies, and the
 * branches that depend on the pass run once per chunk. */
enum { CHUNK_BLOCKS = 16, CHUNK = CHUNK_BLOCKS / VECTOR_BLOCKS };

_Static_assert(VECTOR_BLOCKS <= 2, "one block at most is missing in the last vector");

struct chunk {
    int count;                   /* vectors */
    int numbers[CHUNK_BLOCKS];   /* indices of blocks in the run that have pixels to draw; the last
                                    one repeats to fill a vector */
    uint8_t masks[CHUNK_BLOCKS]; /* their masks; 0 for repeats */
    vfloat x[CHUNK];             /* columns from the triangle's first */
    vfloat w[CHUNK];
    vfloat y;
};

/* The blocks of vector n. */
RGB_INLINE const int *numbers_of(const struct chunk *chunk, int n)
{
    return chunk->numbers + n * VECTOR_BLOCKS;
}

RGB_INLINE const uint8_t *masks_of(const struct chunk *chunk, int n)
{
    return chunk->masks + n * VECTOR_BLOCKS;
}

struct vline {
    vfloat row, dx;
};

RGB_INLINE struct vline line_of(const struct rgb_plane *plane, vfloat y)
{
    return (struct vline){f_add(f_set(plane->at), f_mul(f_set(plane->dy), y)), f_set(plane->dx)};
}

RGB_INLINE vfloat value_of(const struct vline *line, vfloat x)
{
    return f_add(line->row, f_mul(line->dx, x));
}

/* True if no mask of a chunk is 0. */
RGB_INLINE bool have_pixels(const uint8_t *masks)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t zeros = 0;
    for (int i = 0; i < CHUNK_BLOCKS; i += 8) {
        uint64_t eight;
        memcpy(&eight, masks + i, sizeof eight);
        zeros |= (eight - ones) & ~eight;
    }
    return (zeros & ones << 7) == 0;
}

/* Finds the blocks from number `first` on that have pixels; returns the number of the first not
 * looked at. */
RGB_INLINE int find_blocks(struct chunk *chunk, struct rgb_run run, const uint8_t *masks, int first)
{
    int n = first, count = 0;
    if (run.blocks - first >= CHUNK_BLOCKS && have_pixels(masks + first)) {
        for (int i = 0; i < CHUNK_BLOCKS; i++) {
            chunk->numbers[i] = first + i;
        }
        memcpy(chunk->masks, masks + first, CHUNK_BLOCKS);
        chunk->count = CHUNK;
        return first + CHUNK_BLOCKS;
    }
    for (; n < run.blocks && count < CHUNK_BLOCKS; n++) {
        if (masks[n] != 0) {
            chunk->numbers[count] = n;
            chunk->masks[count] = masks[n];
            count++;
        }
    }
    if (count % VECTOR_BLOCKS != 0) {
        chunk->numbers[count] = chunk->numbers[count - 1];
        chunk->masks[count] = 0;
        count++;
    }
    chunk->count = count / VECTOR_BLOCKS;
    return n;
}

/* Takes blocks from number `first` on; returns the number of the first not looked at. */
RGB_INLINE int begin_chunk(struct chunk *chunk, const struct rgb_triangle *triangle,
                           struct rgb_run run, const uint8_t *masks, int first)
{
    const int n = find_blocks(chunk, run, masks, first);
    chunk->y = f_of(i_rows(run.y - triangle->y0, run.y + 1 - triangle->y0));
    const struct vline over_w = line_of(&triangle->over_w, chunk->y);
    const vint from = i_set(run.x - triangle->x0);
    for (int i = 0; i < chunk->count; i++) {
        chunk->x[i] = f_of(i_add(from, columns_of(numbers_of(chunk, i))));
    }
    if (triangle->over_w.dx == 0 && triangle->over_w.dy == 0) { /* it faces the view */
        const vfloat w = f_div(f_set(1), f_set(triangle->over_w.at));
        for (int i = 0; i < chunk->count; i++) {
            chunk->w[i] = w;
        }
        return n;
    }
    for (int i = 0; i < chunk->count; i++) {
        chunk->w[i] = f_div(f_set(1), value_of(&over_w, chunk->x[i]));
    }
    return n;
}

#endif
