/* Markdown tables of a bench run, written into a page. */
#ifndef TOOLS_PLOTS_TABLES_H
#define TOOLS_PLOTS_TABLES_H

#include <stdio.h>

#include "formats/base/error.h"
#include "tools/plots/run.h"

/* Copies a page (a string) and replaces the text between each line "<!-- NAME -->" and the next
 * "<!-- end -->" by a table. Names: machine, beside, phases, threads, states, limits. The text
 * stays for an unknown name and for values that the run lacks. */
void tables_renew(FILE *out, const struct run *run, const char *page);

#endif
