/* Placeholder of a missing level: a large chequered room with a floor in it.
 * Private to this module. */
#ifndef ASSETS_QUAKE3_LEVEL_PLACEHOLDER_H
#define ASSETS_QUAKE3_LEVEL_PLACEHOLDER_H

#include "formats/maps/q3_bsp.h"

enum { LEVEL_PLACEHOLDER_NOTHING = 1 /* its empty submodel */ };

int level_placeholder_make(struct q3_bsp *bsp, struct format_error *err) MUST_CHECK;

#endif
