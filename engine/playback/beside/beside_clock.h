/* The time of a second demo at a time of the first, aligned as ghosts are (ghost_set.h).
 *
 * A pure function of both demos and the alignment. Seconds of demo time, each of its own demo. */
#ifndef ENGINE_PLAYBACK_BESIDE_BESIDE_CLOCK_H
#define ENGINE_PLAYBACK_BESIDE_BESIDE_CLOCK_H

#include "engine/playback/ghost/ghost_set.h"

struct beside_shift {
    double from;  /* time of the first demo; of the first shift -INFINITY */
    double shift; /* that is added from there on */
};

struct beside_clock {            /* start from {0}: both have the same time */
    struct beside_shift *shifts; /* owned, by rising `from` */
    size_t count;
};

enum { BESIDE_WHY = 128 };

/* A level goes with the other demo's level of that name, as with ghosts; one that the other has not
 * goes on with the shift before it. Where nothing can be aligned by levels, the beginnings of both
 * demos are, and why[] tells it. players: whose run each demo is aligned by, as in body_path_read.
 * Waits for the indexes. Returns 0, FORMAT_MEMORY, or FORMAT_BAD with the reason in why[] if a
 * place of options->align is not there. */
int beside_clock_make(struct beside_clock *clock, const struct ghost_side sides[2],
                      const char *const players[2], const struct ghost_options *options,
                      char why[BESIDE_WHY]) MUST_CHECK;
void beside_clock_free(struct beside_clock *clock);

double beside_clock_at(const struct beside_clock *clock, double time);

#endif
