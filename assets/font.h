/* The project's 5x7 ASCII font: drawn into the built-in pack by its generator, and over the picture
 * by the program. */
#ifndef ASSETS_FONT_H
#define ASSETS_FONT_H

#include <stdint.h>

enum { FONT_WIDTH = 5, FONT_HEIGHT = 7, FONT_FIRST = ' ', FONT_GLYPHS = 95 };

/* Glyphs ' '..'~'. Rows from top to bottom; bit 4 is the left column. */
extern const uint8_t font_rows[FONT_GLYPHS][FONT_HEIGHT];

#endif
