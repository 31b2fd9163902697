/* The middle of the screen: crosshair, weapons, awards, warnings, centre prints, followed
 * player, warmup, votes. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_CENTER_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_CENTER_H

#include "engine/quake3/hud/q3_hud_parts.h"

void q3_hud_crosshair(struct q3_hud *hud);
void q3_hud_weapons(struct q3_hud *hud);
void q3_hud_holdable(struct q3_hud *hud);
void q3_hud_award(struct q3_hud *hud);
void q3_hud_ammo_warning(struct q3_hud *hud);
void q3_hud_spectator(struct q3_hud *hud);
void q3_hud_vote(struct q3_hud *hud);
/* Returns false if the recorder does not follow a player. */
bool q3_hud_following(struct q3_hud *hud);
void q3_hud_warmup(struct q3_hud *hud);
/* OpenArena's time to respawn. */
void q3_hud_respawn(struct q3_hud *hud);
void q3_hud_center_words(struct q3_hud *hud);

#endif
