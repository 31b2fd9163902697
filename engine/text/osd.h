/* The player's own drawing over a finished 32-bit picture: rectangles and text.
 *
 * It comes after the palette, so that it looks the same in every demo, is not tinted by the game's
 * flashes, and is in no saved picture and no hash. The letters are the program's own, not the game
 * data's. Pixels are 0x00RRGGBB; what lies outside the canvas is cut, wherever it lies.
 * Coordinates in pixels from the top left. */
#ifndef ENGINE_TEXT_OSD_H
#define ENGINE_TEXT_OSD_H

#include <stddef.h>
#include <stdint.h>

#include "engine/text/osd_font.h"

struct osd_canvas {
    uint32_t *pixels; /* borrowed */
    size_t pitch;     /* pixels from row to row */
    int width, height;
    struct osd_font
        *font; /* borrowed cache; NULL: glyphs are rasterised on every call, which is slow */
};

/* Default text size for a picture: 14 at 600 lines, proportional, with a readable minimum; smaller
 * if a line would hold fewer than 40 characters. */
int osd_text_size(int width, int height);
/* Distance between lines of text, pixels. */
int osd_line_height(int size);
/* Size of a unit for shapes, whole pixels: 1 up to 400 lines, 2 up to 900, 3 up to 1260 and so on;
 * less in narrow pictures. */
int osd_scale(int width, int height);
/* Blends a rectangle over the picture; alpha: opacity, 0..255. */
void osd_fill(const struct osd_canvas *canvas, int x, int y, int width, int height, uint32_t color,
              int alpha);
/* One line of ASCII text and the symbols of osd_font.h (other bytes are drawn as '?'), its top left
 * at (x, y) and size pixels high; returns its width. osd_text has a dark outline around the
 * letters, for pictures; osd_label has none, for grounds that were filled. */
int osd_text(const struct osd_canvas *canvas, int x, int y, int size, uint32_t color,
             const char *text);
int osd_label(const struct osd_canvas *canvas, int x, int y, int size, uint32_t color,
              const char *text);
/* Includes the gap after the last character. */
int osd_text_width(const char *text, int size);
/* "1:02.5", "1:02:03.5"; negative times have a minus. decimals 0..3. */
enum { OSD_TIME = 32 };
void osd_format_time(char text[OSD_TIME], double seconds, int decimals);
/* Draws a message on a dark background at the left edge, a little below row `top`. Wraps lines at
 * the picture's width. Returns the row below it; `top` if the text is empty. */
int osd_message(const struct osd_canvas *canvas, int top, const char *text);
/* What it covers of the canvas; of an empty text nothing. */
struct osd_area {
    int x, y, width, height;
};
struct osd_area osd_message_area(const struct osd_canvas *canvas, int top, const char *text);

#endif
