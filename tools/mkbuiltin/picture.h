/* A small picture in palette colours, and strokes with light from the upper left. */
#ifndef TOOLS_MKBUILTIN_PICTURE_H
#define TOOLS_MKBUILTIN_PICTURE_H

#include "tools/mkbuiltin/palette.h"

enum { PICTURE_MAX = 320 * 64 };

struct picture {
    const struct palette *palette;
    int w, h;
    uint8_t px[PICTURE_MAX]; /* 255 is transparent */
};

void picture_begin(struct picture *p, const struct palette *palette, int w, int h);
/* int32 width, int32 height, pixels. */
void picture_write(const struct picture *p, struct buf *out);
void picture_dot(struct picture *p, int x, int y, struct rgb c);
/* A raised (strength > 0) or sunk panel of worn metal or stone. */
void picture_panel(struct picture *p, int x0, int y0, int x1, int y1, struct rgb c,
                   double strength);
/* A round rod from a to b, and a ball. */
void picture_rod(struct picture *p, double ax, double ay, double bx, double by, double r,
                 struct rgb c);
void picture_ball(struct picture *p, double x, double y, double rx, double ry, struct rgb c);
/* A glyph of the font blown up `scale` times with round corners. */
void picture_letter(struct picture *p, int c, double x, double y, double scale, struct rgb top,
                    struct rgb bottom);
/* Draws text and gives the width it takes (6 * scale per letter). */
double picture_text(struct picture *p, const char *text, double x, double y, double scale,
                    struct rgb top, struct rgb bottom);

#endif
