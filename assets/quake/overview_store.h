/* Pictures of Quake's levels from above, in 256 colours: each drawn once, when first asked for. Not
 * thread-safe. */
#ifndef ASSETS_QUAKE_OVERVIEW_STORE_H
#define ASSETS_QUAKE_OVERVIEW_STORE_H

#include "assets/overview/level_picture.h"
#include "assets/quake/model.h"
#include "formats/pictures/lmp.h"

struct overview {
    struct level_picture map;
    struct lmp_picture picture; /* 255 = transparent */
    uint8_t *pixels;            /* of the picture */
};

struct overview_store;

/* palette: borrowed. NULL if out of memory. */
struct overview_store *overview_store_create(const uint8_t *palette);
void overview_store_destroy(struct overview_store *store); /* NULL is fine */

/* The picture of a level, side pixels across and down (level_picture.h). Valid until OVERVIEWS
 * others were asked for. NULL if out of memory, or if it is no level. */
enum { OVERVIEWS = 8 };
const struct overview *overview_store_get(struct overview_store *store, const struct model *level,
                                          int32_t side);

#endif
