/* The tournament scoreboard: a black page of names and scores that replaces the frame of a
 * spectator who asks for it.
 *
 * Source: the original's client game (cg_scoreboard), as facts. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_BIG_BOARD_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_BIG_BOARD_H

#include "engine/quake3/hud/q3_hud_parts.h"

/* False: it is not to be shown. */
bool q3_hud_big_board(struct q3_hud *hud);

#endif
