/* Speeds of a player at the updates around a time, for a graph: before it and after it, as the demo
 * is known in both directions.
 *
 * A trace reads with a head of its own and remembers the last updates it read. What it returns
 * depends on the demo, the followed player, time and span alone. Main thread only. */
#ifndef ENGINE_PLAYBACK_GHOST_SPEED_TRACE_H
#define ENGINE_PLAYBACK_GHOST_SPEED_TRACE_H

#include "engine/playback/timeline.h"

enum { SPEED_TRACE_UPDATES = 1024 };

struct speed_sample {
    double time;  /* demo time, seconds */
    double speed; /* over the ground, units per second; negative = the player is not there */
};

struct speed_trace_entry {
    uint32_t update; /* + 1; 0 = free */
    float speed;
};

struct speed_trace {                                    /* start from {0} */
    struct timeline *head;                              /* owned; NULL until the first use */
    const void *of;                                     /* the timeline that the head belongs to */
    uint32_t follow;                                    /* whose speeds are remembered */
    struct speed_trace_entry kept[SPEED_TRACE_UPDATES]; /* by update modulo their number */
};

/* Horizontal speed, and that in all three directions. */
double speed_over_ground(const float velocity[3]);
double speed_in_all(const float velocity[3]);

/* The samples of the updates within `span` seconds of `time`, oldest first; of more than
 * SPEED_TRACE_UPDATES those around `time`. Updates that are not indexed yet are left out. Returns
 * their number, or FORMAT_MEMORY. */
int speed_trace_read(struct speed_trace *trace, const struct timeline *timeline, uint32_t follow,
                     double time, double span,
                     struct speed_sample samples[SPEED_TRACE_UPDATES]) MUST_CHECK;

/* Must be called before the timeline's demo is closed. */
void speed_trace_free(struct speed_trace *trace);

#endif
