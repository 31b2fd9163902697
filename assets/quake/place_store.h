/* What the places of a level are called: its .loc file (locs/NAME.loc) where the game data has one,
 * else what lies about in it. */
#ifndef ASSETS_QUAKE_PLACE_STORE_H
#define ASSETS_QUAKE_PLACE_STORE_H

#include "assets/files.h"
#include "formats/maps/places.h"

struct place_store;

struct place_store *place_store_create(struct files *files);
void place_store_destroy(struct place_store *store);

/* map: "maps/NAME.bsp"; entities: its entities text. Kept until another map is asked for. Never
 * NULL: empty where nothing has a name, or without memory. Not thread-safe. */
const struct places *place_store_get(struct place_store *store, const char *map,
                                     const char *entities);

#endif
