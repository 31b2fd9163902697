/* Speed of drawing Quake III, compared with ioquake3 in the same run where it is installed.
 */
#ifndef TOOLS_BENCH_Q3_FRAMES_H
#define TOOLS_BENCH_Q3_FRAMES_H

#include <stdio.h>

/* Measures and prints tables to standard output: whole demos below `data`/quake3/recorded at two
 * sizes, by each filter, on one and two threads and by the peer on one, by the same filter and by
 * the one its players use (a quarter of an hour with it, some minutes without); what effects and
 * display cost in the busiest minute; loading a level on one and two threads, the memory of that,
 * and going to random times with a picture. Without such demos it prints a line. Each figure is the
 * median of `rounds` rounds, in which what is compared takes turns; of effects, each picture's
 * least time. only: this demo alone; NULL: all.
 * ioquake3: the peer's path; NULL: where Debian has it. json (may be NULL) gets one object. */
void bench_q3_frames(const char *data, int rounds, const char *only, const char *ioquake3,
                     FILE *json);

#endif
