/* Sort rank of shaders that no level uses. Private to this module.
 *
 * The original numbers shaders in order of registration: the level's, the game code's in fixed
 * order, then those of players. Here the order depends on names only: the table of the game code's
 * names, then scripts in order of definition, then the rest by a hash of their names. */
#ifndef ASSETS_QUAKE3_MATERIAL_ORDER_H
#define ASSETS_QUAKE3_MATERIAL_ORDER_H

#include <stdbool.h>
#include <stdint.h>

/* name: without extension. definition: number of its definition, if scripted. The rank is above all
 * ranks of a level. */
uint32_t material_order_rank(const char *name, bool scripted, uint32_t definition,
                             int32_t lightmap);

#endif
