/* The files that a player of Quake III is made of: three models on each other's tags, a skin for
 * each, and animations. Found by the names in his configstring, which are strangers' words.
 *
 * Which files a name gives is a function of (name, game data) alone, whatever was asked for before.
 * What is handed out is immutable and stays as long as the store. Not thread-safe.
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
    PLAYER_FREE, /* the game has no teams: his own skin */
    PLAYER_RED,  /* and whoever is not blue: the team's */
    PLAYER_BLUE
};

/* Who is worn in a team game by him whose model is not there. */
enum player_stand_in { PLAYER_SARGE, PLAYER_JAMES /* Team Arena */ };

struct player_model_request {
    const char *model, *head; /* "sarge/blue", "*james"; head "" = as the model */
    enum player_side side;
    enum player_stand_in stand_in;
    bool flip_flop; /* see q3_animations_read */
};

struct player_model {
    char folder[PLAYER_NAME]; /* of his sounds: the model that is worn */
    /* Nothing that could be worn is there: legs is a placeholder, the rest NULL. */
    bool placeholder;
    const struct q3_model *legs, *torso, *head;
    const struct q3_model_skin *legs_skin, *torso_skin, *head_skin;
    const struct q3_animations *animations;
    char icon[PLAYER_FILE]; /* picture of his head: a file that is there */
};

struct player_store;

/* Both are borrowed for life; files: data's, for the log. Returns NULL if out of memory. */
struct player_store *player_store_create(struct q3_data *data, struct files *files);
void player_store_destroy(struct player_store *store); /* NULL is fine */

/* NULL only when memory ran out. Who is not there himself is told once, and counted as a model. */
const struct player_model *player_store_get(struct player_store *store,
                                            const struct player_model_request *request);

#endif
