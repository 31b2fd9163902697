/* The pack's own 256 colours in the layout the Quake protocol relies on, and the light table.
 *
 * Sixteen ramps of sixteen. Ramps 0..7 run dark to bright, 8..13 bright to dark; 224..254 are
 * fullbright (the light table leaves them alone) and 255 is the transparent index of pictures. */
#ifndef TOOLS_MKBUILTIN_PALETTE_H
#define TOOLS_MKBUILTIN_PALETTE_H

#include "tools/mkbuiltin/util.h"

enum {
    PALETTE_FULLBRIGHT = 224,
    PALETTE_TRANSPARENT = 255,
    PALETTE_LIGHT_ROWS = 64,
};

struct rgb {
    double r, g, b; /* 0..255 */
};
static inline struct rgb rgb_make(double r, double g, double b)
{
    struct rgb c = {r, g, b};
    return c;
}
static inline struct rgb rgb_scale(struct rgb c, double s)
{
    return rgb_make(c.r * s, c.g * s, c.b * s);
}
static inline struct rgb rgb_mix(struct rgb a, struct rgb b, double f)
{
    return rgb_make(mkb_mix(a.r, b.r, f), mkb_mix(a.g, b.g, f), mkb_mix(a.b, b.b, f));
}

struct palette {
    uint8_t rgb[256][3];
};

void palette_build(struct palette *p);
/* Nearest index among first..last inclusive. */
int palette_nearest(const struct palette *p, struct rgb c, int first, int last);
/* Nearest colour that light changes (0..223), and nearest fullbright one (224..254). */
int palette_quantise(const struct palette *p, struct rgb c);
int palette_quantise_bright(const struct palette *p, struct rgb c);
struct rgb palette_colour(const struct palette *p, int index);
/* gfx/palette.lmp and gfx/colormap.lmp. */
void palette_write(const struct palette *p, struct buf *out);
void palette_write_colormap(const struct palette *p, struct buf *out);

#endif
