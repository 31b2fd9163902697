/* Frames of demos of Quake and QuakeWorld: how many a second, at four sizes, both looks, one and
 * two threads; and the time to the first one. */
#ifndef TOOLS_BENCH_FRAMES_H
#define TOOLS_BENCH_FRAMES_H

#include <stdint.h>
#include <stdio.h>

#include "tools/bench/jobs.h"

/* frames: number per demo, spread over it. Every figure is the median over three rounds of the same
 * frames, drawn with palette expansion into memory. json: receives keys with trailing commas; may
 * be NULL. */
void bench_frames(const struct bench_job *jobs, size_t num_jobs, const struct bench_choice *choice,
                  uint32_t frames, FILE *json);

#endif
