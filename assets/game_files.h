/* The files of a game: the user's game data found and opened, or the built-in pack. Nothing of them
 * is read here: who draws Quake's worlds opens assets/quake/quake_data.h on top. */
#ifndef ASSETS_GAME_FILES_H
#define ASSETS_GAME_FILES_H

#include <stdbool.h>

#include "assets/files.h"
#include "assets/search.h"

struct game_files_options {
    struct search_options search;
    bool builtin; /* the built-in pack only; nothing is searched */
    files_log_fn log;
    void *log_context;
};

struct game_files {
    struct files *files; /* NULL only after game_files_close, or before game_files_open */
    bool found; /* game data was found, or the built-in pack was asked for. false: files is empty */
    char basedir[SEARCH_PATH]; /* what was found, "" if none */
};

/* 0, or negative with one line in err->what, as search_find; *game is zeroed then. No game data at
 * all is not an error. */
int game_files_open(struct game_files *game, const struct game_files_options *options,
                    struct format_error *err) MUST_CHECK;
/* A zeroed *game is fine. */
void game_files_close(struct game_files *game);

#endif
