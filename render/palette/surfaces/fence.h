/* Fences: textures with holes (BSP_FACE_FENCE), which lighting and mip levels must preserve.
 */
#ifndef RENDER_PALETTE_SURFACES_FENCE_H
#define RENDER_PALETTE_SURFACES_FENCE_H

#include <stdint.h>

#include "render/palette/blend.h"
#include "render/palette/surfaces/surface_block.h"

/* A colormap by which holes stay holes at every light, and nothing else becomes one. */
void fence_colormap(uint8_t *dest, const uint8_t *colormap, const struct blend *blend);

/* A mip level (1..3) made from the first one, width >> mip times height >> mip. The file's own is
 * not taken: most tools average the colour of holes into it. As much of the whole texture is hole
 * as in the first level, so that bars neither close nor vanish with distance; a texel that is none
 * has the mean of the solid texels it covers. */
void fence_mip(uint8_t *dest, const struct surface_texture *first, int mip,
               const struct blend *blend);

#endif
