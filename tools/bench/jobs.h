/* The demos of Quake's family that frames are measured with, and the sizes. */
#ifndef TOOLS_BENCH_JOBS_H
#define TOOLS_BENCH_JOBS_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/playback/playback_context.h"

enum { BENCH_SIZES = 4, BENCH_JOBS_MAX = 10 };

struct bench_size {
    int width, height;
};

/* 320x200, 640x480, 1280x720, 1920x1080. */
extern const struct bench_size bench_sizes[BENCH_SIZES];

struct bench_job {
    char demo[1024];
    const char *label;
    bool beside;       /* compared with the peer, and measured by phase */
    char basedir[512]; /* "": built-in */
};

/* Selection of demos and sizes; NULL and 0 = all. */
struct bench_choice {
    const char *demo; /* a label */
    int width, height;
};

/* Lists the real demos found below `data`, and the built-in ones; prints which are missing. Returns
 * their number. */
size_t bench_list_jobs(struct bench_job jobs[BENCH_JOBS_MAX], const char *data);

bool bench_is_chosen(const struct bench_choice *choice, const char *label,
                     const struct bench_size *size);

/* Opens the player of a job, in pictures of that size, without status bar and fog, which the peer
 * does not know. Nothing runs in the background. */
bool bench_open(struct playback_context *player, const struct bench_job *job,
                const struct bench_size *size, enum render_look look, int threads);

/* In the order of the tables. */
enum { BENCH_LOOKS = 3 };
extern const enum render_look bench_looks[BENCH_LOOKS];

/* "faithful", "exact", "truecolor" */
const char *bench_look_name(enum render_look look);

#endif
