/* Screen-aligned rectangles with one upright picture, as in the 2D layer: drawn as a whole, without
 * tracing edges and without depth tests. */
#ifndef RENDER_RGB_RASTER_RECTANGLES_H
#define RENDER_RGB_RASTER_RECTANGLES_H

#include "render/rgb/raster/raster_internal.h"

/* True if the kernel shade_flat can draw the triangle, whose points and planes are set. The batch
 * is RASTER_DEPTH_FRONT. */
bool raster_is_flat(const struct rgb_triangle *triangle, const struct rgb_batch *batch);

/* The pixels covered by a triangle for which raster_is_flat returned true. */
struct rgb_bounds raster_flat_bounds(const struct rgb_triangle *triangle);

#endif
