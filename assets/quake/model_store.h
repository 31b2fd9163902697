/* Loads and caches models by name. Missing or damaged ones become a visible placeholder and one
 * line in the log. Not thread-safe; its models are immutable. */
#ifndef ASSETS_QUAKE_MODEL_STORE_H
#define ASSETS_QUAKE_MODEL_STORE_H

#include "assets/files.h"
#include "assets/quake/model.h"

struct model_store;

struct model_store *model_store_create(struct files *files);
void model_store_destroy(struct model_store *store);

/* Returns a model by its precache name; NULL only if out of memory. world: the level's "maps/x.bsp"
 * for "*n" names; NULL for others. */
const struct model *model_store_get(struct model_store *store, const char *name,
                                    const struct model *world);

#endif
