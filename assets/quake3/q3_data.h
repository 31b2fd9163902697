/* Quake III's data on top of a game's files: shaders, textures, levels, models, skins, each loaded
 * once and cached by name. Not thread-safe; results are immutable and valid until q3_data_close.
 *
 * Names are the game's ("models/weapons2/rocketl/rocketl.md3"), in any case and with either slash.
 * A result does not depend on what was loaded before. Source: the published client's rules, noted
 * at each store. */
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
#include "assets/quake3/q3_overview.h"
#include "formats/base/error.h"
#include "formats/scripts/q3_animation.h"

struct q3_data;

/* game must stay open until q3_data_close. threads: for unpacking a level's textures, including the
 * caller's. Returns 0, or a negative code with one line in err->what; *data is NULL then. */
int q3_data_open(struct q3_data **data, const struct game_files *game, int threads,
                 struct format_error *err) MUST_CHECK;
void q3_data_close(struct q3_data *data); /* NULL is fine */

/* Whether levels loaded from now on are lit for a screen that doubles what is drawn (level.h).
 * False at first. */
void q3_data_set_overbright(struct q3_data *data, bool overbright);

/* Logs a line, each distinct text once, at most Q3_DATA_TOLD of them. */
enum { Q3_DATA_TOLD = 32 };
void q3_data_tell_once(struct q3_data *data, const char *line);

/* These return NULL only if out of memory (files_lacked_memory). */
const struct material *q3_data_material(struct q3_data *data, const char *name, int32_t lightmap);
/* As q3_data_material, but NULL instead of the grey box; logs nothing. */
const struct material *q3_data_material_if_there(struct q3_data *data, const char *name,
                                                 int32_t lightmap);
/* "maps/oa_dm1.bsp"; the placeholder if it is missing. */
const struct q3_level *q3_data_level(struct q3_data *data, const char *name);
/* The level's picture from above (q3_overview.h), drawn when first asked for. NULL if out of
 * memory, or after too many levels. */
const struct q3_overview *q3_data_overview(struct q3_data *data, const struct q3_level *level);
/* Decal, debris and trace results of its levels. Never NULL. */
struct level_cache *q3_data_level_cache(struct q3_data *data);
/* level: of "*n" names; NULL for others. */
const struct q3_model *q3_data_model(struct q3_data *data, const char *name,
                                     const struct q3_level *level);
/* As q3_data_model, but NULL if there is no such file; logs nothing. */
const struct q3_model *q3_data_model_if_there(struct q3_data *data, const char *name);
/* NULL = no such file. */
const struct q3_model_skin *q3_data_skin(struct q3_data *data, const char *name);
/* NULL = no such file, or it lacks an animation. */
const struct q3_animations *q3_data_animations(struct q3_data *data, const char *name,
                                               bool flip_flop);
/* See player_store.h. */
const struct player_model *q3_data_player(struct q3_data *data,
                                          const struct player_model_request *request);
/* Loads on several threads what will be used: models (".md3"), and textures of skins (".skin") and
 * of materials for Q3_LIGHT_2D (any other name). Changes only the time; missing files are skipped
 * silently. */
void q3_data_preload(struct q3_data *data, const char *const *names, size_t count);
/* True if q3_data_level has loaded it. */
bool q3_data_has_level(const struct q3_data *data, const char *name);
bool q3_data_has_file(struct q3_data *data, const char *name);

#endif
