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

enum { AUTO_SCALE_PICTURES = 24 }; /* frames per decision */

/* Minimum picture size, pixels: Quake's own screen. */
enum { AUTO_SCALE_WIDTH = 320, AUTO_SCALE_HEIGHT = 200 };

struct auto_scale {
    int scale, coarsest;
    int skip, seen;
    /* Frame times, s: until shown, until handed to the screen, and drawing alone. */
    double whole[AUTO_SCALE_PICTURES], made[AUTO_SCALE_PICTURES], picture[AUTO_SCALE_PICTURES];
    double easy_since; /* since when all frames are fast enough for a finer scale, s; negative =
                          they are not */
    double patience;   /* required time of fast frames before a finer scale is tried, s */
    double refined;    /* when a finer scale was tried last, s; negative = never, or long ago */
};

/* Resets the state for a window of width x height pixels, with a first scale that most machines
 * sustain. */
void auto_scale_begin(struct auto_scale *a, int width, int height);

/* Adds a frame of playback, shown at `now`, `interval` s after the previous one (0 = unknown); the
 * screen refreshes every `period` s. Returns true if the scale changed. */
bool auto_scale_add(struct auto_scale *a, double now, const struct frame_cost *cost,
                    double interval, double period);

#endif
