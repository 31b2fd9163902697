/* What the original's HUD does not have, or hides by default: crosshair, clock, speed. */
#ifndef ENGINE_QUAKE_HUD_HUD_EXTRAS_H
#define ENGINE_QUAKE_HUD_HUD_EXTRAS_H

#include "engine/quake/hud/hud_canvas.h"

/* In the middle of the view. */
void hud_draw_crosshair(struct hud *hud);
/* In the corner at the top right, what the options ask for. */
void hud_draw_corner(struct hud *hud);
/* How many glyphs of the topmost rows it takes at most. */
int32_t hud_corner_glyphs(const struct hud_options *options);

#endif
