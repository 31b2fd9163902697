/* Selects the player whose view is shown, as scene_options.follow: slot + 1, 0 = the recorder (in a
 * demo without one, the first player). */
#ifndef ENGINE_PLAYBACK_POV_SELECT_H
#define ENGINE_PLAYBACK_POV_SELECT_H

#include "engine/family/demo_family.h"

enum { POV_SELECT_PLAYERS = 256, POV_SELECT_TEXT = 128 };

/* Each function writes a message to text (plain ASCII) and returns false if *follow is unchanged.
 * players: by ascending slot. */

/* Moves `steps` players on (negative: back) from the one with slot + 1 == `followed`, cyclically
 * among the recorder and the players of the current update. */
bool pov_select_step(const struct demo_player_info *players, uint32_t count, uint32_t followed,
                     int steps, uint32_t *follow, char text[POV_SELECT_TEXT]);
/* Selects the player with slot + 1 == number; 0 = the recorder. */
bool pov_select_number(const struct demo_player_info *players, uint32_t count, uint32_t number,
                       uint32_t *follow, char text[POV_SELECT_TEXT]);

/* Finds a player by number ("3" is slot 2) or by name, ignoring colours and case. NULL = none. */
const struct demo_player_info *pov_select_find(const struct demo_player_info *players,
                                               uint32_t count, const char *who);

#endif
