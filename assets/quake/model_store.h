/* Loads models by name from the game data and keeps them. Missing or damaged ones become a visible
 * placeholder and one line in the log. Not thread-safe; the models it hands out are immutable. */
#ifndef ASSETS_QUAKE_MODEL_STORE_H
#define ASSETS_QUAKE_MODEL_STORE_H

#include "assets/files.h"
#include "assets/quake/model.h"

struct model_store;

struct model_store *model_store_create(struct files *files);
void model_store_destroy(struct model_store *store);

/* A model by its precache name. world: the level's "maps/x.bsp" that "*n" names refer to (NULL when
 * name is not one of those). Never NULL but when memory ran out. */
const struct model *model_store_get(struct model_store *store, const char *name,
                                    const struct model *world);

#endif
