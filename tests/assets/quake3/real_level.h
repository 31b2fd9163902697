/* The levels of the real data, loaded with all they need. */
#ifndef TESTS_ASSETS_QUAKE3_REAL_LEVEL_H
#define TESTS_ASSETS_QUAKE3_REAL_LEVEL_H

#include <criterion/criterion.h>

#include "assets/quake3/q3_data.h"
#include "tests/support/real_data.h"

enum { REAL_LEVELS = 4 };

struct real_levels {
    struct game_files game;
    struct q3_data *data;
};

static inline void real_levels_open(struct real_levels *real)
{
    const struct real_data_name base = real_data_path("quake3");
    struct format_error err = {0};
    const struct game_files_options options = {
        .search = {.basedir = base.text, .base = "baseq3", .other_base = "baseoa"}};
    cr_assert_eq(game_files_open(&real->game, &options, &err), FORMAT_OK, "%s", err.what);
    cr_assert_eq(q3_data_open(&real->data, &real->game, 2, &err), FORMAT_OK);
}

static inline const struct q3_level *real_levels_get(struct real_levels *real, int which)
{
    static const char *const names[REAL_LEVELS] = {"maps/oa_dm1.bsp", "maps/aggressor.bsp",
                                                   "maps/oa_dm3.bsp", "maps/oa_ctf4ish.bsp"};
    const struct q3_level *level = q3_data_level(real->data, names[which]);
    cr_assert(level && !level->missing);
    return level;
}

static inline void real_levels_close(struct real_levels *real)
{
    q3_data_close(real->data);
    game_files_close(&real->game);
}

#endif
