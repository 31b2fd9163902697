/* From items to the rasterizer: those that are alike become one mesh, are deformed and shaded, and
 * are handed on as a batch with a pass for each stage, each dynamic light, and fog. */
#ifndef RENDER_RGB_BATCHES_H
#define RENDER_RGB_BATCHES_H

#include <stddef.h>
#include <stdint.h>

#include "assets/quake3/builtin_textures.h"
#include "formats/base/error.h"
#include "formats/base/q3_waves.h"
#include "render/profile.h"
#include "render/rgb/draw_list.h"
#include "render/rgb/passes.h"
#include "render/rgb/raster/raster.h"
#include "render/rgb/shading/mesh.h"
#include "render/rgb/shading/sky_shape.h"
#include "render/rgb/view.h"
#include "render/thread_pool.h"

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
    const struct rgb_draw_list *draw_list;
    const struct q3_level *level; /* NULL: there is none */
    const struct q3_waves *waves;
    struct texture *const *builtin; /* by enum q3_builtin_texture */
    struct raster_queue *queue;     /* where they go */
};

/* Queues of a raster, in the order of drawing: parts of the world's draw_list, so that threads can
 * share them, and what lies over the world. How items are parted follows from them alone. */
enum {
    RGB_SOLID_PARTS = 8,
    RGB_SKY_PART = RGB_SOLID_PARTS,
    RGB_ORDERED_PARTS = 4,
    RGB_WORLD_PARTS = RGB_SKY_PART + 1 + RGB_ORDERED_PARTS,
    RGB_2D_PART = RGB_WORLD_PARTS,
    RGB_PARTS
};

/* Adds all draw_list, sorted, to the frame's queue. What memory lacks for is left out, and
 * FORMAT_MEMORY returned. */
int rgb_batches_add(struct rgb_batches *batches, const struct rgb_batch_frame *frame) MUST_CHECK;
/* The same to the raster's queues for the world, on all threads of a pool, each with one of the
 * memories; the frame's queue is not asked. profile: NULL, or gets the time of all. */
int rgb_batches_add_world(struct rgb_batches batches[RGB_WORLD_PARTS],
                          const struct rgb_batch_frame *frame, struct raster *raster,
                          struct thread_pool *pool, struct render_profile *profile) MUST_CHECK;
void rgb_batches_free(struct rgb_batches *batches);

#endif
