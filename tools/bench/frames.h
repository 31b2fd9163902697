/* Frames of whole demos of Quake and QuakeWorld: how many a second, at four sizes, both looks, one
 * and two threads; the time to the first one; and beside the original renderer. */
#ifndef TOOLS_BENCH_FRAMES_H
#define TOOLS_BENCH_FRAMES_H

#include <stdint.h>
#include <stdio.h>

enum { BENCH_MOST_PAIRS = 15 };

struct bench_peer_options {
    const char *tyrquake; /* the program's path; NULL: not measured beside it */
    int pairs;            /* of runs, 1 .. BENCH_MOST_PAIRS */
};

/* data: the folder of real demos. frames: of a demo, spread over it; every figure is the median
 * over three rounds of the same frames, drawn with palette expansion into memory. json: keys with a
 * comma behind each; or NULL. */
void bench_frames(const char *data, uint32_t frames, const struct bench_peer_options *peer,
                  FILE *json);

#endif
