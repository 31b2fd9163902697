/* Faces of brush models as batches for the rasterizer: texture, light, glow, fog. */
#ifndef RENDER_TRUECOLOR_FACE_BATCHES_H
#define RENDER_TRUECOLOR_FACE_BATCHES_H

#include "formats/base/error.h"
#include "render/truecolor/true_frame.h"
#include "render/truecolor/true_level.h"

/* A brush model in a frame. */
struct face_model {
    struct true_level *level;
    struct true_clip clip;
    int32_t entity_frame; /* not 0: alternate textures */
    uint8_t opacity;      /* 255 = opaque */
    bool own_alpha;       /* its liquids have that, too, whatever the map says */
};

/* Adds a face that is no sky. queue: for a translucent face or a liquid it must be drawn after all
 * that is opaque. Returns 0 or FORMAT_MEMORY. */
int face_batches_add(const struct true_frame *frame, struct raster_queue *queue,
                     struct true_scratch *scratch, const struct face_model *model,
                     uint32_t face) MUST_CHECK;

#endif
