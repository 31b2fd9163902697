/* The pack's letters: the project's 5x7 face, as console characters and in large for pictures. */
#ifndef TOOLS_MKBUILTIN_FONT_H
#define TOOLS_MKBUILTIN_FONT_H

#include "assets/font.h"
#include "tools/mkbuiltin/palette.h"

/* 1 where the glyph of an ASCII character has ink. */
int font_ink(int character, int x, int y);
/* The 128x128 console character sheet (16x16 cells of 8x8; colour 0 is transparent). */
void font_write_conchars(struct buf *out);

#endif
