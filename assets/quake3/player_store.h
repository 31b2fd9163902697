/* Player models of Quake III: three models attached by tags, a skin for each, and animations; found
 * by the untrusted names in a configstring.
 *
 * The files depend on (name, game data) only. Results are immutable and valid until the store is
 * destroyed. Not thread-safe.
 * Source: the original's client game (cg_players), as facts. */
#ifndef ASSETS_QUAKE3_PLAYER_STORE_H
#define ASSETS_QUAKE3_PLAYER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "assets/files.h"
#include "assets/quake3/q3_model.h"
#include "formats/scripts/q3_animation.h"

struct q3_data;

enum { PLAYER_NAME = 64, PLAYER_FILE = 256 };

enum player_side {
    PLAYER_FREE, /* no team game: the player's skin */
    PLAYER_RED,  /* in team games all players outside the blue team: the red skin */
    PLAYER_BLUE
};

/* Replacement for a missing model in a team game. */
enum player_stand_in { PLAYER_SARGE, PLAYER_JAMES /* Team Arena */ };

struct player_model_request {
    const char *model, *head; /* "sarge/blue", "*james"; head "" = same as model */
    enum player_side side;
    enum player_stand_in stand_in;
    bool flip_flop; /* see q3_animations_read */
};

struct player_model {
    char folder[PLAYER_NAME]; /* model folder for the player's sounds */
    /* No model could be loaded: legs is a placeholder, the rest NULL. */
    bool placeholder;
    const struct q3_model *legs, *torso, *head;
    const struct q3_model_skin *legs_skin, *torso_skin, *head_skin;
    const struct q3_animations *animations;
    char icon[PLAYER_FILE]; /* picture of the head; an existing file */
};

struct player_store;

/* Both are borrowed for life; files: data's, for the log. Returns NULL if out of memory. */
struct player_store *player_store_create(struct q3_data *data, struct files *files);
void player_store_destroy(struct player_store *store); /* NULL is fine */

/* Returns a player's files; NULL only if out of memory. A missing model is logged once and counted.
 */
const struct player_model *player_store_get(struct player_store *store,
                                            const struct player_model_request *request);

#endif
