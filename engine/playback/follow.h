/* Whose eyes: choosing among the players a demo shows. Choices are scene_options.follow's: a slot +
 * 1, 0 = the recorder's (where there is none, the first player's). */
#ifndef ENGINE_PLAYBACK_FOLLOW_H
#define ENGINE_PLAYBACK_FOLLOW_H

#include "engine/family/demo_family.h"

enum { FOLLOW_PLAYERS = 256, FOLLOW_TEXT = 128 };

/* Each of these says in text (plain ASCII) what came of it, and returns false when *follow stays as
 * it is. players: by rising slot. */

/* `steps` players further (negative: back) than the one whose slot + 1 is `followed`, round and
 * round among those in sight and the recorder. */
bool follow_step(const struct demo_player_info *players, uint32_t count, uint32_t followed,
                 int steps, uint32_t *follow, char text[FOLLOW_TEXT]);
/* The player in that slot + 1; 0 = back to the recorder. */
bool follow_number(const struct demo_player_info *players, uint32_t count, uint32_t number,
                   uint32_t *follow, char text[FOLLOW_TEXT]);

/* By number ("3" is slot 2) or by name, coloured letters as plain ones, upper and lower case the
 * same. NULL when he is not there. */
const struct demo_player_info *follow_find(const struct demo_player_info *players, uint32_t count,
                                           const char *who);

#endif
