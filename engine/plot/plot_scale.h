/* Scales of a plot's axes: which values get a tick, and their labels.
 *
 * Values are counted in thousandths (of a second on the axis of time), as integers, so that labels
 * are the same on every machine. */
#ifndef ENGINE_PLOT_PLOT_SCALE_H
#define ENGINE_PLOT_PLOT_SCALE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PLOT_TICKS_MAX = 64, PLOT_LABEL = 32 };

/* Values beyond it are at the edge of a plot: no game has them. */
#define PLOT_VALUE_MAX 1e9

struct plot_ticks { /* first, first + step, ...; thousandths */
    int64_t first, step;
    uint32_t count;
};

/* The ticks in [low, high] whose distance is the smallest of 1, 2 or 5 times a power of ten that
 * gives at most `most` of them, 2..PLOT_TICKS_MAX. whole: none between two integers. */
struct plot_ticks plot_ticks_of_numbers(double low, double high, uint32_t most, bool whole);
/* The same for seconds: from 10 s on in steps that clocks have (15 s, 30 s, 1 min, 5 min ...). */
struct plot_ticks plot_ticks_of_time(double low, double high, uint32_t most);

/* The lowest and the highest tick of a scale that holds low..high. */
void plot_scale_round(double *low, double *high, uint32_t most, bool whole);

/* "-0.25", with as many decimals as `step` needs. */
void plot_format_number(char text[PLOT_LABEL], int64_t thousandths, int64_t step);
/* "1:30", "1:02:30", "0:01.5". */
void plot_format_time(char text[PLOT_LABEL], int64_t milliseconds, int64_t step);

#endif
