/* Pictures of Quake III's levels from above: each drawn once, when first asked for. Not
 * thread-safe. q3_data.h has the store. */
#ifndef ASSETS_QUAKE3_Q3_OVERVIEW_H
#define ASSETS_QUAKE3_Q3_OVERVIEW_H

#include "assets/overview/level_picture.h"
#include "assets/quake3/level.h"
#include "assets/quake3/material_store.h"

enum { Q3_OVERVIEW_SIDE = 256 /* pixels */ };

struct q3_overview {
    struct level_picture map;
    const struct material *material; /* for the 2D layer */
    struct texture *texture;         /* of the material */
};

struct q3_overview_store;

struct q3_overview_store *q3_overview_store_create(struct material_store *materials);
void q3_overview_store_destroy(struct q3_overview_store *store); /* NULL is fine */

/* Returns the level's picture, which the first call draws. Returns NULL if there are
 * Q3_OVERVIEW_LEVELS of other levels already, or if out of memory. */
enum { Q3_OVERVIEW_LEVELS = 32 };
const struct q3_overview *q3_overview_store_get(struct q3_overview_store *store,
                                                const struct q3_level *level);

#endif
