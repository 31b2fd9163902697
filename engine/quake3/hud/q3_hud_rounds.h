/* Rounds, points to hold and the like: OpenArena's, CPMA's and Quake Live's kinds of games.
 *
 * Source: OpenArena's client game of 0.8.8 (cg_draw); what Quake Live's says, as players of its
 * demos show it: both as facts. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_ROUNDS_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_ROUNDS_H

#include "engine/quake3/hud/q3_hud.h"

/* Above at the right, from y on: who attacks, whose the points are, how many are left of each team,
 * the round's clock, and when the next one begins in the middle. Returns where they end. */
float q3_hud_round_lines(struct q3_hud *hud, float y);

/* Above a team's score: the point that has its place there (0: A, 1: B). */
void q3_hud_round_point(struct q3_hud *hud, int which, struct q3_rect at);
/* Above the scores, from x on: when held points score, the obelisks' health. */
void q3_hud_round_figures(struct q3_hud *hud, float x, float y);

/* In the middle: who is about to score, who has the one flag. */
void q3_hud_round_state(struct q3_hud *hud);

/* What stands for words of the server's while a round or a pause ends: the text, and since when.
 * False: nothing does. */
bool q3_hud_round_words(const struct q3_hud *hud, char *text, size_t size, int32_t *time);

#endif
