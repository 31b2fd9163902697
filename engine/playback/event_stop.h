/* Where "next event" and "previous event" go to: so many seconds before the event, that it is seen
 * coming. Times: seconds of playback. */
#ifndef ENGINE_PLAYBACK_EVENT_STOP_H
#define ENGINE_PLAYBACK_EVENT_STOP_H

#include "engine/playback/timeline.h"

struct event_stop {
    double time; /* to go to: `lead` before the event, not before the event's level begins; a new
                    level's beginning itself */
    struct demo_event event;
};

/* Finds the first stop after a time, or the last before it, of events of the kinds whose bits (1 <<
 * kind) are set. lead: seconds, 0 or more; 0 = at the event. False: none. */
bool event_stop_next(const struct timeline *timeline, double time, uint32_t kinds, double lead,
                     struct event_stop *stop);
bool event_stop_previous(const struct timeline *timeline, double time, uint32_t kinds, double lead,
                         struct event_stop *stop);

#endif
