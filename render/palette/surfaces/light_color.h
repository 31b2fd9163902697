/* Coloured light in a palette: what a texel becomes when red, green and blue light differ.
 *
 * A channel of light is a row of the colormap, from twice the texel's own colour (row 0) to black
 * (row 63) as id's tool made the rows (qlumpy: colour * (2 - 2 * row / 63)); the result is the
 * palette's nearest colour, over colours cut to 6 bits a channel. Where the three rows are equal
 * the colormap itself decides, so that grey light looks as it always did. Texels that the colormap
 * leaves alone in every row (the fullbright ones) stay. */
#ifndef RENDER_PALETTE_SURFACES_LIGHT_COLOR_H
#define RENDER_PALETTE_SURFACES_LIGHT_COLOR_H

#include <stdint.h>

#include "render/palette/surfaces/surface_cell.h"

enum { LIGHT_CHANNELS = 3 }; /* red, green, blue */

struct light_color;

/* palette: PALETTE_BYTES; colormap: COLORMAP_BYTES. Immutable; threads may share it. Returns NULL
 * if out of memory. Takes some tens of milliseconds. */
struct light_color *light_color_create(const uint8_t *palette, const uint8_t *colormap);
void light_color_destroy(struct light_color *color);

/* As surface_cell_draw, with light[channel] in place of cell->light for each channel. */
void light_color_cell(const struct light_color *color, const struct surface_cell *cell,
                      const int32_t light[LIGHT_CHANNELS][4], int mip);

#endif
