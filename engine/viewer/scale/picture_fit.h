/* Fit of a picture in the window: its world drawn at 1, 1/2, 1/3 or 1/4 of the size and enlarged by
 * whole pixels, so that it stays sharp. All 2D is drawn at the window's own size. */
#ifndef ENGINE_VIEWER_SCALE_PICTURE_FIT_H
#define ENGINE_VIEWER_SCALE_PICTURE_FIT_H

#include "render/limits.h"

enum { PICTURE_SCALES = RENDER_MAX_SCALE };

struct picture_fit {
    int scale;                       /* pixels of the canvas, across and down, for each drawn of the
                                        world */
    int width, height;               /* of the world, inside render/limits.h */
    int canvas_width, canvas_height; /* the window's size; in windows too small or too large to draw
                                        in, that of the least or largest picture */
};

/* Fit for a window of that many pixels. scale: requested, 1..PICTURE_SCALES; reduced where the
 * picture would be too small, increased where it would be too large. */
struct picture_fit picture_fit(int window_width, int window_height, int scale);

#endif
