/* Loads models and skins. Private to this module. Not thread-safe. */
#ifndef ASSETS_QUAKE3_Q3_MODEL_STORE_H
#define ASSETS_QUAKE3_Q3_MODEL_STORE_H

#include "assets/quake3/level_store.h"
#include "assets/quake3/material_store.h"
#include "assets/quake3/q3_model.h"

struct q3_model_store;

struct q3_model_store *q3_model_store_create(struct files *files, struct material_store *materials,
                                             struct level_store *levels);
void q3_model_store_destroy(struct q3_model_store *store);

/* As q3_data_model and q3_data_model_if_there. */
const struct q3_model *q3_model_store_get(struct q3_model_store *store, const char *name,
                                          const struct q3_level *level, bool if_there);

/* As q3_data_preload; threads: for decompression. */
int q3_model_store_preload(struct q3_model_store *store, struct texture_store *textures,
                           const char *const *names, size_t count, int threads) MUST_CHECK;

/* As q3_data_skin. */
const struct q3_model_skin *q3_model_store_skin(struct q3_model_store *store, const char *name);

#endif
