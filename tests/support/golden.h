/* The golden frames: fixed moments of the built-in demos whose pictures must never change
 * unnoticed.
 *
 * tests/golden.txt holds a line a frame: demo, time, size, look, hash. `make golden` renews it; the
 * test draws every frame with each number of threads and each kernel set. */
#ifndef TESTS_SUPPORT_GOLDEN_H
#define TESTS_SUPPORT_GOLDEN_H

#define GOLDEN_FILE "tests/golden.txt"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "render/renderer.h"

struct golden_frame {
    char demo[32];
    double time;
    int width, height;
    enum render_look look;
    uint64_t hash;
};

static const char *const golden_look_names[] = {
    [LOOK_EXACT] = "exact", [LOOK_FAITHFUL] = "faithful", [LOOK_TRUECOLOR] = "truecolor"};
enum { GOLDEN_LOOKS = sizeof(golden_look_names) / sizeof(golden_look_names[0]) };

/* Reads one line; false for a comment, an empty or a broken line. */
static inline bool golden_parse(const char *line, struct golden_frame *frame)
{
    char look[16];
    if (sscanf(line, "%31s %lf %dx%d %15s %" SCNx64, frame->demo, &frame->time, &frame->width,
               &frame->height, look, &frame->hash) != 6 ||
        line[0] == '#') {
        return false;
    }
    for (int i = 0; i < GOLDEN_LOOKS; i++) {
        if (strcmp(look, golden_look_names[i]) == 0) {
            frame->look = (enum render_look)i;
            return true;
        }
    }
    return false;
}

static inline void golden_print(FILE *out, const struct golden_frame *frame)
{
    fprintf(out, "%s %g %dx%d %s %016" PRIx64 "\n", frame->demo, frame->time, frame->width,
            frame->height, golden_look_names[frame->look], frame->hash);
}

#endif
