/* The crosshair in the middle of the view, hidden by default as in the original. */
#ifndef ENGINE_QUAKE_HUD_HUD_CROSSHAIR_H
#define ENGINE_QUAKE_HUD_HUD_CROSSHAIR_H

#include "engine/quake/hud/hud_canvas.h"

void hud_draw_crosshair(struct hud *hud);

#endif
