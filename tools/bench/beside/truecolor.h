/* The look of true colour: frames beside QuakeSpasm on software OpenGL, beside the exact look and
 * on two threads; loading, memory and seeking. */
#ifndef TOOLS_BENCH_BESIDE_TRUECOLOR_H
#define TOOLS_BENCH_BESIDE_TRUECOLOR_H

#include <stddef.h>
#include <stdio.h>

#include "tools/bench/jobs.h"

/* Of demos that are compared with peers: rounds of pairs, 1..9. quakespasm: the program's path, or
 * NULL for that of Debian's package, whose columns are empty where it is not installed. json (may
 * be NULL): two members. */
void bench_truecolor(const struct bench_job *jobs, size_t num_jobs,
                     const struct bench_choice *choice, const char *quakespasm, int rounds,
                     FILE *json);

#endif
