/* Player skins: pictures players put over progs/player.mdl, skins/NAME.pcx, looked up by name.
 *
 * Names come from demos. As in QuakeWorld's skin.c the name's end from its first dot on is dropped,
 * who has no picture wears skins/base.pcx, and where there is none either, the model's own skin
 * shows. A picture is 320 x 200; the model's texels are its left upper 296 x 194. */
#ifndef ASSETS_QUAKE_SKIN_STORE_H
#define ASSETS_QUAKE_SKIN_STORE_H

#include <stdint.h>

#include "assets/files.h"

enum {
    SKIN_PICTURE_WIDTH = 320,
    SKIN_PICTURE_HEIGHT = 200,
    SKIN_WIDTH = 296, /* of id's progs/player.mdl */
    SKIN_HEIGHT = 194
};

/* Texels to draw an alias model with in place of its own. */
struct skin {
    int32_t model_width, model_height; /* of the skins of the models it fits */
    int32_t width, height;             /* of the picture: a row is width texels */
    const uint8_t *pixels;             /* palette indices */
};

struct skin_store;

struct skin_store *skin_store_create(struct files *files);
void skin_store_destroy(struct skin_store *store);

/* The skin for a model whose own skin is width x height texels: the picture as it is for
 * SKIN_WIDTH x SKIN_HEIGHT, else its used part brought to that size (the nearest texels). Loaded
 * once, then immutable for the store's life. NULL: the model's own skin is to be shown, because
 * there is no such picture or memory ran out. A name that is no plain one (path parts) counts as
 * base's. What is missing or broken is logged. Not thread-safe. */
const struct skin *skin_store_get(struct skin_store *store, const char *name, int32_t width,
                                  int32_t height);

#endif
