/* Who plays in a demo, of any family. */
#ifndef ENGINE_EDIT_EDIT_PLAYERS_H
#define ENGINE_EDIT_EDIT_PLAYERS_H

#include "engine/family/demo_family.h"

enum { EDIT_PLAYERS = 32, EDIT_PLAYER_NAME = 64 };

struct edit_players { /* owns nothing; do not copy: the list points to the names */
    struct demo_player_info list[EDIT_PLAYERS]; /* by slot; slot and name are set */
    char names[EDIT_PLAYERS][EDIT_PLAYER_NAME]; /* as in the demo, by place in the list; the last */
    uint32_t count;
};

/* Lists the players with slots below EDIT_PLAYERS whose eyes the demo has anywhere in it, of a
 * damaged demo up to the damage; spectators are none. Returns 0 or FORMAT_MEMORY. */
int edit_players_find(const struct demo *demo, struct edit_players *players) MUST_CHECK;

#endif
