/* bench: demos as text, and the text as a demo: speed, and size of the text. */
#ifndef TOOLS_BENCH_TEXT_H
#define TOOLS_BENCH_TEXT_H

#include <stdio.h>

/* data: folder of real demos; without them, built-in ones. Prints a table, and appends an object to
 * json if that is not NULL. */
void bench_text(const char *data, FILE *json);

#endif
