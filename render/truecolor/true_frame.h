/* What the parts of a frame in true colour share while it is drawn. */
#ifndef RENDER_TRUECOLOR_TRUE_FRAME_H
#define RENDER_TRUECOLOR_TRUE_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "render/palette/scene_palette.h"
#include "render/palette/surfaces/surface_light.h"
#include "render/rgb/raster/raster.h"
#include "render/truecolor/fog_ramp.h"
#include "render/truecolor/liquid_pictures.h"
#include "render/truecolor/true_view.h"

/* Queues of the rasterizer, in drawing order. */
enum {
    TRUE_WORLD_PARTS = 8,             /* opaque faces of the world, in equal parts */
    TRUE_ENTITIES = TRUE_WORLD_PARTS, /* opaque entities */
    TRUE_SEE_THROUGH,                 /* liquids, translucent entities, particles */
    TRUE_WEAPON
};

struct true_frame {
    const struct palette_scene *scene;
    const uint8_t *palette; /* PALETTE_BYTES */
    struct true_view view;
    struct raster *raster;
    const struct surface_dlights *dlights;
    const struct fog_ramp *fog;
    struct liquid_pictures *liquids; /* of one thread */
    bool square_particles;           /* round else */
};

/* Memory for the points of a batch, of one thread; start from {0}. */
struct true_scratch {
    float (*clip)[4];
    float (*fog_st)[2];
    size_t capacity; /* points */
};

/* Room for so many points. Returns 0 or FORMAT_MEMORY. */
int true_scratch_reserve(struct true_scratch *scratch, size_t points) MUST_CHECK;
void true_scratch_free(struct true_scratch *scratch);

#endif
