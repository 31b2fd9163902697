/* Optional files of a map: coloured light ("maps/x.lit") and visibility for transparent water
 * ("maps/x.vis"). A damaged file, or one made for another version of the map, is ignored and logged
 * in one line. */
#ifndef ASSETS_QUAKE_MAP_EXTRAS_H
#define ASSETS_QUAKE_MAP_EXTRAS_H

#include <stdbool.h>

#include "assets/files.h"
#include "formats/maps/bsp.h"

/* Loads them into the map. name: the map's file. level: the map is a level, not an item; only
 * levels have visibility. Colours of a .lit have precedence over those in the map. Returns 0 or
 * FORMAT_MEMORY. */
int map_extras_load(struct files *files, const char *name, bool level, struct bsp *bsp) MUST_CHECK;

#endif
