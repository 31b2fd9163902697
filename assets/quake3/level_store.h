/* Loads levels. Private to this module. Not thread-safe. */
#ifndef ASSETS_QUAKE3_LEVEL_STORE_H
#define ASSETS_QUAKE3_LEVEL_STORE_H

#include "assets/quake3/level.h"
#include "assets/quake3/material_store.h"

struct level_store;

struct level_store *level_store_create(struct files *files, struct material_store *materials,
                                       struct texture_store *textures);
void level_store_destroy(struct level_store *store);

/* Of levels that are loaded from now on: struct q3_level, overbright. False at first. */
void level_store_set_overbright(struct level_store *store, bool overbright);

/* The level of a file; a placeholder if it is missing. Returns NULL if out of memory. */
const struct q3_level *level_store_get(struct level_store *store, const char *name);

bool level_store_has(const struct level_store *store, const char *name);

/* The placeholder. Returns NULL if out of memory. */
const struct q3_level *level_store_placeholder(struct level_store *store);

#endif
