/* Simpler batches for single triangles: without mip levels where no texel is smaller than a pixel,
 * without vertex colours where all corners have the same, without texels where only a texture's
 * uniform border is visible.
 *
 * Such a triangle uses a copy of its batch whose passes do less. The pixels are the same, bit for
 * bit. */
#ifndef RENDER_RGB_RASTER_SIMPLER_H
#define RENDER_RGB_RASTER_SIMPLER_H

#include "render/rgb/raster/raster_internal.h"

enum { RASTER_COPIES = 4 };

/* The simpler copies made of a batch so far. */
struct raster_simpler {
    uint32_t batch;  /* name of the original batch */
    bool possible;   /* some pass can be simplified */
    bool has_border; /* its texture has a border, see texture_borders.h */
    uint32_t copies[RASTER_COPIES], count;
};

/* Starts with a complete batch, given by name. */
void raster_simpler_begin(struct raster_simpler *simpler, const struct raster *raster,
                          uint32_t batch);
/* Returns the name of the batch for a triangle whose planes are set; 0: the triangle is invisible.
 * bounds: contain all pixels of it. index: its corners in `from`, the caller's batch. Returns the
 * original batch if out of memory. May move the queue's arena. */
uint32_t raster_simpler_batch(struct raster_simpler *simpler, struct raster_queue *queue,
                              uint32_t triangle, const struct rgb_bounds *bounds,
                              const struct raster_batch *from, const uint32_t index[3]);

#endif
