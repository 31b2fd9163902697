/* Rounds, control points and obelisks: game types of OpenArena, CPMA and Quake Live.
 *
 * Source: OpenArena's client game of 0.8.8 (cg_draw), and videos of Quake Live demos: both as
 * facts. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_ROUNDS_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_ROUNDS_H

#include "engine/quake3/hud/q3_hud_parts.h"

/* Top right, from y on: attacking team, control points, living players per team, round clock; in
 * the middle the countdown to the next round. Returns the y below them. */
float q3_hud_round_lines(struct q3_hud *hud, float y);

/* Above a team's score: the point that has its place there (0: A, 1: B). */
void q3_hud_round_point(struct q3_hud *hud, int which, struct q3_rect at);
/* Above the scores, from x on: when held points score, the obelisks' health. */
void q3_hud_round_figures(struct q3_hud *hud, float x, float y);

/* Middle: countdown of a double domination, one flag's carrier. */
void q3_hud_round_state(struct q3_hud *hud);

/* Text that replaces centre prints at the end of a round or pause, and its start time. False:
 * none. */
bool q3_hud_round_words(const struct q3_hud *hud, char *text, size_t size, int32_t *time);

#endif
