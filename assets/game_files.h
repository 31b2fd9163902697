/* Opens the game files: the user's game data, or the built-in pack. Reads none of them;
 * assets/quake/quake_data.h and assets/quake3/q3_data.h load from them. */
#ifndef ASSETS_GAME_FILES_H
#define ASSETS_GAME_FILES_H

#include <stdbool.h>

#include "assets/files.h"
#include "assets/search.h"

struct game_files_options {
    struct search_options search;
    bool builtin; /* only the built-in pack; no search */
    files_log_fn log;
    files_log_fn log_piece; /* see files_hear_pieces; NULL = as log */
    void *log_context;
};

struct game_files {
    struct files *files;       /* NULL before game_files_open and after game_files_close */
    bool found;                /* game data was found, or builtin was set; false: files is empty */
    char basedir[SEARCH_PATH]; /* the folder found; "" = none */
};

/* Returns 0 or a negative FORMAT_ code (*game is zeroed); fills err. Missing game data is not an
 * error. */
int game_files_open(struct game_files *game, const struct game_files_options *options,
                    struct format_error *err) MUST_CHECK;
/* Closes the files; *game may be zeroed. */
void game_files_close(struct game_files *game);

#endif
