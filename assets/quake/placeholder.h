/* Placeholders drawn instead of missing models and maps. */
#ifndef ASSETS_QUAKE_PLACEHOLDER_H
#define ASSETS_QUAKE_PLACEHOLDER_H

#include "formats/maps/bsp.h"
#include "formats/models/mdl.h"

/* Empty submodel of the placeholder map, for "*n" of a missing map. */
enum { PLACEHOLDER_EMPTY_SUBMODEL = 1 };

/* A small checkered octahedron around the origin. Free with mdl_free. Returns 0 or FORMAT_MEMORY.
 */
int placeholder_make_mdl(struct mdl *mdl) MUST_CHECK;

/* One room of 8192 units around the origin with a grid of 256 units on its walls, so that camera
 * movement is visible. Submodel PLACEHOLDER_EMPTY_SUBMODEL is empty. Free with bsp_free. Returns 0
 * or FORMAT_MEMORY. */
int placeholder_make_bsp(struct bsp *bsp) MUST_CHECK;

#endif
