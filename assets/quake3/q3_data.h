/* Quake III's own data on top of a game's files: shaders, pictures, levels, models, skins, each
 * loaded once and kept by name. Not thread-safe; what it hands out is immutable and stays until
 * q3_data_close.
 *
 * Names are the game's ("models/weapons2/rocketl/rocketl.md3"), with any case and either slash.
 * Loading never depends on what was loaded before: pictures are pure functions of what is asked
 * for. Source: the published client's rules, as in the notes at each store. */
#ifndef ASSETS_QUAKE3_Q3_DATA_H
#define ASSETS_QUAKE3_Q3_DATA_H

#include <stdbool.h>
#include <stddef.h>

#include "assets/files.h"
#include "assets/game_files.h"
#include "assets/quake3/level.h"
#include "assets/quake3/level/level_cache.h"
#include "assets/quake3/material.h"
#include "assets/quake3/player_store.h"
#include "assets/quake3/q3_model.h"
#include "formats/base/error.h"
#include "formats/scripts/q3_animation.h"

struct q3_data;

/* game must stay open until q3_data_close. threads: for unpacking pictures of a level, the caller's
 * among them. 0, or negative with one line in err->what; *data is NULL then. */
int q3_data_open(struct q3_data **data, const struct game_files *game, int threads,
                 struct format_error *err) MUST_CHECK;
void q3_data_close(struct q3_data *data); /* NULL is fine */

/* Logs a line that was not logged so before; of different ones Q3_DATA_TOLD at most. */
enum { Q3_DATA_TOLD = 32 };
void q3_data_tell_once(struct q3_data *data, const char *line);

/* None of these is NULL but when memory ran out, which files_lacked_memory then says. */
const struct material *q3_data_material(struct q3_data *data, const char *name, int32_t lightmap);
/* The same, but NULL where it would be the grey box, without a line in the log. */
const struct material *q3_data_material_if_there(struct q3_data *data, const char *name,
                                                 int32_t lightmap);
/* "maps/oa_dm1.bsp"; the placeholder where it is missing. */
const struct q3_level *q3_data_level(struct q3_data *data, const char *name);
/* What was found out about its levels. Never NULL. */
struct level_cache *q3_data_level_cache(struct q3_data *data);
/* level: what "*n" names refer to; NULL when name is not one of those. */
const struct q3_model *q3_data_model(struct q3_data *data, const char *name,
                                     const struct q3_level *level);
/* The same, but NULL where there is no such file, without a line in the log. */
const struct q3_model *q3_data_model_if_there(struct q3_data *data, const char *name);
/* NULL: there is no such file. */
const struct q3_model_skin *q3_data_skin(struct q3_data *data, const char *name);
/* NULL: there is no such file, or it lacks an animation. */
const struct q3_animations *q3_data_animations(struct q3_data *data, const char *name,
                                               bool flip_flop);
/* See player_store.h. */
const struct player_model *q3_data_player(struct q3_data *data,
                                          const struct player_model_request *request);
/* Loads models (".md3") and the pictures of skins (".skin") and of materials for Q3_LIGHT_2D (any
 * other name) that will be asked for, on several threads. Nothing but time depends on it; what is
 * missing is passed over without a word. */
void q3_data_preload(struct q3_data *data, const char *const *names, size_t count);
/* Whether q3_data_level has loaded that one. */
bool q3_data_has_level(const struct q3_data *data, const char *name);
bool q3_data_has_file(struct q3_data *data, const char *name);

#endif
