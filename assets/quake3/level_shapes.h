/* Levels without their looks, for who only listens: what is in the way of a camera and of what
 * falls, where the parts of a level are that move, and where water is.
 *
 * Each loaded once and kept by name. Not thread-safe; what it hands out is immutable. */
#ifndef ASSETS_QUAKE3_LEVEL_SHAPES_H
#define ASSETS_QUAKE3_LEVEL_SHAPES_H

#include "assets/files.h"
#include "assets/quake3/level.h"

struct level_shapes;

/* files must outlive it. NULL without memory. */
struct level_shapes *level_shapes_create(struct files *files);
void level_shapes_destroy(struct level_shapes *shapes); /* NULL is fine */

/* By its file's name ("maps/oa_dm1.bsp"). Of the level only `missing` (it is not there, or damaged)
 * and else `bsp` and `patches` are set. NULL when memory ran out, which files_note_lack has noted.
 */
const struct q3_level *level_shapes_get(struct level_shapes *shapes, const char *name);

#endif
