/* The moments of a demo that people would want to see first: runs of frags, hits in the air, flags
 * carried home, the end of a level. Chosen from its events alone. */
#ifndef ENGINE_EVENTS_BEST_MOMENTS_H
#define ENGINE_EVENTS_BEST_MOMENTS_H

#include "engine/events/event_list.h"

enum { BEST_MOMENTS_MAX = 64, BEST_MOMENT_TEXT = 160 };

struct best_moment {
    double time;    /* seconds of playback: when it is complete */
    int32_t player; /* slot; GAME_NOBODY = nobody's */
    double worth;   /* the more, the better */
    char text[BEST_MOMENT_TEXT];
};

/* Fills at most `most` (up to BEST_MOMENTS_MAX) moments, the best ones, in the order of time, each
 * some seconds from the others. Returns their number. */
uint32_t best_moments_find(const struct event_list *events, struct best_moment *moments,
                           uint32_t most);

#endif
