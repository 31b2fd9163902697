/* The built-in game data with a pk3 of a test's own over it, which replaces pictures. */
#ifndef TESTS_SUPPORT_REPLACED_GAME_H
#define TESTS_SUPPORT_REPLACED_GAME_H

#include <criterion/criterion.h>
#include <string.h>

#include "assets/quake/quake_data.h"
#include "tests/support/archives/zip_bytes.h"
#include "tests/support/media/picture_bytes.h"
#include "tests/support/quake_game.h"
#include "tests/support/scratch.h"

struct replaced_game { /* start from {0} */
    struct zip_bytes zip;
    struct scratch_talk talk;
    struct quake_data data;
    const char *const *names; /* of the level's models, from number 1 */
};

static inline void replaced_game_put(struct replaced_game *game, const char *name,
                                     struct byte_writer bytes)
{
    cr_assert(!bytes.failed);
    zip_bytes_add(&game->zip, name, bytes.data, bytes.size);
    byte_writer_free(&bytes);
}

/* A picture of one colour, 0xAARRGGBB. */
static inline void replaced_game_paint(struct replaced_game *game, const char *name, int width,
                                       int height, uint32_t color)
{
    replaced_game_put(game, name, picture_tga((unsigned)width, (unsigned)height, color));
}

/* After all is put. */
static inline void replaced_game_open(struct replaced_game *game, int threads)
{
    const struct game_files_options options = {
        .builtin = true, .log = scratch_hear, .log_context = &game->talk};
    struct game_files files;
    zip_bytes_end(&game->zip);
    cr_assert_eq(game_files_open(&files, &options, NULL), 0);
    cr_assert_eq(files_add_pak(files.files, "own.pk3", game->zip.out.data, game->zip.out.size), 0);
    cr_assert_eq(quake_data_open(&game->data, &files, threads, NULL), 0);
}

static inline void replaced_game_close(struct replaced_game *game)
{
    quake_game_close(&game->data);
    zip_bytes_free(&game->zip);
}

static inline const char *replaced_game_name(const void *context, uint32_t number)
{
    return ((const struct replaced_game *)context)->names[number - 1];
}

/* The set of a level with these models, of which the first is the world. */
static inline const struct replacement_set *replaced_game_get(struct replaced_game *game,
                                                              const char *const *names,
                                                              uint32_t count)
{
    const struct model *world = model_store_get(game->data.models, names[0], NULL);
    const struct replacement_models models = {world, count + 1, replaced_game_name, game};
    game->names = names;
    return world ? replacement_store_get(game->data.replacements, &models) : NULL;
}

static inline const struct mdl *replaced_game_mdl(struct replaced_game *game, const char *name)
{
    const struct model *model = model_store_get(game->data.models, name, NULL);
    cr_assert(model && model->mdl && !model->missing, "%s", name);
    return model->mdl;
}

#endif
