/* Pairs the levels of a demo with those of a ghost, and finds what is at the same time in both. */
#ifndef ENGINE_PLAYBACK_GHOST_GHOST_ALIGN_H
#define ENGINE_PLAYBACK_GHOST_GHOST_ALIGN_H

#include "engine/playback/ghost/ghost_set.h"

struct ghost_pair {
    const struct demo_run *own, *other; /* each has a level at least, or own has none */
    const struct ghost_side *sides;     /* [0] own, [1] the ghost's */
};

/* Fills one entry for each level of own's path. A level goes with the ghost's level of the same
 * file name, the second time that it is played with the second time there, and so on; where the
 * ghost has it less often, with the last time. Returns 0, FORMAT_MEMORY, or FORMAT_BAD with the
 * reason in why. */
int ghost_align(struct ghost_level *levels, const struct ghost_pair *pair,
                const struct ghost_options *options, char why[128]) MUST_CHECK;

#endif
