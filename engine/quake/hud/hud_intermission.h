/* The picture over the end of a level. */
#ifndef ENGINE_QUAKE_HUD_HUD_INTERMISSION_H
#define ENGINE_QUAKE_HUD_HUD_INTERMISSION_H

#include "engine/quake/hud/hud_canvas.h"

/* The tally of a level completed; in a match the scores. */
void hud_draw_intermission(struct hud *hud);
/* The title over the last words, which are a centre print: both count from the frame's top. */
void hud_draw_finale(struct hud *hud);

#endif
