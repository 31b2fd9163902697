/* Pictures and plain colours that lie over the world: those of one material that follow on each
 * other become one batch, shaded by the material's rules without depth, fog and light.
 *
 * Source: the published client's 2D drawing. What is no place or far outside is left out. */
#ifndef RENDER_RGB_RGB_2D_H
#define RENDER_RGB_RGB_2D_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/error.h"
#include "render/rgb/batches.h"
#include "render/rgb/kernels/rgb_kernels.h"

/* Adds draws from number `first` on that can be drawn at once, none of them a RGB_2D_VIEW;
 * *next is the number behind them. width, height: of the frame. 0 or FORMAT_MEMORY. */
int rgb_2d_add(struct rgb_batches *batches, const struct rgb_batch_frame *frame,
               struct rgb_draw_list *draw_list, int width, int height, size_t first,
               size_t *next) MUST_CHECK;

/* The pixels of a RGB_2D_VIEW. False: none. */
bool rgb_2d_view_bounds(const struct rgb_2d_draw *draw, struct rgb_bounds *bounds);

#endif
