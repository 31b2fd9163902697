/* The console's last lines, above at the left: what was said and printed, and who died. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_NOTIFY_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_NOTIFY_H

#include "engine/quake3/hud/q3_hud.h"

void q3_hud_notify(struct q3_hud *hud);

#endif
