/* A server's prints: notify lines and centre print. */
#ifndef ENGINE_QUAKE_HUD_HUD_TEXT_H
#define ENGINE_QUAKE_HUD_HUD_TEXT_H

#include "engine/quake/hud/hud_canvas.h"

/* The last four rows, each for three seconds. */
void hud_draw_notify(struct hud *hud);
/* The centre print: two seconds while playing, for good at a level's end. Not in a pause, whose
 * plaque is there. */
void hud_draw_center(struct hud *hud);

#endif
