/* The sky in true colour: two layers that drift, by the direction from the eye, or a skybox.
 *
 * Faces of sky are windows (render/rgb/raster/raster.h); what shows in them is a grid over the
 * screen whose corners have exact texture coordinates, or a cube around the eye. Source:
 * QuakeSpasm's gl_sky.c. */
#ifndef RENDER_TRUECOLOR_SKY_BATCHES_H
#define RENDER_TRUECOLOR_SKY_BATCHES_H

#include <stdint.h>

#include "formats/base/error.h"
#include "render/truecolor/true_frame.h"
#include "render/truecolor/true_level.h"

/* Columns of a row of cells that a window touches, in cells. */
struct sky_range {
    double left, right;
};

/* Memory that lasts from frame to frame; start from {0}. */
struct sky_batches {
    struct object_id *identity; /* the map that the layers are from; held */
    struct true_texture back, front;
    bool has_layers;
    struct object_id *box_identity; /* of the skybox's pictures; held */
    struct true_texture box[SKYBOX_FACES];
    int across, down;         /* cells of the grid */
    uint8_t *touched;         /* by cell, in rows: not 0 where windows are in this frame; */
    bool any;                 /* some are */
    struct sky_range *ranges; /* by row, of the face being added */
    uint32_t *numbers;        /* by corner, in rows: its place in */
    float (*clip)[4];         /* the corners of touched cells */
    float (*st[2])[2];
    uint32_t num_corners;
    uint32_t *indexes;
    size_t capacity; /* corners */
};

/* A new frame. Returns 0 or FORMAT_MEMORY. */
int sky_batches_begin(struct sky_batches *sky, const struct true_frame *frame,
                      const struct bsp *bsp) MUST_CHECK;
/* Adds a face as a window. Returns 0 or FORMAT_MEMORY. */
int sky_batches_add_window(struct sky_batches *sky, const struct true_frame *frame,
                           struct raster_queue *queue, struct true_scratch *scratch,
                           const struct true_level *level, const struct true_clip *clip,
                           uint32_t face) MUST_CHECK;
/* Adds what shows in them, after all windows. Returns 0 or FORMAT_MEMORY. */
int sky_batches_add_sky(struct sky_batches *sky, const struct true_frame *frame,
                        struct raster_queue *queue) MUST_CHECK;
void sky_batches_free(struct sky_batches *sky);

#endif
