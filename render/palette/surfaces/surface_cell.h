/* A cell of a lightmap: 16 x 16 texels of mip 0 between four lights. */
#ifndef RENDER_PALETTE_SURFACES_SURFACE_CELL_H
#define RENDER_PALETTE_SURFACES_SURFACE_CELL_H

#include <stddef.h>
#include <stdint.h>

/* size x size texels (16 >> mip), lit by bilinear interpolation between four corner lights (8.8
 * fixed, as r_surf's blocklights: colormap row = light >> 8).
 * Row r: left = l0 + r * (l2 - l0) / size, right likewise (arithmetic shifts by 4 - mip); inside
 * a row the light steps from the right end to the left by (left - right) >> (4 - mip). Steps
 * round down, so that lights below 64 could fall under 0; the original keeps them at 64 or more.
 * The row is taken modulo 64. */
struct surface_cell {
    const uint8_t *source; /* texels */
    ptrdiff_t source_stride;
    uint8_t *dest;
    ptrdiff_t dest_stride;
    const uint8_t *colormap; /* 64 rows of 256 */
    int32_t light[4];        /* top left, top right, bottom left, bottom right */
};

/* mip: 0..3. */
void surface_cell_draw(const struct surface_cell *cell, int mip);

#endif
