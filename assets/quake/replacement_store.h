/* Replacement pictures of levels as textures in true colour, loaded for a whole level at once.
 *
 * A level's set has what replaces the textures of its maps and the skins of its models. It depends
 * only on the files and on the level's list of models, in its order: never on what was drawn, when,
 * or by how many threads. Which names are looked for, and how much is loaded, says
 * replacement_list.h; damaged pictures are details of the log, the level's own are drawn.
 *
 * Not thread-safe; sets are immutable, threads may share them. */
#ifndef ASSETS_QUAKE_REPLACEMENT_STORE_H
#define ASSETS_QUAKE_REPLACEMENT_STORE_H

#include <stdint.h>

#include "assets/files.h"
#include "assets/quake/model_store.h"
#include "assets/texture.h"

struct replacement_texture {
    struct texture *color; /* NULL: no replacement. Alpha is 255, but in textures "{..." and skins
                              of models with holes (MDL_HOLEY): RGBA_TEXTURE_SOLID for 255 */
    struct texture *glow;  /* added to what is lit; NULL: nothing glows */
};

struct replacement_set;
struct replacement_store;

/* The names of a level's models, as the demo lists them. */
struct replacement_models {
    const struct model *world;
    uint32_t count; /* numbers from 1 (the world) to below this */
    const char *(*name)(const void *context, uint32_t number); /* "": none */
    const void *context;
};

/* files, models and palette (PALETTE_BYTES) are borrowed and must outlive the store. threads: for
 * loading, including the caller's; they change only the time. Returns NULL if out of memory. */
struct replacement_store *replacement_store_create(struct files *files, struct model_store *models,
                                                   const uint8_t *palette, int threads);
void replacement_store_destroy(struct replacement_store *store);

/* The set of a level, loaded if it is not the last one. NULL: there is no replacement, or memory
 * ran out (files_lacked_memory). Valid until the store is asked for another level's. The store
 * keeps one set; two, if it is asked for the one before again, so that two levels can be drawn in
 * turns. */
const struct replacement_set *replacement_store_get(struct replacement_store *store,
                                                    const struct replacement_models *models);

/* What replaces the textures of a map, by their number; NULL: nothing. set: NULL is allowed. */
const struct replacement_texture *replacement_set_textures(const struct replacement_set *set,
                                                           const struct bsp *bsp);
/* The same of a model's skins, by the number of their picture in the file. */
const struct replacement_texture *replacement_set_skins(const struct replacement_set *set,
                                                        const struct mdl *mdl);

#endif
