/* Markdown tables of a bench run, written into a page. */
#ifndef TOOLS_PLOTS_TABLES_H
#define TOOLS_PLOTS_TABLES_H

#include <stdio.h>

#include "formats/base/error.h"
#include "tools/plots/run.h"

/* Copies a page (a string) and puts what is measured where it has a line "<!-- NAME -->" and, some
 * lines below, "<!-- end -->"; what was between them goes. Names: machine, beside, phases, threads,
 * states, limits. What the run lacks, and names nobody knows, stay as they are. */
void tables_renew(FILE *out, const struct run *run, const char *page);

#endif
