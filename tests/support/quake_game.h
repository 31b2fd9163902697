/* Quake's data on top of a game's files, opened and closed in one: what most tests want. */
#ifndef TESTS_SUPPORT_QUAKE_GAME_H
#define TESTS_SUPPORT_QUAKE_GAME_H

#include "assets/game_files.h"
#include "assets/quake/quake_data.h"

/* 0, or negative with err; data->files is the game's. Close with quake_game_close. */
static inline int quake_game_open(struct quake_data *data, const struct game_files_options *options,
                                  struct format_error *err)
{
    struct game_files game;
    *data = (struct quake_data){0};
    int code = game_files_open(&game, options, err);
    if (code == FORMAT_OK) {
        code = quake_data_open(data, &game, 1, err);
        if (code < 0) {
            game_files_close(&game);
        }
    }
    return code;
}

static inline void quake_game_close(struct quake_data *data)
{
    struct game_files game = {.files = data->files};
    quake_data_close(data);
    game_files_close(&game);
}

/* A file's bytes until the files close: the reference is never released. */
static inline int quake_game_load(struct files *files, const char *name, const uint8_t **data,
                                  size_t *size)
{
    struct files_ref ref;
    const int code = files_get(files, name, &ref);
    *data = ref.data;
    *size = ref.size;
    return code;
}

#endif
