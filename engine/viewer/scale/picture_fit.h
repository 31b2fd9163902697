/* How a picture lies in the window: drawn at 1, 1/2, 1/3 or 1/4 of its size, each pixel then a
 * square of whole pixels, so that it stays sharp; what the bar and words are drawn on has the
 * window's own size. */
#ifndef ENGINE_VIEWER_SCALE_PICTURE_FIT_H
#define ENGINE_VIEWER_SCALE_PICTURE_FIT_H

#include <stddef.h>
#include <stdint.h>

enum { PICTURE_SCALES = 4 };

struct picture_fit {
    int scale;                       /* pixels of the canvas, across and down, for each drawn */
    int width, height;               /* drawn, inside render/limits.h */
    int canvas_width, canvas_height; /* the window's size; in windows too small to draw in, that of
                                        the least picture */
    int left, top;                   /* of the picture on the canvas: what does not divide */
};

/* For a window of that many pixels. scale is what one would like, 1 to PICTURE_SCALES: less where
 * too small a picture would be left, more where it would be too large. */
struct picture_fit picture_fit(int window_width, int window_height, int scale);

/* Makes a canvas, pitch pixels from row to row, of a drawn picture (width * height pixels without
 * gaps); black beside it. */
void picture_enlarge(const struct picture_fit *fit, const uint32_t *picture, uint32_t *canvas,
                     size_t pitch);

#endif
