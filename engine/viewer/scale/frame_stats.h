/* How fast pictures come: what they take, how many there are in a second, and how many of the
 * screen's refreshes brought none. Everything it knows it is told. */
#ifndef ENGINE_VIEWER_SCALE_FRAME_STATS_H
#define ENGINE_VIEWER_SCALE_FRAME_STATS_H

#include <stdbool.h>
#include <stddef.h>

enum { FRAME_STATS_KEPT = 512 }; /* pictures; more in a second are not counted */

/* Seconds that a picture took. */
struct frame_cost {
    double picture; /* the demo's: what takes less with fewer pixels */
    double over;    /* enlarging it, and what lies over it */
    double upload;  /* handing the pixels on, before waiting for the screen */
};

struct frame_stats_picture {
    double shown; /* when, s of a clock that never jumps */
    struct frame_cost cost;
    double interval; /* s since the one before; 0 = nothing moved before it, so it is not late */
};

struct frame_stats {
    struct frame_stats_picture
        pictures[FRAME_STATS_KEPT]; /* the newest at next - 1, round and round */
    size_t next, count;
};

struct frame_stats_figures { /* of the last second */
    double rate;             /* pictures a second while something moved; 0 = nothing did */
    double draw_median;      /* s: the demo's picture and what lies over it */
    double draw_worst;
    double upload_median; /* s */
    unsigned late;        /* refreshes without a new picture */
};

/* A picture is on its way to the screen. moving: so was the one before, and nobody waited. Returns
 * the interval that counts. */
double frame_stats_add(struct frame_stats *frame_stats, double now, const struct frame_cost *cost,
                       bool moving);
/* period: s from one refresh of the screen to the next. */
struct frame_stats_figures frame_stats_figures(const struct frame_stats *frame_stats, double now,
                                               double period);

#endif
