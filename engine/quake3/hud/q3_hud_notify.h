/* Console notify lines at the top left: chat, prints and obituaries. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_NOTIFY_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_NOTIFY_H

#include "engine/quake3/hud/q3_hud_parts.h"

void q3_hud_notify(struct q3_hud *hud);

#endif
