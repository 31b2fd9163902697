/* Lines about a demo in colours, for terminals: the demo's name, then lines of a label of up to
 * COLORED_LABEL columns and what it tells. */
#ifndef ENGINE_REPORT_COLORED_LINES_H
#define ENGINE_REPORT_COLORED_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { COLORED_LABEL = 12 };

/* True if standard output shows colours: it is a terminal, but not the dumb one, and NO_COLOR is
 * empty or not set (no-color.org). */
bool colored_lines_wanted(void);
/* Prints the text: its first line bold, the labels of the others (with their blanks) in cyan. */
void colored_lines_print(FILE *out, const char *text, size_t size);

#endif
