/* The entities of a frame in true colour: each to the queue where it is drawn. */
#ifndef RENDER_TRUECOLOR_ENTITY_BATCHES_H
#define RENDER_TRUECOLOR_ENTITY_BATCHES_H

#include "formats/base/error.h"
#include "render/truecolor/alias_batches.h"
#include "render/truecolor/sky_batches.h"
#include "render/truecolor/sprite_batches.h"
#include "render/truecolor/true_levels.h"
#include "render/truecolor/visible_faces.h"

/* Memory that lasts from frame to frame; start from {0}. */
struct entity_batches {
    struct alias_batches alias;
    struct sprite_batches sprites;
    struct true_scratch scratch;
};

/* Adds the opaque entities, in the scene's order. Returns 0 or FORMAT_MEMORY. */
int entity_batches_add_opaque(struct entity_batches *batches, const struct true_frame *frame,
                              struct true_levels *levels, struct sky_batches *sky,
                              const struct visible_faces *visible) MUST_CHECK;
/* Adds the translucent entities, particles and the weapon in hand: after the world's liquids. */
int entity_batches_add_rest(struct entity_batches *batches, const struct true_frame *frame,
                            struct true_levels *levels, struct sky_batches *sky,
                            const struct visible_faces *visible) MUST_CHECK;
void entity_batches_end_frame(struct entity_batches *batches);
void entity_batches_free(struct entity_batches *batches);

#endif
