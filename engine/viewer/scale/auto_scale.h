/* Chooses the picture scale that keeps the screen's refresh rate, from frame times alone.
 *
 * It switches to coarser pictures within half a second, and to finer ones only after a period
 * without slow frames. If the finer scale is too slow after all, that period doubles, which
 * prevents oscillation. If presenting alone is too slow for the rate, a coarser picture gains
 * little: then the finest scale is used whose drawing costs a small share of that. */
#ifndef ENGINE_VIEWER_SCALE_AUTO_SCALE_H
#define ENGINE_VIEWER_SCALE_AUTO_SCALE_H

#include <stdbool.h>

#include "engine/viewer/scale/frame_stats.h"

enum { AUTO_SCALE_PICTURES = 24 }; /* that one decision looks at */

/* Narrower or lower than Quake's own screen a picture is not made: its status bar would be cut. */
enum { AUTO_SCALE_WIDTH = 320, AUTO_SCALE_HEIGHT = 200 };

struct auto_scale {
    int scale, coarsest;
    int skip, seen;
    /* Frame times, s: until shown, until handed to the screen, and drawing alone. */
    double whole[AUTO_SCALE_PICTURES], made[AUTO_SCALE_PICTURES], picture[AUTO_SCALE_PICTURES];
    double easy_since; /* when it began to be easy; negative: it is not */
    double patience;   /* s of ease before finer pictures are tried */
    double refined;    /* when they were tried last; negative: never, or long ago */
};

/* For a window of that many pixels: the scale to begin with is one that most machines keep up. */
void auto_scale_begin(struct auto_scale *a, int width, int height);

/* A picture of a demo that plays was shown at `now`, `interval` s after the one before (0 =
 * unknown); the screen refreshes every `period` s. True when the scale has changed. */
bool auto_scale_add(struct auto_scale *a, double now, const struct frame_cost *cost,
                    double interval, double period);

#endif
