/* Frame times by phase, at four sizes, in both looks, on one thread and more. */
#ifndef TOOLS_BENCH_PHASES_H
#define TOOLS_BENCH_PHASES_H

#include <stdint.h>
#include <stdio.h>

#include "tools/bench/jobs.h"

/* Measures the demos that are also compared with the peer. frames: number per demo, in ten runs of
 * consecutive frames spread over it, each drawn three times per number of threads; the fastest
 * counts. Prints a table of phases by size. json (may be NULL) receives a key and a trailing comma:
 * for each demo, size and look, milliseconds per frame by phase, wall time by threads, the sum over
 * all threads, numbers of polygons and spans, and for some frames in the exact look both and their
 * time. */
void bench_phases(const struct bench_job *jobs, size_t num_jobs, const struct bench_choice *choice,
                  uint32_t frames, FILE *json);

#endif
