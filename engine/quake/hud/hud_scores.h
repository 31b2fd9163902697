/* Who has how many frags: over the status bar, and as a table over the picture.
 *
 * NetQuake's ranking, and QuakeWorld's with pings, packet loss, time and teams. */
#ifndef ENGINE_QUAKE_HUD_HUD_SCORES_H
#define ENGINE_QUAKE_HUD_HUD_SCORES_H

#include "engine/quake/hud/hud_canvas.h"

/* The four best, over the bar's inventory. */
void hud_draw_frags(const struct hud *hud);
/* All of them, over the picture. */
void hud_draw_scores(struct hud *hud);

#endif
