/* Division of a frame: scale of the layout, rows of the status bar, and the rectangle of the
 * world ("viewsize" of the original's screen.c). */
#ifndef ENGINE_QUAKE_HUD_HUD_LAYOUT_H
#define ENGINE_QUAKE_HUD_HUD_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family/hud_options.h"
#include "render/palette/scene_palette.h"

enum { HUD_WIDTH = 320, HUD_HEIGHT = 200, HUD_GLYPH = 8 };
/* Rows of the status bar, without and with the inventory. */
enum { HUD_BAR = 24, HUD_BAR_AND_INVENTORY = 48 };

struct hud_layout {
    int32_t scale; /* frame pixels a layout pixel */
    int32_t lines; /* layout rows of the bar: 0, HUD_BAR or HUD_BAR_AND_INVENTORY */
    bool headup;   /* they have no ground, */
    bool modern;   /* drawn in the corners */
    struct palette_view view;
};

/* Layout of a frame of width x height pixels; has_bar: a player's bar can be shown. */
struct hud_layout hud_lay_out(const struct hud_options *options, int32_t width, int32_t height,
                              bool has_bar);

/* Height by which the view model is raised where the bar would hide it, units. */
float hud_weapon_lift(const struct hud_options *options);

#endif
