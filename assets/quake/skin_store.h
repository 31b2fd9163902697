/* Player skins by name: skins/NAME.pcx replaces the skin of progs/player.mdl.
 *
 * Names come from demos. As in QuakeWorld's skin.c the name is cut at its first dot; a missing skin
 * is replaced by skins/base.pcx, else by the model's skin. A picture is 320 x 200; its upper left
 * 296 x 194 pixels are the skin. */
#ifndef ASSETS_QUAKE_SKIN_STORE_H
#define ASSETS_QUAKE_SKIN_STORE_H

#include <stdint.h>

#include "assets/files.h"
#include "formats/base/object_id.h"

enum {
    SKIN_PICTURE_WIDTH = 320,
    SKIN_PICTURE_HEIGHT = 200,
    SKIN_WIDTH = 296, /* size of the skin of id's progs/player.mdl */
    SKIN_HEIGHT = 194
};

/* Skin pixels that replace an alias model's. */
struct skin {
    struct object_id *identity;        /* for caches */
    int32_t model_width, model_height; /* skin size of the models it fits */
    int32_t width, height;             /* picture size; a row has width pixels */
    const uint8_t *pixels;             /* palette indices */
};

struct skin_store;

struct skin_store *skin_store_create(struct files *files);
void skin_store_destroy(struct skin_store *store);

/* Returns the skin for a model with skins of width x height pixels: the picture itself for
 * SKIN_WIDTH x SKIN_HEIGHT, else its used part scaled to that size (nearest pixel). Immutable,
 * valid until the store is destroyed. NULL: missing or out of memory; draw the model's skin. A name
 * with path parts counts as "base". Missing and damaged skins are logged. Not thread-safe. */
const struct skin *skin_store_get(struct skin_store *store, const char *name, int32_t width,
                                  int32_t height);

#endif
