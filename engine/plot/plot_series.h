/* A value over time, in so few columns that an hour is as small as a minute.
 *
 * Each column keeps the lowest, the highest, the mean and the last of the values in it: so a peak
 * of one update is still there, however long the demo. When the columns do not suffice, each two
 * become one. What a series holds depends on what was added alone. */
#ifndef ENGINE_PLOT_PLOT_SERIES_H
#define ENGINE_PLOT_PLOT_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum { PLOT_COLUMNS = 4096 /* of a series, at most; even */ };

struct plot_column {
    double sum; /* of `count` values */
    float low, high, first, last;
    uint32_t count; /* 0 = there is no value in it; the others are 0, too */
};

struct plot_series { /* start from {.start = T}; free with plot_series_free */
    double start;    /* of column 0, seconds */
    double width;    /* seconds of a column: a power of two; 0 = nothing was added */
    struct plot_column *columns;
    size_t count, capacity;
};

/* Adds a value at a time not before that of the one before. A time before the start, or what is no
 * number, is left out. Returns 0 or FORMAT_MEMORY. */
int plot_series_add(struct plot_series *series, double time, double value) MUST_CHECK;
void plot_series_free(struct plot_series *series);

/* Fills `pixels` columns that divide [from, to) evenly. */
void plot_series_fit(const struct plot_series *series, double from, double to,
                     struct plot_column *columns, uint32_t pixels);

/* The lowest and the highest value in [from, to), as far as columns tell; false: there is none. */
bool plot_series_range(const struct plot_series *series, double from, double to, double *low,
                       double *high);

static inline double plot_column_mean(const struct plot_column *column)
{
    return column->count > 0 ? column->sum / column->count : 0.0;
}

#endif
