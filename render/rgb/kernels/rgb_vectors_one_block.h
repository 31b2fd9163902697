/* Operations that vector sets with one block per vector share; their masks are vectors. Included at
 * the end of rgb_vectors_sse41.h and rgb_vectors_avx2.h only. */
#ifndef RENDER_RGB_KERNELS_RGB_VECTORS_ONE_BLOCK_H
#define RENDER_RGB_KERNELS_RGB_VECTORS_ONE_BLOCK_H

enum { VECTOR_BLOCKS = 1, VECTOR = RGB_BLOCK };

RGB_INLINE vint i_gather(const int32_t *from, vint places)
{
    int32_t at[RGB_BLOCK], values[RGB_BLOCK];
    i_store(at, places);
    for (int i = 0; i < RGB_BLOCK; i++) {
        values[i] = from[at[i]];
    }
    return i_load(values);
}

/* --- masks --- */

RGB_INLINE vmask m_and(vmask a, vmask b)
{
    return i_and(a, b);
}

RGB_INLINE vmask m_andnot(vmask a, vmask b)
{
    return i_andnot(a, b);
}

RGB_INLINE vmask m_from_masks(const uint8_t *masks)
{
    return m_from_bits(masks[0]);
}

/* Numbers may be read where no pixel of the mask is. */
RGB_INLINE vint i_load_where(const int32_t *from, vmask mask)
{
    (void)mask;
    return i_load(from);
}

/* there: what was loaded. */
RGB_INLINE void i_store_where(int32_t *to, vint there, vint value, vmask mask)
{
    i_store(to, i_choose(there, value, mask));
}

/* The pixels of a block that have this number. */
RGB_INLINE unsigned equal_in_block(const int32_t *from, int32_t number)
{
    return m_bits(i_equal(i_load(from), i_set(number)));
}

/* --- blocks of a run, by their numbers --- */

/* Columns from the run's first. */
RGB_INLINE vint columns_of(const int *numbers)
{
    return i_add(i_set(numbers[0] * RGB_BLOCK_WIDTH), i_twice(_mm_setr_epi32(0, 1, 2, 3)));
}

/* a, and `step` for each block before. */
RGB_INLINE vlong l_blocks(vlong a, uint64_t step, const int *numbers)
{
    return l_add(a, step * (uint64_t)numbers[0]);
}

RGB_INLINE vint load_pixels(const uint32_t *pixels, ptrdiff_t pitch, const int *numbers)
{
    pixels += numbers[0] * RGB_BLOCK_WIDTH;
    return i_load_rows(pixels, pixels + pitch);
}

RGB_INLINE void store_pixels(uint32_t *pixels, ptrdiff_t pitch, const int *numbers,
                             const uint8_t *masks, vint value)
{
    pixels += numbers[0] * RGB_BLOCK_WIDTH;
    if (masks[0] != 255) {
        value = i_choose(i_load_rows(pixels, pixels + pitch), value, m_from_bits(masks[0]));
    }
    i_store_rows(pixels, pixels + pitch, value);
}

RGB_INLINE vint load_depths(const int32_t *depths, const int *numbers)
{
    return i_load(depths + numbers[0] * RGB_BLOCK);
}

/* Stores whole blocks: at pixels outside the masks, `value` holds the loaded depth. */
RGB_INLINE void store_depths(int32_t *depths, const int *numbers, const uint8_t *masks, vint value)
{
    (void)masks;
    i_store(depths + numbers[0] * RGB_BLOCK, value);
}

#endif
