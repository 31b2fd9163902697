/* Obituary lines in the game's wording.
 *
 * Source: the original's client game (cg_event), Team Arena's, OpenArena's and Quake Live's, as
 * facts. All static. */
#ifndef ENGINE_QUAKE3_HUD_Q3_OBITUARY_H
#define ENGINE_QUAKE3_HUD_Q3_OBITUARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/quake3/q3_game.h"
#include "formats/scripts/q3_animation.h"

struct q3_obituary {
    enum q3_mod mod;
    bool live; /* Quake Live */
    int32_t means;
    const char *victim;   /* names with colours; "" = none */
    const char *attacker; /* "" = the world */
    bool by_himself;
    enum q3_sex sex; /* the victim's model's */
};

/* One line, cut to fit; "" = there is no victim. */
void q3_obituary_text(const struct q3_obituary *obituary, char *text, size_t size);

/* The cause in a word: "rl", "lava"; "died" = unknown. Reads mod, live and means. */
const char *q3_obituary_word(const struct q3_obituary *obituary);
/* The weapon's number, 0 = it was none. Likewise. */
int32_t q3_obituary_weapon(const struct q3_obituary *obituary);

#endif
