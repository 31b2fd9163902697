/* The kernels' speed, measured apart from the rest: nanoseconds per pixel for every set of kernels.
 */
#ifndef TOOLS_BENCH_KERNELS_H
#define TOOLS_BENCH_KERNELS_H

#include <stdio.h>

/* Measures and prints a table to standard output (about two seconds); json (may be NULL) gets
 * one object {"span_faithful": {"c": ns, "sse41": ns, "avx2": ns, "avx512": ns}, ...}, by the
 * sets' names. Spans have the lengths of a 640 x 480 frame: on average 56 pixels, 22 % shorter than
 * 8. Sets this CPU cannot run are left out. */
void bench_kernels(FILE *json);

#endif
