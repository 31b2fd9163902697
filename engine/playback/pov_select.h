/* Selects the player whose view is shown, as scene_options.follow: slot + 1, 0 = the recorder (in a
 * demo without one, the first player). */
#ifndef ENGINE_PLAYBACK_POV_SELECT_H
#define ENGINE_PLAYBACK_POV_SELECT_H

#include "engine/family/demo_family.h"

enum { POV_SELECT_PLAYERS = 256, POV_SELECT_TEXT = 128, POV_SELECT_NAME = 48 };

/* Each function writes a message to text (plain ASCII) and returns false if *follow is unchanged.
 * players: by ascending slot. */

/* Moves `steps` players on (negative: back) from the one with slot + 1 == `followed`, cyclically
 * among the recorder and the players of the current update. */
bool pov_select_step(const struct demo_player_info *players, uint32_t count, uint32_t followed,
                     int steps, uint32_t *follow, char text[POV_SELECT_TEXT]);
/* Selects the player with slot + 1 == number; 0 = the recorder. */
bool pov_select_number(const struct demo_player_info *players, uint32_t count, uint32_t number,
                       uint32_t *follow, char text[POV_SELECT_TEXT]);

enum pov_match {
    POV_FOUND,
    POV_UNKNOWN,  /* no player has that name or number */
    POV_AMBIGUOUS /* several names have that part */
};

/* Finds a player by number ("3" is slot 2), by name, or by a part of a name that no other player's
 * has; colours and case are ignored. Parts of spectators' names count only if no player's has
 * it. *found: NULL unless POV_FOUND. */
enum pov_match pov_select_find(const struct demo_player_info *players, uint32_t count,
                               const char *who, const struct demo_player_info **found);

/* True if the name has that part; case is ignored. */
bool pov_select_has_part(const char *name, const char *part);

/* True if it is a player's view, or the recorder's. */
static inline bool pov_select_plays(const struct demo_player_info *player)
{
    return player->recorder || !player->spectator;
}

/* The player's name in plain ASCII; "player 3" if it is empty. */
void pov_select_name(const struct demo_player_info *player, char text[POV_SELECT_NAME]);

#endif
