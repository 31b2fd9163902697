/* Where a frame's time goes, at four sizes, both looks, on one thread and more. */
#ifndef TOOLS_BENCH_PHASES_H
#define TOOLS_BENCH_PHASES_H

#include <stdint.h>
#include <stdio.h>

#include "tools/bench/jobs.h"

/* Of the demos that are also measured beside the peer; frames: of each, in ten runs of consecutive
 * ones spread over it, each drawn three times with any number of threads, of which the fastest
 * counts. Prints a table of phases by size. json (may be NULL) gets a key with a comma behind it:
 * for each demo, size and look milliseconds a frame by phase, on the wall by threads, what all
 * threads together computed in that time, how many polygons and spans there were, and of some
 * frames in the exact look both and their time. */
void bench_phases(const struct bench_job *jobs, size_t num_jobs, const struct bench_choice *choice,
                  uint32_t frames, FILE *json);

#endif
