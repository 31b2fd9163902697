/* From items to the rasterizer: those that are alike become one mesh, are deformed and shaded, and
 * are handed on as a batch with a pass for each stage, each dynamic light, and fog. */
#ifndef RENDER_RGB_BATCHES_H
#define RENDER_RGB_BATCHES_H

#include <stddef.h>
#include <stdint.h>

#include "assets/quake3/builtin_textures.h"
#include "formats/base/error.h"
#include "formats/base/q3_waves.h"
#include "render/rgb/items.h"
#include "render/rgb/passes.h"
#include "render/rgb/raster/raster.h"
#include "render/rgb/shading/mesh.h"
#include "render/rgb/shading/sky_shape.h"
#include "render/rgb/view.h"

struct rgb_batches { /* memory kept from picture to picture; start from {0} */
    struct rgb_mesh mesh;
    struct rgb_passes passes;
    float (*clip)[4];
    size_t cap_clip;
    uint32_t *indexes; /* of the triangles that some lights reach */
    uint64_t *reached; /* by triangle: which of the lights */
    uint32_t *lit;     /* of one light */
    size_t cap_indexes, cap_reached, cap_lit;
    struct rgb_clouds clouds;
    float cloud_height; /* clouds are made for it */
    bool has_clouds;
};

struct rgb_batch_frame { /* what all batches of a picture need */
    const struct scene *scene;
    const struct rgb_view *view;
    const struct rgb_items *items;
    const struct q3_level *level; /* NULL: there is none */
    const struct q3_waves *waves;
    struct texture *const *builtin; /* by enum q3_builtin_texture */
    struct raster *raster;
};

/* Adds all items, sorted, to the raster. What memory lacks for is left out, and FORMAT_MEMORY
 * returned. */
int rgb_batches_add(struct rgb_batches *batches, const struct rgb_batch_frame *frame) MUST_CHECK;
void rgb_batches_free(struct rgb_batches *batches);

#endif
