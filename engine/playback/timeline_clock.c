/* Seeking by the server's clock, which restarts with each level. */
#include <math.h>

#include "engine/playback/timeline_internal.h"

/* Clocks are asked for in milliseconds, and NetQuake's are floats. */
#define SAME_CLOCK 0.0005

bool timeline_clock(const struct timeline *t, double *clock)
{
    const struct demo_family *family = t->shared->family;
    if (!family->clock) {
        return false;
    }
    *clock = family->clock(t->head.state);
    if (t->fraction < 1.0) { /* the state is that of the update behind the cursor */
        *clock -= timeline_update_time(t, timeline_update_at(t, t->time) + 1) - t->time;
    }
    return true;
}

int timeline_go_clock(struct timeline *t, double clock)
{
    const struct demo_family *family = t->shared->family;
    double before = 0.0;
    if (!family->clock) {
        return FORMAT_UNKNOWN;
    }
    if (timeline_wait(t, false) < 0) {
        return FORMAT_MEMORY;
    }
    const uint32_t count = timeline_extent(t).num_updates;
    for (uint32_t i = 0; i < count; i++) {
        const int status = timeline_go_update(t, i);
        if (status < 0) {
            return status;
        }
        const double now = family->clock(t->head.state);
        if (fabs(now - clock) < SAME_CLOCK) {
            return 0;
        }
        if (i > 0 && before < clock && clock < now) {
            t->fraction = (clock - before) / (now - before);
            t->time -= (1.0 - t->fraction) * timeline_get_update(t, i).gap;
            return 0;
        }
        before = now;
    }
    return FORMAT_MISSING;
}
