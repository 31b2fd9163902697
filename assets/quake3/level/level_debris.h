/* How something small that is thrown falls through a level, bounces and comes to rest: shells of
 * cartridges, what is left of players.
 *
 * Source: the original's client game (cg_localents), as facts: gravity 800; at what it meets its
 * way is mirrored and slowed, and goes on from there at the end of the step in which that happened;
 * it rests on what looks up, once it would not rise by 40 units a second. The original steps once a
 * picture; here a step is 16 ms, so that the flight is a pure function of the level and the throw.
 * What moves in the level lets it through. */
#ifndef ASSETS_QUAKE3_LEVEL_LEVEL_DEBRIS_H
#define ASSETS_QUAKE3_LEVEL_LEVEL_DEBRIS_H

#include <stddef.h>
#include <stdint.h>

#include "assets/quake3/level.h"

enum { LEVEL_DEBRIS_ARCS = 48, LEVEL_DEBRIS_STEP = 16, LEVEL_DEBRIS_LIFE = 16384 };

struct level_launch {
    float origin[3], velocity[3]; /* units, units a second */
    float bounce;                 /* of its speed that is left after it, 0 .. 1 */
    int32_t life;                 /* ms it is asked for; LEVEL_DEBRIS_LIFE at most */
};

struct level_arc {           /* from one bounce to the next */
    int32_t start;           /* ms after the throw */
    float stop;              /* likewise: it meets something, and waits there for the next arc */
    float origin[3], end[3]; /* at start; where it stops */
    float velocity[3];       /* at start */
};

struct level_debris {
    int32_t rests;          /* ms: nothing moves any more from then on; INT32_MAX = never */
    int32_t gone;           /* ms: it fell where nothing may lie; INT32_MAX = never */
    int32_t bounced;        /* ms: at its first bounce; INT32_MAX = none */
    float mark[3], wall[3]; /* of that bounce: the place and the normal */
    uint32_t num_arcs;      /* at least 1; the last one's stop is where it rests, or its life */
    struct level_arc arcs[LEVEL_DEBRIS_ARCS];
};

/* A throw whose numbers are not finite or beyond all levels is gone at once. */
void level_debris_make(const struct q3_level *level, const struct level_launch *thrown,
                       struct level_debris *flight);

/* Where it is, so many ms after it was thrown. */
void level_debris_at(const struct level_debris *flight, float ms, float origin[3]);

/* Bytes of a flight that count: those of the arcs it has. */
size_t level_debris_size(const struct level_debris *flight);

#endif
