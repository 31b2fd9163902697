/* Nearest palette colour by least squares over red, green and blue; of equal distances the lowest
 * index. For 24-bit images and for mixing thousands of colours.
 *
 * nearest_find uses the upper six bits of each channel: the centre of each cell of 4 x 4 x 4
 * colours decides for the cell. Immutable after creation; threads may share it. */
#ifndef FORMATS_PICTURES_NEAREST_H
#define FORMATS_PICTURES_NEAREST_H

#include <stdint.h>

enum { NEAREST_CELLS = 64 }; /* along each channel */

struct nearest {
    uint8_t index[NEAREST_CELLS * NEAREST_CELLS * NEAREST_CELLS]; /* by red, green, blue */
};

/* palette: PALETTE_BYTES. Takes a few milliseconds. Returns NULL if out of memory. Free with
 * free(). */
struct nearest *nearest_create(const uint8_t *palette);

/* Candidate lists for exact searches: for each cube of 16 x 16 x 16 colours the palette colours
 * that can be the nearest of a colour in it. */
enum { NEAREST_CUBES = 16, NEAREST_CUBE_SIDE = 256 / NEAREST_CUBES }; /* along each channel */

struct nearest_lists {
    uint32_t starts[NEAREST_CUBES * NEAREST_CUBES * NEAREST_CUBES + 1]; /* by red, green, blue */
    uint8_t colors[]; /* indices, ascending in each list */
};

/* palette: PALETTE_BYTES. Takes about a millisecond. Returns NULL if out of memory. Free with
 * free(). */
struct nearest_lists *nearest_lists_create(const uint8_t *palette);

/* Index of the list for channels 0..255. */
static inline uint32_t nearest_cube(int red, int green, int blue)
{
    return (uint32_t)((red >> 4 << 8) | (green & 0xf0) | blue >> 4);
}

/* Channels: 0..255. */
static inline uint8_t nearest_find(const struct nearest *nearest, int red, int green, int blue)
{
    return nearest->index[(red >> 2 << 12) | (green >> 2 << 6) | blue >> 2];
}

#endif
