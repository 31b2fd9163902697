/* Sprites and particles in true colour, as batches for the rasterizer.
 *
 * Sources: QuakeSpasm's r_sprite.c and r_part.c (R_DrawParticles). */
#ifndef RENDER_TRUECOLOR_SPRITE_BATCHES_H
#define RENDER_TRUECOLOR_SPRITE_BATCHES_H

#include "formats/base/error.h"
#include "render/truecolor/picture_cache.h"
#include "render/truecolor/true_frame.h"

/* Memory that lasts from frame to frame; start from {0}. */
struct sprite_batches {
    struct picture_cache pictures;
    struct texture *disc; /* a particle: round, with a soft edge */
};

/* Adds an entity whose model is a sprite. Returns 0 or FORMAT_MEMORY. */
int sprite_batches_add(struct sprite_batches *batches, const struct true_frame *frame,
                       struct raster_queue *queue, const struct palette_entity *entity) MUST_CHECK;
/* Adds all particles of the scene. Returns 0 or FORMAT_MEMORY. */
int sprite_batches_add_particles(struct sprite_batches *batches, const struct true_frame *frame,
                                 struct raster_queue *queue) MUST_CHECK;
void sprite_batches_end_frame(struct sprite_batches *batches);
void sprite_batches_free(struct sprite_batches *batches);

#endif
