/* Speed of true-colour drawing: whole pictures of real levels, and the kernels alone.
 */
#ifndef TOOLS_BENCH_RGB_H
#define TOOLS_BENCH_RGB_H

#include <stdio.h>

/* Measures and prints tables to standard output (some ten seconds): pictures of levels below `data`
 * (a folder like $QUAKEREEL_DATA, with quake3/baseoa), seen from where players enter, by size,
 * filter and threads; then nanoseconds a pixel of each kernel for every CPU level. Without levels
 * it prints a line. json (may be NULL) gets one object. */
void bench_rgb(const char *data, FILE *json);

#endif
