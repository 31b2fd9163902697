/* What single triangles of a batch are spared: levels of detail where no texel is smaller than a
 * pixel, colours by vertex where all corners have the same, texels where a picture's frame is seen.
 *
 * Such a triangle gets a batch of its own kind, a copy of the one it came with whose passes do
 * less. What is drawn is the same, bit for bit. */
#ifndef RENDER_RGB_RASTER_SIMPLER_H
#define RENDER_RGB_RASTER_SIMPLER_H

#include "render/rgb/raster/raster_internal.h"

enum { RASTER_COPIES = 4 };

/* The kinds met so far of a batch's triangles. */
struct raster_simpler {
    uint32_t batch;  /* name of the whole one's */
    bool possible;   /* there is something to spare */
    bool has_border; /* its picture has, see frames.h */
    uint32_t copies[RASTER_COPIES], count;
};

/* Of the batch of that name, which is complete. */
void raster_simpler_begin(struct raster_simpler *simpler, const struct raster *raster,
                          uint32_t batch);
/* The name of the batch for a triangle, whose planes are made and which covers pixels inside
 * `bounds` alone; `index`: of its corners. from: what the batch was made of. 0: nothing of it is
 * seen. When memory is short, it is the whole one's. May move what the queue has reserved. */
uint32_t raster_simpler_batch(struct raster_simpler *simpler, struct raster_queue *queue,
                              uint32_t triangle, const struct rgb_bounds *bounds,
                              const struct raster_batch *from, const uint32_t index[3]);

#endif
