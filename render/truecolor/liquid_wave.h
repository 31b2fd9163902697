/* How liquids move: texture coordinates by each other, as heights for the rasterizer.
 *
 * Source: QuakeSpasm's gl_warp.c (R_UpdateWarpTextures), which warps a picture of 128 units by a
 * grid: sines of 8 units at places 16 units apart, straight lines between them. */
#ifndef RENDER_TRUECOLOR_LIQUID_WAVE_H
#define RENDER_TRUECOLOR_LIQUID_WAVE_H

#include <stdint.h>

#include "render/rgb/raster/raster.h"

/* time: seconds; a wave takes 2 pi of them. */
void liquid_wave_set(int32_t heights[RASTER_WAVE], double time);

#endif
