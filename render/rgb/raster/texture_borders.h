/* Texture borders: decal, flash and smoke textures have a uniform border. Triangles inside it skip
 * texel fetches or are not drawn. */
#ifndef RENDER_RGB_RASTER_TEXTURE_BORDERS_H
#define RENDER_RGB_RASTER_TEXTURE_BORDERS_H

#include <stdbool.h>
#include <stdint.h>

#include "render/rgb/kernels/rgb_kernels.h"

/* True if the border covers the whole texture. */
bool raster_border_is_all(const struct texture *texture);
/* True if a batch's texture has a border wide enough to be worth testing, seen close up. */
bool raster_border_counts(const struct rgb_batch *batch);
/* True if a triangle shows the inside of the pass's repeating texture at most once. */
bool raster_border_is_around(const struct rgb_triangle *triangle, const struct rgb_pass *pass);
/* True if a pass draws nothing where it shows its texture's first texel. */
bool raster_border_is_unseen(const struct rgb_pass *pass);

/* Four half-planes around the pixels that show more than the border. A pixel is inside number i if
 * at[i] + down[i] * y + across[i] * x >= 0, with x and y relative to (x0, y0). */
struct raster_inner {
    int32_t x0, y0;
    double at[4], down[4], across[4], scale[4]; /* 1 / across */
};

/* Computes the half-planes. 1/w of the triangle must be positive. */
void raster_inner_set(struct raster_inner *inner, const struct rgb_triangle *triangle,
                      const struct rgb_pass *pass);
/* Columns [*least, *most) of rows y and y + 1 that may show more than the border, within
 * [left, right] and rounded to blocks. */
void raster_inner_columns(const struct raster_inner *inner, int32_t y, int32_t left, int32_t right,
                          int32_t *least, int32_t *most);

#endif
