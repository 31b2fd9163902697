/* Play time, as used by the timeline, its events and info. */
#ifndef ENGINE_FAMILY_DEMO_CLOCK_H
#define ENGINE_FAMILY_DEMO_CLOCK_H

#include "engine/family/demo_family.h"

/* Seconds per step in a demo without any update (no serverinfo, only text): there every step is
 * shown. */
#define DEMO_CLOCKLESS_STEP 0.1

struct demo_clock { /* start from {0} */
    double time;    /* time of the last update, seconds; the first is at 0 */
    bool begun;     /* an update was seen */
    uint32_t steps; /* counted so far */
};

/* Counts a step. Returns true if it is an update. */
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

/* Length of a demo of the counted steps, seconds. */
static inline double demo_clock_length(const struct demo_clock *clock)
{
    return clock->begun || clock->steps == 0 ? clock->time
                                             : (clock->steps - 1) * DEMO_CLOCKLESS_STEP;
}

#endif
