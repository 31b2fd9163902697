/* The least of a status bar, as NetQuake's ports of today show it: health and armour in the left
 * corner, what is loaded in the right one, the other ammunition in the middle or at the side. */
#ifndef ENGINE_QUAKE_HUD_HUD_MODERN_H
#define ENGINE_QUAKE_HUD_HUD_MODERN_H

#include "engine/quake/hud/hud_canvas.h"

/* Layout rows at the bottom of the right edge that it takes. */
int32_t hud_modern_rows(const struct hud *hud);

/* Of a player alive; with the inventory's figures and icons where there is one. */
void hud_draw_modern(struct hud *hud);
/* The best of a match, above the middle of the lower edge. */
void hud_draw_modern_frags(const struct hud *hud);
/* Whose eyes these are, above the left corner. */
void hud_draw_modern_name(const struct hud *hud, const char *text);

#endif
