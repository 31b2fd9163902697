/* The status bar: ammunition, health, the own head, a flag, armor. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_BAR_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_BAR_H

#include "engine/quake3/hud/q3_hud_parts.h"

void q3_hud_bar(struct q3_hud *hud);

#endif
