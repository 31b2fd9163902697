/* The player's own drawing over a finished 32-bit picture: rectangles and text.
 *
 * It comes after the palette, so that it looks the same in every demo, is not tinted by the game's
 * flashes, and is in no saved picture and no hash. The letters are the program's own, not the game
 * data's. Pixels are 0x00RRGGBB; what lies outside the canvas is cut, wherever it lies.
 * Coordinates in pixels from the top left. */
#ifndef ENGINE_VIEWER_OSD_H
#define ENGINE_VIEWER_OSD_H

#include <stddef.h>
#include <stdint.h>

struct osd_canvas {
    uint32_t *pixels; /* borrowed */
    size_t pitch;     /* pixels from row to row */
    int width, height;
};

/* A character's cell in pixels at scale 1. The letters fill 5x8 of it from the left; their dark
 * outline goes as far as half the scale (rounded up) outside them. */
enum { OSD_ADVANCE = 6, OSD_GLYPH = 8 };

/* A readable text scale for pictures of this size: 1 up to 400 lines, 2 up to 900, 3 up to 1260 and
 * so on; less where a line would not hold 320 of its pixels. */
int osd_scale(int width, int height);
/* alpha 0 .. 255: how much of color covers what is there. */
void osd_fill(const struct osd_canvas *canvas, int x, int y, int width, int height, uint32_t color,
              int alpha);
/* ASCII text with a dark outline, one line (other bytes are drawn as '?'); returns its width. */
int osd_text(const struct osd_canvas *canvas, int x, int y, int scale, uint32_t color,
             const char *text);
int osd_text_width(const char *text, int scale);
/* "1:02.5", "1:02:03.5"; negative times have a minus. decimals 0 .. 3. */
enum { OSD_TIME = 32 };
void osd_format_time(char text[OSD_TIME], double seconds, int decimals);
/* A message in the top left corner on a dark ground. Line ends in it begin new lines, and what is
 * wider than the picture is wrapped. */
void osd_message(const struct osd_canvas *canvas, const char *text);

#endif
