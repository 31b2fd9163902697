/* The bar: time and total, speed, levels, events, marks, the A-B loop and the indexed part, and
 * where the mouse is on it. Draws what it is given; keeps nothing.
 *
 * While the index grows the rail's end is an estimate, shown with a "~". Colours: one for each kind
 * of event, told by the legend that comes with the mouse. */
#ifndef ENGINE_VIEWER_BAR_H
#define ENGINE_VIEWER_BAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/playback/timeline.h"
#include "engine/playback/transport.h"
#include "engine/viewer/osd.h"

struct bar {
    const struct transport *transport;
    const struct timeline *timeline; /* its events; not touched when the extent has none */
    struct timeline_extent extent;   /* the timeline's, asked once a frame */
    const double *marks;             /* rising */
    size_t num_marks;
    bool no_spoilers;     /* nothing that tells of what lies behind `seen`: the rail ends there */
    double seen;          /* the latest time shown so far */
    int mouse_x, mouse_y; /* picture pixels; negative = no mouse */
};

/* Whether a point of a picture of this size lies on the bar: from a little above its ticks down to
 * the picture's bottom, over the whole width. */
bool bar_hit(int width, int height, int x, int y);
/* Rows at the bottom of a picture of this size that the bar lies over. */
int bar_height(int width, int height);
/* The demo time under x, kept inside the rail's ends. */
double bar_time_at(const struct bar *bar, int width, int height, int x);
void bar_draw(const struct bar *bar, const struct osd_canvas *canvas);

/* The colour of a kind's ticks. */
uint32_t bar_event_color(enum demo_event_kind kind);

#endif
