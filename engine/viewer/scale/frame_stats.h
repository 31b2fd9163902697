/* Frame statistics: drawing times, frame rate, and refreshes of the screen without a new frame. The
 * caller supplies times. */
#ifndef ENGINE_VIEWER_SCALE_FRAME_STATS_H
#define ENGINE_VIEWER_SCALE_FRAME_STATS_H

#include <stdbool.h>
#include <stddef.h>

enum { FRAME_STATS_KEPT = 512 }; /* most pictures counted per second */

/* Seconds that a picture took. */
struct frame_cost {
    double picture; /* the demo's world: what takes less with fewer pixels */
    double over;    /* scaling up, 2D, and drawing the overlay */
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

struct frame_stats_figures { /* statistics of the last second */
    double rate;             /* pictures per second while something moved; 0 = nothing did */
    double draw_median;      /* s: drawing the demo and the overlay */
    double draw_worst;
    double upload_median; /* s */
    unsigned late;        /* refreshes without a new picture */
};

/* Adds a frame. moving: this frame and the one before were drawn during play. Returns the interval
 * since the previous frame, 0 if it does not count. */
double frame_stats_add(struct frame_stats *frame_stats, double now, const struct frame_cost *cost,
                       bool moving);
/* period: s from one refresh of the screen to the next. */
struct frame_stats_figures frame_stats_figures(const struct frame_stats *frame_stats, double now,
                                               double period);

#endif
