/* The corners: the team, the clock and who hit above at the right; scores and powerups below there;
 * what was picked up below at the left. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_CORNERS_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_CORNERS_H

#include "engine/quake3/hud/q3_hud_parts.h"

void q3_hud_upper_right(struct q3_hud *hud);
void q3_hud_lower_right(struct q3_hud *hud);
void q3_hud_pickup(struct q3_hud *hud);

#endif
