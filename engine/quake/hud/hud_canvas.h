/* A 2D layer in the making: pictures, glyphs, fills and big figures in layout pixels.
 *
 * The layout is made for a ground of 320 x 200, enlarged by a whole number; (left, top) is where
 * its (0, 0) lies just now. What is put lands in the scene's 2D list; what memory is lacking for is
 * left out, which the list says. */
#ifndef ENGINE_QUAKE_HUD_HUD_CANVAS_H
#define ENGINE_QUAKE_HUD_HUD_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/quake/hud/hud.h"

enum { HUD_WIDTH = 320, HUD_HEIGHT = 200, HUD_GLYPH = 8, HUD_BAR = 24 /* its height */ };

struct hud {
    struct palette_scene *scene;
    struct quake_data *data;
    const struct hud_info *info;
    int32_t width, height; /* frame pixels */
    int32_t scale;
    int32_t left, top; /* frame pixels: where layout's (0, 0) lies */
};

/* (0, 0) is the top left of a ground in the middle of the frame, */
void hud_place_overlay(struct hud *hud);
/* of the status bar, */
void hud_place_bar(struct hud *hud);
/* of the frame. */
void hud_place_frame(struct hud *hud);

/* False: the game data lacks it. */
bool hud_find_picture(const struct hud *hud, const char *name, struct lmp_picture *picture);
void hud_put_picture(const struct hud *hud, int32_t x, int32_t y,
                     const struct lmp_picture *picture);
bool hud_put_named(const struct hud *hud, int32_t x, int32_t y, const char *name);
void hud_put_glyphs(const struct hud *hud, int32_t x, int32_t y, const uint8_t *glyphs,
                    size_t count);
void hud_put_text(const struct hud *hud, int32_t x, int32_t y, const char *text);
void hud_put_fill(const struct hud *hud, int32_t x, int32_t y, int32_t width, int32_t height,
                  uint8_t color);

/* What three places can show. */
int32_t hud_clamp(int32_t number);
/* Sbar_DrawNum: big figures, right-aligned in three places. */
void hud_put_number(const struct hud *hud, int32_t x, int32_t y, int32_t number, bool alert);

#endif
