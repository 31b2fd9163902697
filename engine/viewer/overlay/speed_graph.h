/* A graph of the followed player's speed over the ground, before and after the play head.
 *
 * Drawn over the picture; the caller supplies the samples. */
#ifndef ENGINE_VIEWER_OVERLAY_SPEED_GRAPH_H
#define ENGINE_VIEWER_OVERLAY_SPEED_GRAPH_H

#include <stddef.h>

#include "engine/playback/ghost/speed_trace.h"
#include "engine/text/osd.h"

struct speed_graph {
    const struct speed_sample *samples; /* oldest first; borrowed */
    size_t count;
    double time; /* of the play head, in the middle of the graph */
    double span; /* seconds to either edge */
};

/* Speed at the graph's top: the lowest of 100, 200, 400, 800 ... that is not exceeded. */
double speed_graph_top(const struct speed_sample *samples, size_t count);

/* Draws at the middle of the right edge, where the game has no text, and below row `top`. Draws
 * nothing without samples, or where there is no room above `bottom`. */
void speed_graph_draw(const struct speed_graph *graph, const struct osd_canvas *canvas, int top,
                      int bottom);

#endif
