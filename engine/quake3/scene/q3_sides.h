/* Whose side players are on, seen from the player whose eyes or demo a picture has. */
#ifndef ENGINE_QUAKE3_SCENE_Q3_SIDES_H
#define ENGINE_QUAKE3_SCENE_Q3_SIDES_H

#include "engine/quake3/scene/q3_build.h"

/* Number of that client. */
int32_t q3_sides_followed(const struct q3_build *build);

/* True in a game of teams if both are of one, red or blue. */
bool q3_sides_are_mates(const struct q3_interp *interp, int32_t one, int32_t other);

/* The colour of the bright skin that the viewer has chosen for players of that side; NULL = none.
 */
const struct scene_color *q3_sides_bright(const struct q3_build *build, bool is_mate);

/* The team whose colour a player has in pictures, as the viewer may have chosen another (struct
 * scene_options): Q3_TEAM_RED or Q3_TEAM_BLUE; else the own one, Q3_TEAM_FREE without teams. */
int32_t q3_sides_team(const struct q3_build *build, const struct q3_player *player, bool is_mate);

#endif
