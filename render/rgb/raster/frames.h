/* Frames: pictures of marks, flashes and smoke are of one colour around what they show. Where a
 * triangle has nothing but that, texels need not be looked up, or nothing is drawn at all. */
#ifndef RENDER_RGB_RASTER_FRAMES_H
#define RENDER_RGB_RASTER_FRAMES_H

#include <stdbool.h>
#include <stdint.h>

#include "render/rgb/kernels/rgb_kernels.h"

/* Whether there is nothing else. */
bool raster_frame_is_all(const struct texture *texture);
/* Whether a batch's picture has a frame worth knowing of, were it seen close. */
bool raster_frame_counts(const struct rgb_batch *batch);
/* Whether a triangle shows of the pass' texture, where that repeats, what is in the frame but once.
 */
bool raster_frame_is_around(const struct rgb_triangle *triangle, const struct rgb_pass *pass);
/* Whether a pass draws nothing where the first texel of its texture is seen. */
bool raster_frame_is_unseen(const struct rgb_pass *pass);

/* Four lines across the picture: a pixel is within each where at + down * y + across * x, from the
 * triangle's first, is not negative. */
struct raster_inner {
    int32_t x0, y0;
    double at[4], down[4], across[4], scale[4]; /* 1 / across */
};

/* Where pixels of a triangle, of which 1/w is positive, show more than the frame. */
void raster_inner_set(struct raster_inner *inner, const struct rgb_triangle *triangle,
                      const struct rgb_pass *pass);
/* Of rows y and y + 1, from *least to before *most; left and right of it there is the frame alone.
 * They lie from `left` to `right`, between blocks. */
void raster_inner_columns(const struct raster_inner *inner, int32_t y, int32_t left, int32_t right,
                          int32_t *least, int32_t *most);

#endif
