/* 2D layer: pictures and fills. Consecutive ones of one material form one batch, shaded by its
 * material without depth, fog or light.
 *
 * Source: 2D drawing of the published Quake III client. Draws with coordinates that are not finite
 * or far outside the frame are skipped. */
#ifndef RENDER_RGB_RGB_2D_H
#define RENDER_RGB_RGB_2D_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/error.h"
#include "render/rgb/batches.h"
#include "render/rgb/kernels/rgb_kernels.h"

/* Adds one batch of 2D draws from index `first`, which is not an RGB_2D_VIEW; *next is
 * the index after it. width, height: frame pixels. Returns 0 or FORMAT_MEMORY. */
int rgb_2d_add(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
               struct rgb_draw_list *draw_list, int width, int height, size_t first,
               size_t *next) MUST_CHECK;

/* The pixel rectangle of an RGB_2D_VIEW. False: empty or out of range. */
bool rgb_2d_view_bounds(const struct rgb_2d_draw *draw, struct rgb_bounds *bounds);

#endif
