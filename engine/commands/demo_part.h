/* The part of a demo that --from and --to name. */
#ifndef ENGINE_COMMANDS_DEMO_PART_H
#define ENGINE_COMMANDS_DEMO_PART_H

#include "engine/options/options.h"

struct demo_part {
    double from, to; /* seconds, 0..length */
    bool outside;    /* one of the times is outside the demo: the nearest one replaces it */
};

/* Reads the times of a command line for a demo of that length, seconds. */
struct demo_part demo_part_read(const char *from, const char *to, double length);

/* Returns EXIT_GOOD, or EXIT_USAGE after a line on stderr if the part ends before it starts. */
int demo_part_check(const struct demo_part *part, const char *from, const char *to);

/* Prints which of the times are outside the demo. */
void demo_part_tell_outside(const char *demo, const char *from, const char *to, double length);

#endif
