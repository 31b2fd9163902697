/* Draws a plot's figure. Prints nothing. */
#ifndef ENGINE_PLOT_PLOT_DRAW_H
#define ENGINE_PLOT_PLOT_DRAW_H

#include "engine/drawing/drawing.h"
#include "engine/plot/plot_figure.h"

enum { PLOT_WIDTH = 1200, PLOT_WIDTH_MIN = 240 };

/* Makes a drawing of that width, PLOT_WIDTH_MIN or more; height 0 = as high as the panels need to
 * be read well. Returns 0, FORMAT_MEMORY, or FORMAT_BAD: the height is below *least, which is
 * filled in all cases. Free *drawing with drawing_free. */
int plot_draw(struct drawing **drawing, const struct plot_figure *figure, double width,
              double height, double *least) MUST_CHECK;

#endif
