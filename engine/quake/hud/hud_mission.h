/* HUD differences of the two mission packs' clients: "hipnotic" (Scourge of Armagon) and "rogue"
 * (Dissolution of Eternity) use other item bits. */
#ifndef ENGINE_QUAKE_HUD_HUD_MISSION_H
#define ENGINE_QUAKE_HUD_HUD_MISSION_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/quake/quake_data.h"

struct hud;

enum hud_mission { HUD_QUAKE, HUD_HIPNOTIC, HUD_ROGUE };

/* By the pictures of the game's gfx.wad. */
enum hud_mission hud_mission_of(struct quake_data *data);

/* Item bit of the selected weapon, which mission packs send as a number. */
uint32_t hud_mission_active(const struct hud *hud);

/* The icon names of armour (or NULL) and of ammunition for the items. */
const char *hud_mission_armor(const struct hud *hud);
const char *hud_mission_ammo(const struct hud *hud);

/* The pack's weapons and items, drawn over Quake's. */
void hud_mission_draw_items(const struct hud *hud);
/* Hipnotic's keys, on the bar itself. */
void hud_mission_draw_keys(const struct hud *hud);
/* Rogue's team play (rules 4 to 6): in place of the face, the team's colours and the own frags.
 * False: it is no such game. */
bool hud_mission_draw_team(const struct hud *hud, int32_t x, int32_t y);
/* Rogue's ground of the inventory depends on the weapon. */
const char *hud_mission_ground(const struct hud *hud);

#endif
