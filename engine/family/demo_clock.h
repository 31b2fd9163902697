/* The clock of playing, by which the timeline, its events and info count. */
#ifndef ENGINE_FAMILY_DEMO_CLOCK_H
#define ENGINE_FAMILY_DEMO_CLOCK_H

#include "engine/family/demo_family.h"

/* Seconds a step takes in a demo that has no update at all (no serverinfo, only text): there every
 * step is a moment. */
#define DEMO_CLOCKLESS_STEP 0.1

struct demo_clock { /* start from {0} */
    double time;    /* of the last update; that of the first is 0 */
    bool begun;     /* there was an update */
    uint32_t steps; /* so far */
};

/* Returns whether the step is an update. */
static inline bool demo_clock_step(struct demo_clock *clock, const struct demo_step *step)
{
    const bool update = step->update;
    if (update) {
        clock->time = clock->begun ? clock->time + step->seconds : 0.0;
        clock->begun = true;
    }
    clock->steps++;
    return update;
}

/* How long a demo of these steps plays. */
static inline double demo_clock_length(const struct demo_clock *clock)
{
    return clock->begun || clock->steps == 0 ? clock->time
                                             : (clock->steps - 1) * DEMO_CLOCKLESS_STEP;
}

#endif
