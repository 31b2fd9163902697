/* From the draw list to the rasterizer: surfaces that merge become one mesh, are deformed and
 * shaded, and are added as a batch with a pass for each stage, each dynamic light, and fog. */
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

struct rgb_batches { /* memory reused from frame to frame; start from {0} */
    struct rgb_mesh mesh;
    struct rgb_passes passes;
    float (*clip)[4];
    size_t cap_clip;
    uint32_t *indexes; /* triangles that lights reach */
    uint64_t *reached; /* by triangle: bit per light that reaches it */
    uint32_t *lit;     /* indexes of the triangles that one light reaches */
    size_t cap_indexes, cap_reached, cap_lit;
    struct rgb_clouds clouds;
    float cloud_height; /* the height that `clouds` was made for */
    bool has_clouds;
};

struct rgb_batch_frame { /* shared by all batches of a frame */
    const struct scene *scene;
    const struct rgb_view *view;
    const struct rgb_draw_list *draw_list;
    const struct q3_level *level; /* NULL: there is none */
    bool overbright;              /* as in struct rgb_shade_view */
    const struct q3_waves *waves;
    struct texture *const *builtin; /* by enum q3_builtin_texture */
    struct raster_queue *queue;     /* receives the batches */
};

/* Queues of a raster, in drawing order: parts of the world's draw list, one thread each, then the
 * 2D layer. The division depends on the draw list alone. */
enum {
    RGB_SOLID_PARTS = 8,
    RGB_SKY_PART = RGB_SOLID_PARTS,
    RGB_ORDERED_PARTS = 4,
    RGB_WORLD_PARTS = RGB_SKY_PART + 1 + RGB_ORDERED_PARTS,
    RGB_2D_PART = RGB_WORLD_PARTS,
    RGB_PARTS
};

/* Adds the sorted draw list to the frame's queue. If out of memory it leaves batches out and
 * returns FORMAT_MEMORY. */
int rgb_batches_add(struct rgb_batches *batches, const struct rgb_batch_frame *frame) MUST_CHECK;
/* Adds the draw list to the raster's world queues on all threads of a pool, one of `batches` per
 * queue; frame->queue is ignored. profile: receives the time of all threads; may be NULL. */
int rgb_batches_add_world(struct rgb_batches batches[RGB_WORLD_PARTS],
                          const struct rgb_batch_frame *frame, struct raster *raster,
                          struct thread_pool *pool, struct render_profile *profile) MUST_CHECK;
void rgb_batches_free(struct rgb_batches *batches);

#endif
