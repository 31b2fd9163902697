/* Cost of films: drawing with and without writing, several processes and one, peak memory. */
#ifndef TOOLS_BENCH_FILM_H
#define TOOLS_BENCH_FILM_H

#include <stdio.h>

/* Measures and prints a table to standard output (half a minute). demo, basedir, data: as
 * bench_sound has them. json (may be NULL) gets one object. */
void bench_film(const char *demo, const char *basedir, const char *data, FILE *json);

#endif
