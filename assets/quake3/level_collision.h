/* Level collision data for the sound code: brushes, patches, movers and water; no textures.
 *
 * Each level is loaded once and cached by name. Not thread-safe; levels are immutable. */
#ifndef ASSETS_QUAKE3_LEVEL_COLLISION_H
#define ASSETS_QUAKE3_LEVEL_COLLISION_H

#include "assets/files.h"
#include "assets/quake3/level.h"

struct level_collision;

/* files is borrowed. Returns NULL if out of memory. */
struct level_collision *level_collision_create(struct files *files);
void level_collision_destroy(struct level_collision *collision); /* NULL is fine */

/* The level of a file ("maps/oa_dm1.bsp"). Sets `missing` if there is no such file or it is
 * damaged, else `bsp` and `patches`; nothing more. Returns NULL if out of memory (files_note_lack).
 */
const struct q3_level *level_collision_get(struct level_collision *collision, const char *name);

#endif
