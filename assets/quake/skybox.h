/* Skyboxes by name: six pictures, converted to palette indices, or in true colour.
 *
 * Names come from demos and maps; names with "..", etc. are refused. Files are gfx/env/NAME + rt,
 * bk, lf, ft, up, dn + one of quake_image_extensions, or NAME_rt etc., as in FitzQuake: rt is the
 * view towards +x, bk +y, lf -x, ft -y; up and dn have -x (up) and +x (dn) at their top. */
#ifndef ASSETS_QUAKE_SKYBOX_H
#define ASSETS_QUAKE_SKYBOX_H

#include <stdint.h>

#include "assets/files.h"
#include "formats/base/object_id.h"
#include "formats/pictures/image.h"

enum {
    SKYBOX_FACES = 6,       /* in the order +x, -x, +y, -y, +z, -z */
    SKYBOX_MIN_SIDE = 32,   /* smaller pictures are scaled up */
    SKYBOX_MAX_SIDE = 1024, /* larger pictures are scaled down */
    SKYBOX_MIPS = 6,
    SKYBOX_PADDING = 4,     /* readable bytes after the last pixel */
    SKYBOX_TRUE_SIDE = 2048 /* in true colour; larger pictures are halved until they are not */
};

struct skybox {
    int side; /* side of a face of mip 0, texels, power of two */
    int num_mips;
    /* Each mip: SKYBOX_FACES squares of side >> mip texels, consecutive, rows from top to bottom as
     * seen from inside. After the last mip: padding. */
    const uint8_t *mips[SKYBOX_MIPS];
    uint8_t *memory;
};

struct skybox_store;

/* Creates a store. palette: PALETTE_BYTES, borrowed, must outlive it. */
struct skybox_store *skybox_store_create(struct files *files, const uint8_t *palette);
void skybox_store_destroy(struct skybox_store *store);

/* Returns a skybox; immutable, valid until the store is destroyed. NULL: the name is "", no picture
 * was found, or out of memory; draw the map's sky. A missing or damaged face is black. Errors are
 * logged. Not thread-safe. */
const struct skybox *skybox_store_get(struct skybox_store *store, const char *name);

/* The pictures of a skybox in true colour, in the order of a skybox's faces. */
struct skybox_pictures {
    struct object_id *identity;            /* for caches */
    struct image_rgba faces[SKYBOX_FACES]; /* as in the files, sides 1..SKYBOX_TRUE_SIDE, rows from
                                              top to bottom as seen from inside; rgba NULL: missing
                                              or damaged, black */
};

/* Reads a skybox's pictures. The store keeps none of them. threads: for decoding, including the
 * caller's; they change only the time. Returns 0, FORMAT_MISSING where skybox_store_get returns
 * NULL, or FORMAT_MEMORY; *out is zeroed on failure. Owned; free with skybox_pictures_free. Errors
 * are logged. Not thread-safe. */
int skybox_store_read(struct skybox_store *store, const char *name, int threads,
                      struct skybox_pictures *out) MUST_CHECK;
void skybox_pictures_free(struct skybox_pictures *pictures);
/* The same, kept by the store: as skybox_store_get, with one thread. */
const struct skybox_pictures *skybox_store_get_pictures(struct skybox_store *store,
                                                        const char *name);

#endif
