/* Frags of all players: above the status bar, right of it, and as a table over the frame.
 *
 * NetQuake's ranking, and QuakeWorld's with pings, packet loss, time and teams. */
#ifndef ENGINE_QUAKE_HUD_HUD_SCORES_H
#define ENGINE_QUAKE_HUD_HUD_SCORES_H

#include "engine/quake/hud/hud_canvas.h"

/* Layout pixels from the bar's left edge that the small ranking takes, without and with teams. */
enum { HUD_RANKING_ROOM = 512, HUD_RANKING_TEAM_ROOM = 640 };

/* The four best, over the bar's inventory. */
void hud_draw_frags(const struct hud *hud);
/* The small ranking right of the bar, and whether there is room and need for it. */
bool hud_shows_ranking(const struct hud *hud);
void hud_draw_ranking(const struct hud *hud);
/* All of them, over the picture; TEAMS where there are none means PLAYERS. */
void hud_draw_scores(struct hud *hud, enum hud_scores scores);

#endif
