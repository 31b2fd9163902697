/* The files that may lie beside a map and add to it: coloured light ("maps/x.lit") and visibility
 * for transparent water ("maps/x.vis"). One that is damaged, or made for another version of the
 * map, is left out with one line in the log: the map is whole without it. */
#ifndef ASSETS_QUAKE_MAP_EXTRAS_H
#define ASSETS_QUAKE_MAP_EXTRAS_H

#include <stdbool.h>

#include "assets/files.h"
#include "formats/maps/bsp.h"

/* name: the map's file. level: not a box of ammunition; only levels have visibility. 0 or
 * FORMAT_MEMORY. Colours of a .lit win over those inside the map. */
int map_extras_load(struct files *files, const char *name, bool level, struct bsp *bsp) MUST_CHECK;

#endif
