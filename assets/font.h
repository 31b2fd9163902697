/* The project's own letters, a 5x7 face of ASCII: drawn into the built-in pack by its generator and
 * over the picture by the program, which trusts no game data for its own words. */
#ifndef ASSETS_FONT_H
#define ASSETS_FONT_H

#include <stdint.h>

enum { FONT_WIDTH = 5, FONT_HEIGHT = 7, FONT_FIRST = ' ', FONT_GLYPHS = 95 };

/* From ' ' to '~'. Rows from top to bottom, the highest of five bits is the left column. */
extern const uint8_t font_rows[FONT_GLYPHS][FONT_HEIGHT];

#endif
