/* Skyboxes: six pictures of the surroundings, looked up by name and kept as palette indices.
 *
 * Names come from demos and maps: a name that is not made of plain parts is not looked for. The
 * pictures are gfx/env/NAME + rt, bk, lf, ft, up, dn + .tga or .png, or NAME_rt and so on, as in
 * FitzQuake and its kin; rt is what is seen towards +x, bk +y, lf -x, ft -y, up and dn above and
 * below with -x (up) and +x (dn) at the top. */
#ifndef ASSETS_QUAKE_SKYBOX_H
#define ASSETS_QUAKE_SKYBOX_H

#include <stdint.h>

#include "assets/files.h"

enum {
    SKYBOX_FACES = 6,       /* in the order +x, -x, +y, -y, +z, -z */
    SKYBOX_MIN_SIDE = 32,   /* smaller pictures are enlarged, */
    SKYBOX_MAX_SIDE = 1024, /* larger ones reduced */
    SKYBOX_MIPS = 6,
    SKYBOX_PADDING = 4 /* readable bytes behind the last pixel */
};

struct skybox {
    int side; /* texels of a face of mip 0, a power of two */
    int num_mips;
    /* Each mip: SKYBOX_FACES squares of side >> mip texels, one behind the other, rows from top to
     * bottom as seen from inside. Behind a mip lies another, or padding. */
    const uint8_t *mips[SKYBOX_MIPS];
    uint8_t *memory;
};

struct skybox_store;

/* palette: PALETTE_BYTES, must outlive the store. */
struct skybox_store *skybox_store_create(struct files *files, const uint8_t *palette);
void skybox_store_destroy(struct skybox_store *store);

/* A box by the name a demo or map gives; loaded once, then immutable for the store's life. NULL:
 * the map's own sky is to be shown, because the name is "", there is no picture of it, or memory
 * ran out. A face that is missing or broken is black. What is wrong is logged. Not thread-safe. */
const struct skybox *skybox_store_get(struct skybox_store *store, const char *name);

#endif
