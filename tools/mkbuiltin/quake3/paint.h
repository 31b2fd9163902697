/* Pictures of surfaces from two functions of a place: what colour it has and how high it lies.
 *
 * Light falls on the height from the upper left, so that joints, rivets and cracks look like ones.
 * All tile. Colours 0..255 as in palette.h. */
#ifndef TOOLS_MKBUILTIN_QUAKE3_PAINT_H
#define TOOLS_MKBUILTIN_QUAKE3_PAINT_H

#include "tools/mkbuiltin/palette.h"
#include "tools/mkbuiltin/quake3/pk3_out.h"

enum { PAINT_SIDE_MAX = 256 };

struct paint_point {
    struct rgb c;
    double alpha;  /* 0..1 */
    double height; /* in pixels */
    double shine;  /* share of lit texels that are white, 0..1 */
};

typedef struct paint_point (*paint_fn)(int x, int y, int variant);

struct paint_entry {
    const char *name; /* with its ending: .png is without alpha, .tga with it */
    int width, height;
    paint_fn paint;
    int variant;
};

struct paint_point paint_plain(struct rgb c); /* flat, opaque, dull */
void paint_add(struct pk3_out *pk3, const struct paint_entry *entry);
/* Pixels that are there already: 4 bytes each, red first. */
void paint_add_pixels(struct pk3_out *pk3, const char *name, const uint8_t *rgba, int width,
                      int height);

#endif
