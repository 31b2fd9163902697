#include "engine/viewer/scale/picture_fit.h"

#include "render/enlarge.h"

static int limit_int(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

static int larger_int(int a, int b)
{
    return a > b ? a : b;
}

struct picture_fit picture_fit(int window_width, int window_height, int scale)
{
    struct picture_fit fit = {.canvas_width = limit_int(window_width, RENDER_MIN_WIDTH,
                                                        RENDER_MAX_WIDTH * PICTURE_SCALES),
                              .canvas_height = limit_int(window_height, RENDER_MIN_HEIGHT,
                                                         RENDER_MAX_HEIGHT * PICTURE_SCALES),
                              .scale = limit_int(scale, 1, PICTURE_SCALES)};
    while (fit.scale > 1 && (fit.canvas_width / fit.scale < RENDER_MIN_WIDTH ||
                             fit.canvas_height / fit.scale < RENDER_MIN_HEIGHT)) {
        fit.scale--;
    }
    while (enlarge_cells(fit.canvas_width, fit.scale) > RENDER_MAX_WIDTH ||
           enlarge_cells(fit.canvas_height, fit.scale) > RENDER_MAX_HEIGHT) {
        fit.scale++;
    }
    /* As wide as ten windows and as flat as one: then the canvas ends where the world has to. */
    fit.canvas_width = larger_int(fit.canvas_width, fit.scale * RENDER_MIN_WIDTH);
    fit.canvas_height = larger_int(fit.canvas_height, fit.scale * RENDER_MIN_HEIGHT);
    fit.width = enlarge_cells(fit.canvas_width, fit.scale);
    fit.height = enlarge_cells(fit.canvas_height, fit.scale);
    return fit;
}
