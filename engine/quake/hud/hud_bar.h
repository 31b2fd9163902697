/* The status bar: what the player has, how he is, and in its place the level's score. */
#ifndef ENGINE_QUAKE_HUD_HUD_BAR_H
#define ENGINE_QUAKE_HUD_HUD_BAR_H

#include "engine/quake/hud/hud_canvas.h"

void hud_draw_bar(struct hud *hud);

#endif
