/* Where shaders that no level has come in the order of drawing. Private to this module.
 *
 * The original counts shaders as they are registered: the level's, then those the game code asks
 * for in its fixed order, then what players bring. Here that is a rule of names alone: the table of
 * the game code's own names, then those of scripts in the order of their definitions, then the
 * rest by a hash of their names. */
#ifndef ASSETS_QUAKE3_MATERIAL_ORDER_H
#define ASSETS_QUAKE3_MATERIAL_ORDER_H

#include <stdbool.h>
#include <stdint.h>

/* name: without its ending. definition: the number of its definition, where scripted. Above all
 * ranks of a level. */
uint32_t material_order_rank(const char *name, bool scripted, uint32_t definition,
                             int32_t lightmap);

#endif
