/* Seeking by the server's clock, which restarts with each level. */
#include "engine/playback/timeline_internal.h"

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
        if (now == clock) {
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
