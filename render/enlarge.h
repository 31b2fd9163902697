/* Rows enlarged by whole pixels: each pixel becomes `scale` pixels across. A picture of `size`
 * pixels across or down that is enlarged has enlarge_cells of them; of the last, what lies beyond
 * the picture is left out. */
#ifndef RENDER_ENLARGE_H
#define RENDER_ENLARGE_H

#include <stdint.h>

static inline int enlarge_cells(int size, int scale)
{
    return (size + scale - 1) / scale;
}

/* Writes `width` pixels to out from enlarge_cells(width, scale) of in, which do not overlap.
 * scale >= 1. */
void enlarge_bytes(uint8_t *restrict out, const uint8_t *restrict in, int width, int scale);
void enlarge_pixels(uint32_t *restrict out, const uint32_t *restrict in, int width, int scale);

#endif
