/* The status bar: what the player has, how he is, and in its place the level's score. With a ground
 * as in Quake, or figures and icons alone as QuakeWorld has them ("headup"). */
#ifndef ENGINE_QUAKE_HUD_HUD_BAR_H
#define ENGINE_QUAKE_HUD_HUD_BAR_H

#include "engine/quake/hud/hud_canvas.h"

void hud_draw_bar(struct hud *hud);

/* How a weapon's icon begins: "inv", "inv2" in hand, "inva1" .. "inva5" while it is new. bit: its
 * number among the items. */
enum { HUD_WEAPON_PREFIX = 8 };
void hud_weapon_prefix(const struct hud *hud, int bit, char prefix[HUD_WEAPON_PREFIX]);

/* At (x, y): how he is; with teams, in the pack that has them, which. */
void hud_draw_face(const struct hud *hud, int32_t x, int32_t y);
/* The small yellow figures of three places. */
void hud_put_count(const struct hud *hud, int32_t x, int32_t y, int32_t count);

#endif
