/* The scoreboard: over the picture of the dead, at the level's end, and when it is asked for. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_BOARD_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_BOARD_H

#include "engine/quake3/hud/q3_hud_parts.h"

/* Sets hud->board where it is shown. */
void q3_hud_board(struct q3_hud *hud);

#endif
