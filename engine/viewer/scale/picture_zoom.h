/* A part of the drawn picture enlarged to all of it, to look at its pixels. The part follows the
 * mouse: the point under it stays where it is. Nothing is drawn anew. Start from {0}. */
#ifndef ENGINE_VIEWER_SCALE_PICTURE_ZOOM_H
#define ENGINE_VIEWER_SCALE_PICTURE_ZOOM_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

#define PICTURE_ZOOM_FIRST 2.0
#define PICTURE_ZOOM_MAX 16.0

struct picture_zoom {
    double factor;   /* 0 = off; else above 1, at most PICTURE_ZOOM_MAX */
    uint32_t *part;  /* owned: the part's pixels */
    size_t capacity; /* of them */
};

/* Off to PICTURE_ZOOM_FIRST, or off. */
void picture_zoom_toggle(struct picture_zoom *zoom);
/* So many steps of a quarter nearer (negative: away); off at 1. */
void picture_zoom_step(struct picture_zoom *zoom, double steps);
/* Replaces a picture by the enlarged part around x, y, pixels; a point outside counts as the
 * nearest one inside. pitch: pixels from row to row. Does nothing if zoom is off. Returns 0 or
 * FORMAT_MEMORY. */
int picture_zoom_apply(struct picture_zoom *zoom, uint32_t *pixels, size_t pitch, int width,
                       int height, int x, int y) MUST_CHECK;
void picture_zoom_free(struct picture_zoom *zoom);

#endif
