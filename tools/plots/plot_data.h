/* Data files for the gnuplot script plots.gp: one per plot, and values.gp with the values that all
 * share. */
#ifndef TOOLS_PLOTS_PLOT_DATA_H
#define TOOLS_PLOTS_PLOT_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "tools/plots/run.h"

/* Columns separated by spaces, rows by line ends; sizes, demos, looks and bars are indices from 0.
 * Returns false if the run lacks the plot's measurements; the text is of no use then. */
struct plot_data {
    const char *name; /* plot name; the file is NAME.dat */
    bool (*write)(FILE *out, const struct run *run);
};

enum { PLOT_DATA_COUNT = 6 };
extern const struct plot_data plot_data[PLOT_DATA_COUNT];

/* gnuplot assignments: demos and sizes (lists of words), groups (an array of names), and
 * measured, the given list of plots. Demo names must have no space and no quote. */
void plot_data_values(FILE *out, const struct run *run, const char *measured);

#endif
