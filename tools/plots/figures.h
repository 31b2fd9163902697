/* The plots of a run of the bench, one function each: a whole SVG into the stream, or nothing and
 * false where the run lacks what it shows. */
#ifndef TOOLS_PLOTS_FIGURES_H
#define TOOLS_PLOTS_FIGURES_H

#include <stdbool.h>
#include <stdio.h>

#include "tools/plots/run.h"

/* Milliseconds a frame by pixels, the peer's and ours: a panel a demo. */
bool figure_pixels(FILE *out, const struct run *run);
/* How many times ours goes into the peer's, by size, with what is aimed at. */
bool figure_ahead(FILE *out, const struct run *run);
/* Milliseconds of single frames by the polygons in them. */
bool figure_surfaces(FILE *out, const struct run *run);
/* How much more threads draw than one, and how long they wait. */
bool figure_threads(FILE *out, const struct run *run);
/* Which share of a frame each phase takes, by size and look. */
bool figure_phases(FILE *out, const struct run *run);
/* Nanoseconds a pixel: the frame, its parts, and what the machine allows for these. */
bool figure_limits(FILE *out, const struct run *run);

#endif
