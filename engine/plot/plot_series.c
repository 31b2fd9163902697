#include "engine/plot/plot_series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/plot/plot_scale.h"
#include "formats/base/arrays.h"

/* Shorter than the time between two updates of any server. */
#define FIRST_WIDTH (1.0 / 128.0)
/* Seconds from the start that a column can be reached for: no demo is longer. */
#define SECONDS_MAX 1e8

static void merge(struct plot_column *into, const struct plot_column *later)
{
    if (later->count == 0) {
        return;
    }
    if (into->count == 0) {
        *into = *later;
        return;
    }
    into->low = later->low < into->low ? later->low : into->low;
    into->high = later->high > into->high ? later->high : into->high;
    into->last = later->last;
    into->sum += later->sum;
    into->count += later->count;
}

static void halve(struct plot_series *series)
{
    const size_t half = (series->count + 1) / 2;
    for (size_t i = 0; i < half; i++) {
        struct plot_column both = series->columns[2 * i];
        if (2 * i + 1 < series->count) {
            merge(&both, &series->columns[2 * i + 1]);
        }
        series->columns[i] = both;
    }
    series->count = half;
    series->width *= 2.0;
}

int plot_series_add(struct plot_series *series, double time, double value)
{
    const double since = time - series->start;
    if (!(since >= 0.0 && since < SECONDS_MAX) || value != value) {
        return 0;
    }
    if (series->width == 0.0) {
        series->width = FIRST_WIDTH;
    }
    while (since >= series->width * PLOT_COLUMNS) {
        halve(series);
    }
    const size_t at = (size_t)(since / series->width);
    if (at >= series->count) {
        if (array_reserve(&series->columns, &series->capacity, at + 1, sizeof(*series->columns)) <
            0) {
            return FORMAT_MEMORY;
        }
        memset(series->columns + series->count, 0,
               (at + 1 - series->count) * sizeof(*series->columns));
        series->count = at + 1;
    }
    const double clamped = value > PLOT_VALUE_MAX    ? PLOT_VALUE_MAX
                           : value < -PLOT_VALUE_MAX ? -PLOT_VALUE_MAX
                                                     : value;
    const float one = (float)clamped;
    merge(&series->columns[at], &(struct plot_column){clamped, one, one, one, one, 1});
    return 0;
}

void plot_series_free(struct plot_series *series)
{
    free(series->columns);
    *series = (struct plot_series){0};
}

/* True if a part of the column is in [from, to). */
static bool is_within(const struct plot_series *series, size_t column, double from, double to)
{
    const double start = series->start + (double)column * series->width;
    return series->columns[column].count > 0 && start < to && start + series->width > from;
}

void plot_series_fit(const struct plot_series *series, double from, double to,
                     struct plot_column *columns, uint32_t pixels)
{
    memset(columns, 0, pixels * sizeof(*columns));
    for (size_t i = 0; to > from && i < series->count; i++) {
        if (is_within(series, i, from, to)) {
            /* its middle: a column that is wider than a pixel is in one pixel only */
            const double middle = series->start + ((double)i + 0.5) * series->width;
            const double at = (middle - from) / (to - from) * pixels;
            const uint32_t pixel = at < 0.0 ? 0 : at < pixels ? (uint32_t)at : pixels - 1;
            merge(&columns[pixel], &series->columns[i]);
        }
    }
}

bool plot_series_range(const struct plot_series *series, double from, double to, double *low,
                       double *high)
{
    bool found = false;
    for (size_t i = 0; i < series->count; i++) {
        const struct plot_column *column = &series->columns[i];
        if (is_within(series, i, from, to)) {
            *low = found && *low < (double)column->low ? *low : (double)column->low;
            *high = found && *high > (double)column->high ? *high : (double)column->high;
            found = true;
        }
    }
    return found;
}
