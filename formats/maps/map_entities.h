/* The entities text of a map, without the rest of it: Quake's BSP 29, BSP2 and 2PSB, Quake III's
 * 46 and 47. */
#ifndef FORMATS_MAPS_MAP_ENTITIES_H
#define FORMATS_MAPS_MAP_ENTITIES_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* *text: NUL-terminated; caller frees. Returns 0, FORMAT_UNKNOWN: no map, FORMAT_BAD: the lump is
 * not inside the file, or FORMAT_MEMORY; fills err. */
int map_entities_read(char **text, const uint8_t *data, size_t size,
                      struct format_error *err) MUST_CHECK;

#endif
