/* Measurements of a timedemo run, and statistics over them. */
#ifndef ENGINE_COMMANDS_TIMING_H
#define ENGINE_COMMANDS_TIMING_H

#include <stdint.h>
#include <stdio.h>

struct timing_frame { /* seconds */
    double parse;
    double simulate;
    double draw;
    double present;
};

struct timing_run { /* frames is owned by the caller */
    struct timing_frame *frames;
    uint32_t num_frames;
    uint64_t hash; /* over all drawn frames */
};

struct timing_figures {
    uint32_t frames;
    double seconds; /* sum of all frames' times */
    double fps;
    double mean_ms, median_ms, p95_ms, p99_ms, p999_ms; /* total frame time */
    double low1_fps, low01_fps; /* frames per second over the slowest 1 % and 0.1 % of frames */
    double parse_ms, simulate_ms, draw_ms, present_ms; /* means per frame */
};

double timing_frame_total(const struct timing_frame *frame);
/* Returns 0, or -1 if out of memory. */
int timing_figures_make(const struct timing_run *run, struct timing_figures *figures);
void timing_print(FILE *out, const struct timing_figures *figures, uint64_t hash);

#endif
