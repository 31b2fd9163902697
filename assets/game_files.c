#include "assets/game_files.h"

#include <string.h>

#include "assets/builtin/builtin.h"

static int add_found(struct game_files *game, const struct search_options *options,
                     struct format_error *err)
{
    struct search_result result;
    int code = search_find(&result, options, err);
    if (code < 0) {
        return code;
    }
    for (int i = 0; code == FORMAT_OK && i < result.num_folders; i++) {
        code = files_add_directory(game->files, result.folders[i]);
    }
    if (code < 0) {
        return code == FORMAT_MEMORY
                   ? format_fail(err, code, 0, "out of memory")
                   : format_fail(err, code, 0, "%.150s cannot be opened", result.basedir);
    }
    game->found = result.num_folders > 0;
    memcpy(game->basedir, result.basedir, sizeof(game->basedir));
    return FORMAT_OK;
}

int game_files_open(struct game_files *game, const struct game_files_options *options,
                    struct format_error *err)
{
    *game = (struct game_files){.files = files_create(options->log, options->log_context)};
    int code = FORMAT_OK;
    if (game->files) {
        files_hear_pieces(game->files, options->log_piece);
    }
    if (!game->files) {
        code = format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    } else if (options->builtin) {
        game->found = true;
        code = files_add_pak(game->files, "built-in pk3", builtin_pk3, builtin_pk3_size);
        if (code == FORMAT_OK) {
            code = files_add_pak(game->files, "built-in pack", builtin_pak, builtin_pak_size);
        }
        if (code < 0) {
            code = format_fail(err, code, 0,
                               code == FORMAT_MEMORY ? "out of memory"
                                                     : "the built-in pack is damaged");
        }
    } else {
        code = add_found(game, &options->search, err);
    }
    if (code < 0) {
        game_files_close(game);
    }
    return code;
}

void game_files_close(struct game_files *game)
{
    files_destroy(game->files);
    *game = (struct game_files){0};
}
