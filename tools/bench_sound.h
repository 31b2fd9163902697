/* What sound costs: mixing voices, and a whole demo from its messages to samples. */
#ifndef TOOLS_BENCH_SOUND_H
#define TOOLS_BENCH_SOUND_H

#include <stdio.h>

/* Measures and prints a table to standard output (a few seconds), on one thread. demo: a file, or
 * "builtin:..."; basedir as in struct demo_search. json (may be NULL) gets one object. */
void bench_sound(const char *demo, const char *basedir, FILE *json);

#endif
