/* Measurements of a bench run, read from its JSON (tools/bench). */
#ifndef TOOLS_PLOTS_RUN_H
#define TOOLS_PLOTS_RUN_H

#include "render/profile.h"
#include "tools/plots/tree.h"

enum { RUN_MAX_ROWS = 64, RUN_SAMPLES = 100, RUN_MAX_THREADS = 8, RUN_SIZES = 4, RUN_DEMOS = 8 };
enum run_look { RUN_FAITHFUL, RUN_EXACT, RUN_LOOKS };

/* The least of all pairs' times: what a busy neighbour on the same host can only add to. */
struct run_least {
    double peer;
    double ours[2][RUN_LOOKS];
};

/* A demo at a size against the original renderer (peer): medians of pairs of runs. Milliseconds per
 * frame, and the ratio peer / ours. [0]: one thread, CPU time; [1]: two threads, wall time. */
struct run_beside {
    const char *demo;
    int width, height, pairs;
    double peer, peer_display; /* part of peer: colour conversion and transfer */
    double ours[2][RUN_LOOKS];
    double factor[2][RUN_LOOKS];
    double without[RUN_LOOKS]; /* on one thread, peer_display left out */
    struct run_least least;
};

/* A demo at a size in a look, phase by phase; milliseconds a frame. */
struct run_phases {
    const char *demo;
    int width, height, num_threads, num_samples;
    enum run_look look;
    double surfaces, spans;           /* a frame */
    double phases[RENDER_PHASES];     /* on one thread */
    double ms[RUN_MAX_THREADS];       /* on the wall, [0]: on one thread */
    double computed[RUN_MAX_THREADS]; /* by all threads together */
    double samples[RUN_SAMPLES][2];   /* polygons of a frame, milliseconds */
};

struct run {
    const struct tree *tree;                              /* borrowed: names are its */
    int widths[RUN_SIZES], heights[RUN_SIZES], num_sizes; /* widths in both tables, ascending */
    const char *demos[RUN_DEMOS];
    int num_demos;
    struct run_beside beside[RUN_MAX_ROWS];
    struct run_phases phases[RUN_MAX_ROWS];
    int num_beside, num_phases;
};

/* Parts that were not measured are empty. Rows of the same demo and size are one, with the pairs of
 * all. */
void run_read(struct run *run, const struct tree *tree);

/* NULL: not measured. */
const struct run_beside *run_find_beside(const struct run *run, const char *demo, int size);
const struct run_phases *run_find_phases(const struct run *run, const char *demo, int size,
                                         enum run_look look);

/* "1280x720" of a size. */
void run_size_name(const struct run *run, int size, char *name, size_t bytes);
double run_pixels(const struct run *run, int size);

#endif
