/* What who watches a match wants to know besides: who killed whom, and how a team's players are. At
 * the right edge, below the console's lines. */
#ifndef ENGINE_QUAKE_HUD_HUD_MATCH_H
#define ENGINE_QUAKE_HUD_HUD_MATCH_H

#include "engine/quake/hud/hud_canvas.h"

/* Each death for HUD_FRAG_SECONDS, the last ones; where the options ask for it. */
#define HUD_FRAG_SECONDS 4.0
void hud_draw_frag_lines(struct hud *hud);

/* A line a team mate: powerups, name, place, armour / health, best weapon; likewise. */
void hud_draw_team(struct hud *hud);

#endif
