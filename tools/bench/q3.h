/* Speed of reading Quake III demos with all their states, and seek times. */
#ifndef TOOLS_BENCH_Q3_H
#define TOOLS_BENCH_Q3_H

#include <stdio.h>

/* Measures and prints a table to standard output (some ten seconds): all .dm_68 below `data` (a
 * folder like $QUAKEREEL_DATA, with quake3/corpus and quake3/recorded), as often as makes 80 MB,
 * read alone (in turns with `udt`, the path of UDT's library, where that is not NULL) and described
 * as `info FILE...` does, by processor time and on one and on two threads; then a line a demo with
 * the index's rate by processor time and percentiles of going to random times. Without such files
 * it prints a line. json (may be NULL) gets one object. */
void bench_q3(const char *data, const char *udt, FILE *json);

#endif
