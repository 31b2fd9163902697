/* Quake's data: palette, colormap, gfx.wad with the console font, pictures by name, and the stores
 * of models, skins, skyboxes and
 * replacement pictures.
 *
 * A missing palette, colormap, wad or font is replaced by the built-in one; without any game data
 * all pictures are built-in. Not thread-safe. */
#ifndef ASSETS_QUAKE_QUAKE_DATA_H
#define ASSETS_QUAKE_QUAKE_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/game_files.h"
#include "assets/quake/loc_store.h"
#include "assets/quake/model_store.h"
#include "assets/quake/overview_store.h"
#include "assets/quake/replacement_store.h"
#include "assets/quake/skin_store.h"
#include "assets/quake/skybox.h"
#include "formats/archives/wad.h"
#include "formats/pictures/lmp.h"

struct quake_pictures;

enum { QUAKE_DATA_LOANS = 3 };

struct quake_data {
    struct files *files; /* the game's files; borrowed */
    bool found;          /* as game_files.found */
    struct model_store *models;
    struct skybox_store *skyboxes;
    struct replacement_store *replacements;
    struct skin_store *skins;
    struct loc_store *places;
    struct overview_store *overviews; /* levels from above */
    struct quake_pictures *pictures;  /* cache of pictures by path */
    const uint8_t *palette;           /* PALETTE_BYTES: gfx/palette.lmp or the built-in one */
    const uint8_t *colormap;          /* COLORMAP_BYTES */
    struct wad wad;                   /* gfx.wad; num_lumps 0 when missing */
    const uint8_t *conchars;          /* 128 x 128 palette indices (0 = transparent); never NULL */
    struct files_ref refs[QUAKE_DATA_LOANS]; /* references to the files above */
};

/* Opens the data; game is borrowed and must stay open until quake_data_close. threads: for loading
 * replacement pictures, including the caller's. Returns 0 or a negative FORMAT_ code (*data is
 * zeroed); fills err. */
int quake_data_open(struct quake_data *data, const struct game_files *game, int threads,
                    struct format_error *err) MUST_CHECK;
/* Closes the data; *data may be zeroed. */
void quake_data_close(struct quake_data *data);

/* Returns a picture of gfx.wad ("num_3") or, by path ("gfx/pause.lmp"), of the game's files. Valid
 * until quake_data_close. Not for untrusted names: every name is cached. Returns 0, FORMAT_MISSING
 * or another negative FORMAT_ code. */
int quake_data_picture(struct quake_data *data, const char *name,
                       struct lmp_picture *picture) MUST_CHECK;

#endif
