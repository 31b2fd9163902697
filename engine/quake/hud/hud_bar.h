/* The status bar: ammunition, armour, health, face; or the level's score in its place. With a
 * ground as in Quake, or figures and icons alone as in QuakeWorld ("headup"). */
#ifndef ENGINE_QUAKE_HUD_HUD_BAR_H
#define ENGINE_QUAKE_HUD_HUD_BAR_H

#include "engine/quake/hud/hud_canvas.h"

void hud_draw_bar(struct hud *hud);

/* Prefix of a weapon's icon: "inv", "inv2" = selected, "inva1".."inva5" = new. bit: the weapon's
 * bit number in items. */
enum { HUD_WEAPON_PREFIX = 8 };
void hud_weapon_prefix(const struct hud *hud, int bit, char prefix[HUD_WEAPON_PREFIX]);

/* The face at (x, y), by health and powerups; with Rogue's teams, the team. */
void hud_draw_face(const struct hud *hud, int32_t x, int32_t y);
/* The small yellow figures of three places. */
void hud_put_count(const struct hud *hud, int32_t x, int32_t y, int32_t count);

#endif
