/* The elements of engine/hud in Quake III's layout: team, clock and speed in the column at the top
 * right, among the original's own lines; the kill feed at the left edge below the middle of the
 * upper half, where nothing of the original's stands. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_OVERLAY_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_OVERLAY_H

#include "engine/hud/hud_elements.h"
#include "engine/quake3/hud/q3_hud_parts.h"

/* Draws a slot of the column from y on, aligned to the top right. Returns the y below it. */
float q3_hud_overlay(struct q3_hud *hud, enum hud_slot slot, float y);

void q3_hud_kill_feed(struct q3_hud *hud);
/* The keys that the player holds. */
void q3_hud_held_keys(struct q3_hud *hud);

/* Item timers at the left edge. */
void q3_hud_items(struct q3_hud *hud);

/* The radar in its corner. */
void q3_hud_radar(struct q3_hud *hud);

/* What lies over places of the world: names. */
void q3_hud_world(struct q3_hud *hud);
/* Whom one of several views shows. */
void q3_hud_view_name(struct q3_hud *hud);

/* Draws primitives where the canvas stands; pictures are of struct material. */
void q3_hud_put_2d(struct q3_hud *hud, const struct hud_2d_list *list);

#endif
