/* Drawing of pictures, glyphs, fills and big figures in layout pixels.
 *
 * (left, top) is the frame position of layout pixel (0, 0). Draws go to the scene's 2D list; out
 * of memory they are left out and lacks_memory is set. */
#ifndef ENGINE_QUAKE_HUD_HUD_CANVAS_H
#define ENGINE_QUAKE_HUD_HUD_CANVAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/quake/hud/hud.h"
#include "engine/quake/hud/hud_layout.h"
#include "engine/quake/hud/hud_mission.h"

struct hud {
    struct palette_scene *scene;
    struct quake_data *data;
    const struct hud_info *info;
    int32_t width, height; /* frame pixels */
    int32_t columns, rows; /* the same in layout pixels, rounded down */
    int32_t scale;         /* frame pixels a layout pixel */
    int32_t lines;         /* as in struct hud_layout, and so are these */
    bool headup, modern;
    enum hud_mission mission;
    struct palette_view view; /* rectangle of the world in the frame */
    int32_t bar_left;         /* frame pixels: where the status bar begins */
    int32_t left, top;        /* frame pixels: where layout's (0, 0) lies */
};

/* (0, 0) is the top left of a ground in the middle of the frame, */
void hud_place_overlay(struct hud *hud);
/* The status bar (its inventory is at negative y). */
void hud_place_bar(struct hud *hud);
/* The frame's corner: columns and rows count from there. */
void hud_place_frame(struct hud *hud);
/* Layout rows from the current top to the lowest uncovered row of the frame. */
int32_t hud_rows_below(const struct hud *hud);

/* False: the game data lacks it. */
bool hud_find_picture(const struct hud *hud, const char *name, struct lmp_picture *picture);
/* Opaque: 255 is a colour, as bars, icons, faces and plaques have it. */
void hud_put_picture(const struct hud *hud, int32_t x, int32_t y,
                     const struct lmp_picture *picture);
bool hud_put_named(const struct hud *hud, int32_t x, int32_t y, const char *name);
/* A ground of the status bar, translucent by the options. False: not in the game data. */
bool hud_put_ground(const struct hud *hud, int32_t x, int32_t y, const char *name);
/* 255 is see-through, as in figures and headings. */
bool hud_put_clear(const struct hud *hud, int32_t x, int32_t y, const char *name);
/* The part of an opaque picture that begins at (left, 0), as far as the picture has it. */
bool hud_put_part(const struct hud *hud, int32_t x, int32_t y, const char *name, int32_t left,
                  int32_t width, int32_t height);
/* Fills the frame around the view with the original's background tile. */
void hud_put_tiles(const struct hud *hud);
void hud_put_glyphs(const struct hud *hud, int32_t x, int32_t y, const uint8_t *glyphs,
                    size_t count);
/* A text with colours; borrowed. */
struct hud_runs {
    const uint8_t *glyphs;
    const struct quake_text_run *runs; /* by rising start */
    size_t num_runs;
};
/* Glyphs `first` .. first + count - 1 of a text in the colours of its runs. */
void hud_put_runs(const struct hud *hud, int32_t x, int32_t y, const struct hud_runs *text,
                  size_t first, size_t count);
void hud_put_text(const struct hud *hud, int32_t x, int32_t y, const char *text);
void hud_put_fill(const struct hud *hud, int32_t x, int32_t y, int32_t width, int32_t height,
                  uint8_t color);

void hud_put_glyph(const struct hud *hud, int32_t x, int32_t y, uint8_t glyph);
/* Text that ends at column x. */
void hud_put_text_to(const struct hud *hud, int32_t x, int32_t y, const char *text);

/* Clamps to -99..999. */
int32_t hud_clamp(int32_t number);
/* Sbar_DrawNum: big figures, right-aligned in three places. */
void hud_put_number(const struct hud *hud, int32_t x, int32_t y, int32_t number, bool alert);

#endif
