/* Fit of a picture in the window: drawn at 1, 1/2, 1/3 or 1/4 of the size and enlarged by whole
 * pixels, so that it stays sharp. The overlay is drawn at the window's own size. */
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
    int left, top;                   /* picture origin on the canvas: half of the remainder */
};

/* Fit for a window of that many pixels. scale: requested, 1..PICTURE_SCALES; reduced where the
 * picture would be too small, increased where it would be too large. */
struct picture_fit picture_fit(int window_width, int window_height, int scale);

/* Enlarges a picture of width * height pixels onto a canvas with `pitch` pixels per row; fills the
 * border black. */
void picture_enlarge(const struct picture_fit *fit, const uint32_t *picture, uint32_t *canvas,
                     size_t pitch);

#endif
