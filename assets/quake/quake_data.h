/* Quake's own data on top of a game's files: what every frame of its worlds needs (palette,
 * colormap, gfx.wad with the console's letters), pictures by name, and the stores of models, skins
 * and skyboxes.
 *
 * Where the user's files have no palette, colormap, wad or letters, the built-in ones stand in;
 * where no game data was found, for all pictures. Not thread-safe. */
#ifndef ASSETS_QUAKE_QUAKE_DATA_H
#define ASSETS_QUAKE_QUAKE_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/game_files.h"
#include "assets/quake/loc_store.h"
#include "assets/quake/model_store.h"
#include "assets/quake/skin_store.h"
#include "assets/quake/skybox.h"
#include "formats/archives/wad.h"
#include "formats/pictures/lmp.h"

struct quake_pictures;

enum { QUAKE_DATA_LOANS = 3 };

struct quake_data {
    struct files *files; /* the game's, not owned */
    bool found;          /* as game_files.found */
    struct model_store *models;
    struct skybox_store *skyboxes;
    struct skin_store *skins;
    struct loc_store *places;
    struct quake_pictures *pictures; /* those asked for by path */
    const uint8_t *palette;          /* PALETTE_BYTES: gfx/palette.lmp or the built-in one */
    const uint8_t *colormap;         /* COLORMAP_BYTES */
    struct wad wad;                  /* gfx.wad; num_lumps 0 when missing */
    const uint8_t *conchars;         /* 128 x 128 indices (0 = transparent), never NULL */
    struct files_ref refs[QUAKE_DATA_LOANS]; /* of the above */
};

/* game must stay open until quake_data_close. 0, or negative with one line in err->what; *data is
 * zeroed then. */
int quake_data_open(struct quake_data *data, const struct game_files *game,
                    struct format_error *err) MUST_CHECK;
/* A zeroed *data is fine. */
void quake_data_close(struct quake_data *data);

/* A picture of gfx.wad ("num_3") or, with a path ("gfx/pause.lmp"), of the game's files; good until
 * quake_data_close. Not for names that demos make up: each is kept. FORMAT_MISSING when it is not
 * there. */
int quake_data_picture(struct quake_data *data, const char *name,
                       struct lmp_picture *picture) MUST_CHECK;

#endif
