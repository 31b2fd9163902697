/* Whole demos of Quake drawn here and by the original renderer (tools/bench/peers/tyrquake.h), in
 * pairs: how many times our time of a frame goes into its. */
#ifndef TOOLS_BENCH_BESIDE_BESIDE_H
#define TOOLS_BENCH_BESIDE_BESIDE_H

#include <stdio.h>

#include "tools/bench/jobs.h"

enum { BENCH_PAIRS_MAX = 15 };

/* tyrquake: the program's path. pairs: number of pairs of runs, 1..BENCH_PAIRS_MAX: the peer, then
 * ours in each look on one thread and on two. The peer's time is processor time; ours is processor
 * time on one thread and wall time on two, palette expansion included. Factors are medians over the
 * pairs. json (may be NULL) receives every pair: a key and a trailing comma. */
void bench_beside(const struct bench_job *jobs, size_t num_jobs, const struct bench_choice *choice,
                  const char *tyrquake, int pairs, FILE *json);

#endif
