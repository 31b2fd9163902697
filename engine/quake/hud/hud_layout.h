/* How a picture is divided: how large the layout's pixels are, how many rows the status bar has,
 * and which part of the frame shows the world ("viewsize" of the original's screen.c). */
#ifndef ENGINE_QUAKE_HUD_HUD_LAYOUT_H
#define ENGINE_QUAKE_HUD_HUD_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/family/hud_options.h"
#include "render/palette/scene_palette.h"

enum { HUD_WIDTH = 320, HUD_HEIGHT = 200, HUD_GLYPH = 8 };
/* Of the status bar, and with the inventory over it. */
enum { HUD_BAR = 24, HUD_BAR_AND_INVENTORY = 48 };

struct hud_layout {
    int32_t scale; /* frame pixels a layout pixel */
    int32_t lines; /* layout rows of the bar: 0, HUD_BAR or HUD_BAR_AND_INVENTORY */
    bool headup;   /* they have no ground, */
    bool modern;   /* and stand in the corners */
    struct palette_view view;
};

/* Of a frame of so many pixels; has_bar: there is somebody whose bar could be shown. */
struct hud_layout hud_lay_out(const struct hud_options *options, int32_t width, int32_t height,
                              bool has_bar);

/* How much higher the weapon in hand is held where the bar would hide it, units. */
float hud_weapon_lift(const struct hud_options *options);

#endif
