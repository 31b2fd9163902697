/* The picture over the end of a level. */
#ifndef ENGINE_QUAKE_HUD_HUD_ENDING_H
#define ENGINE_QUAKE_HUD_HUD_ENDING_H

#include "engine/quake/hud/hud_canvas.h"

/* The tally of a level completed; in a match the scores. */
void hud_draw_intermission(struct hud *hud);

#endif
