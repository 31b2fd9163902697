/* A minimal status bar as in current NetQuake ports: health and armour in the left corner,
 * ammunition of the weapon in the right one, other ammunition in the middle or at the side. */
#ifndef ENGINE_QUAKE_HUD_HUD_MODERN_H
#define ENGINE_QUAKE_HUD_HUD_MODERN_H

#include "engine/quake/hud/hud_canvas.h"

/* Layout rows at the bottom of the right edge that it takes. */
int32_t hud_modern_rows(const struct hud *hud);

/* For a living player; with inventory figures and icons if the layout has them. */
void hud_draw_modern(struct hud *hud);
/* The best of a match, above the middle of the lower edge. */
void hud_draw_modern_frags(const struct hud *hud);
/* The viewed player's name, above the left corner. */
void hud_draw_modern_name(const struct hud *hud, const char *text);

#endif
