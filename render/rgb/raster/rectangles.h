/* Rectangles that face the view and show one picture upright, as those of the 2D display do: they
 * are drawn whole, without tracing edges and asking for depth. */
#ifndef RENDER_RGB_RASTER_RECTANGLES_H
#define RENDER_RGB_RASTER_RECTANGLES_H

#include "render/rgb/raster/raster_internal.h"

/* True if the kernel shade_flat can draw the triangle, whose points and planes are set. The batch
 * is RASTER_DEPTH_FRONT. */
bool raster_is_flat(const struct rgb_triangle *triangle, const struct rgb_batch *batch);

/* The pixels of one that is. */
struct rgb_bounds raster_flat_bounds(const struct rgb_triangle *triangle);

#endif
