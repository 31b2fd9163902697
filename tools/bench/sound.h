/* Cost of sound, for Quake and Quake III: mixing voices, and a whole demo from messages to samples.
 */
#ifndef TOOLS_BENCH_SOUND_H
#define TOOLS_BENCH_SOUND_H

#include <stdio.h>

/* Measures and prints a table to standard output (a few seconds), on one thread. demo: a file, or
 * "builtin:..."; basedir as in struct demo_search. data: the folder of real demos, where Quake
 * III's is; without it, the built-in one. json (may be NULL) gets one object. */
void bench_sound(const char *demo, const char *basedir, const char *data, FILE *json);

#endif
