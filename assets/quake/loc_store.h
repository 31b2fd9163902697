/* Location names of a level: from its .loc file (locs/NAME.loc), else from the items in the level.
 */
#ifndef ASSETS_QUAKE_LOC_STORE_H
#define ASSETS_QUAKE_LOC_STORE_H

#include "assets/files.h"
#include "formats/maps/loc_file.h"

struct loc_store;

struct loc_store *loc_store_create(struct files *files);
void loc_store_destroy(struct loc_store *store);

/* map: "maps/NAME.bsp"; entities: its entities text. Valid until another map is requested. Never
 * NULL: empty if the map has no locations or if out of memory. Not thread-safe. */
const struct loc_file *loc_store_get(struct loc_store *store, const char *map,
                                     const char *entities);

#endif
