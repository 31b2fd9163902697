/* What is drawn in place of models and maps that the user does not have. */
#ifndef ASSETS_QUAKE_PLACEHOLDER_H
#define ASSETS_QUAKE_PLACEHOLDER_H

#include "formats/maps/bsp.h"
#include "formats/models/mdl.h"

/* The submodel of the placeholder map that holds nothing: for "*n" of a missing map. */
enum { PLACEHOLDER_EMPTY_SUBMODEL = 1 };

/* A small checkered octahedron around the origin. Free with mdl_free. 0 or FORMAT_MEMORY. */
int placeholder_make_mdl(struct mdl *mdl) MUST_CHECK;

/* One room of 8192 units around the origin, its walls a grid of 256 units, so that a camera's
 * movement can be seen; submodel PLACEHOLDER_EMPTY_SUBMODEL is empty. Free with bsp_free. 0 or
 * FORMAT_MEMORY. */
int placeholder_make_bsp(struct bsp *bsp) MUST_CHECK;

#endif
