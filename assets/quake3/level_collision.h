/* Levels without their looks, for who only listens: what is in the way of a camera and of what
 * falls, where the parts of a level are that move, and where water is.
 *
 * Each loaded once and kept by name. Not thread-safe; what it hands out is immutable. */
#ifndef ASSETS_QUAKE3_LEVEL_COLLISION_H
#define ASSETS_QUAKE3_LEVEL_COLLISION_H

#include "assets/files.h"
#include "assets/quake3/level.h"

struct level_collision;

/* files must outlive it. NULL without memory. */
struct level_collision *level_collision_create(struct files *files);
void level_collision_destroy(struct level_collision *collision); /* NULL is fine */

/* By its file's name ("maps/oa_dm1.bsp"). Of the level only `missing` (it is not there, or damaged)
 * and else `bsp` and `patches` are set. NULL when memory ran out, which files_note_lack has noted.
 */
const struct q3_level *level_collision_get(struct level_collision *collision, const char *name);

#endif
