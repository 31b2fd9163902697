/* The elements of engine/hud in Quake's and QuakeWorld's layout, all at the right edge: clock and
 * speed in the top corner, kill feed and team below the console's lines. */
#ifndef ENGINE_QUAKE_HUD_HUD_OVERLAY_H
#define ENGINE_QUAKE_HUD_HUD_OVERLAY_H

#include "engine/hud/hud_2d.h"
#include "engine/quake/hud/hud_canvas.h"

/* What lies over places of the world: names. */
void hud_draw_world(struct hud *hud);
/* Clock and speed. */
void hud_draw_corner(struct hud *hud);
/* Kill feed, team overlay, item timers, radar and a view's name, which the scores hide. */
void hud_draw_match(struct hud *hud);

/* Letters that the corner takes at most from the right end of the topmost rows. */
int32_t hud_corner_glyphs(const struct hud_options *options);

/* Adds primitives to the scene, with layout pixel (0, 0) at the frame's corner; pictures are of
 * struct lmp_picture, with 255 as transparent unless the alpha is 1. The palette cannot blend: a
 * black rectangle darkens what is below, any other is opaque in the palette's nearest colour. A
 * text's colour tints its letters unless it is white.
 */
void hud_put_2d(struct hud *hud, const struct hud_2d_list *list);

#endif
