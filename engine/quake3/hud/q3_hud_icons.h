/* Icons of items, and which item an icon belongs to. All static. */
#ifndef ENGINE_QUAKE3_HUD_Q3_HUD_ICONS_H
#define ENGINE_QUAKE3_HUD_Q3_HUD_ICONS_H

#include "engine/quake3/q3_items.h"

/* Shader; NULL = it has none. */
const char *q3_hud_icon(const struct q3_item *item);
/* By weapon number; by enum q3_powerup. */
const char *q3_hud_weapon_icon(int32_t weapon);
const char *q3_hud_powerup_icon(int32_t powerup);

/* The ammunition of a weapon; NULL = it needs none. */
const struct q3_item *q3_hud_ammo_item(const struct q3_game *game, enum q3_mod mod, int32_t weapon);

#endif
