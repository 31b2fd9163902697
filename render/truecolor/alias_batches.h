/* Alias models in true colour: pose, light of the vertices, skin, as batches for the rasterizer.
 *
 * Sources: QuakeSpasm's r_alias.c (R_SetupAliasLighting), gl_rlight.c, gl_model.c
 * (Mod_FloodFillSkin), gl_texmgr.c (TexMgr_ReloadImage). */
#ifndef RENDER_TRUECOLOR_ALIAS_BATCHES_H
#define RENDER_TRUECOLOR_ALIAS_BATCHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"
#include "render/truecolor/picture_cache.h"
#include "render/truecolor/true_frame.h"

/* Memory that lasts from frame to frame; start from {0}. */
struct alias_batches {
    struct picture_cache skins;
    uint8_t *skin; /* a skin while it is filled */
    uint32_t *queue;
    size_t skin_capacity, queue_capacity;
    struct true_scratch scratch;
    float (*points)[3]; /* of the model being added, and what goes with each */
    float (*st)[2];
    uint8_t (*colors)[4];
    uint32_t *indexes;
    size_t point_capacity, index_capacity;
};

/* Adds an entity whose model is an alias model. Returns 0 or FORMAT_MEMORY. */
int alias_batches_add(struct alias_batches *batches, const struct true_frame *frame,
                      struct raster_queue *queue, const struct palette_entity *entity,
                      bool view_weapon) MUST_CHECK;
void alias_batches_end_frame(struct alias_batches *batches);
void alias_batches_free(struct alias_batches *batches);

#endif
