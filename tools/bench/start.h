/* How fast a demo is there: from nothing to its first picture, and at random times. */
#ifndef TOOLS_BENCH_START_H
#define TOOLS_BENCH_START_H

#include <stdbool.h>

#include "engine/playback/playback_context.h"

struct bench_start {
    double ms;           /* from nothing to the first picture */
    double megabytes[2]; /* resident then, and after the demo's every 20th picture */
    bool good;
};

/* Opens a demo and draws its first picture. */
typedef bool (*bench_open_fn)(const void *context, struct playback_context *player);

/* Runs in a new process, so that caches are cold, as at program start. */
struct bench_start bench_start_afresh(bench_open_fn open, const void *context);
/* Milliseconds of each of `count` seeks with pictures on a player that has an index; the first ones
 * load what is seen and are not counted. False: one failed. */
bool bench_start_seek(struct playback_context *player, double *ms, int count);

#endif
