/* Path of thrown debris (shell casings, gibs) through a level: falls, bounces, rests.
 *
 * Source: the original client game (cg_localents), as facts: gravity 800; an impact mirrors and
 * scales the velocity, and the next arc starts at the end of the step of the impact; debris rests
 * on a surface that faces up once it would rise at less than 40 units per second. The original
 * steps once per frame. Here a step is 16 ms, so that the path is a pure function of level and
 * launch. Movers do not stop debris. */
#ifndef ASSETS_QUAKE3_LEVEL_LEVEL_DEBRIS_H
#define ASSETS_QUAKE3_LEVEL_LEVEL_DEBRIS_H

#include <stddef.h>
#include <stdint.h>

#include "assets/quake3/level.h"

enum { LEVEL_DEBRIS_ARCS = 48, LEVEL_DEBRIS_STEP = 16, LEVEL_DEBRIS_LIFE = 16384 };

struct level_launch {
    float origin[3], velocity[3]; /* units, units per second */
    float bounce;                 /* fraction of the speed left after an impact, 0..1 */
    int32_t life;                 /* ms, at most LEVEL_DEBRIS_LIFE */
};

struct level_arc {           /* from one bounce to the next */
    int32_t start;           /* ms since the launch */
    float stop;              /* ms since the launch: impact; it stays there until the next arc */
    float origin[3], end[3]; /* at start; where it stops */
    float velocity[3];       /* at start */
};

struct level_debris {
    int32_t rests;          /* ms since the launch: at rest; INT32_MAX = never */
    int32_t gone;           /* ms since the launch: removed (CONTENTS_NODROP); INT32_MAX = never */
    int32_t bounced;        /* ms since the launch: first bounce; INT32_MAX = none */
    float mark[3], wall[3]; /* position and normal of the first bounce */
    uint32_t num_arcs;      /* at least 1; the last stop is the rest or the life */
    struct level_arc arcs[LEVEL_DEBRIS_ARCS];
};

/* A launch with numbers that are not finite or out of range is removed at once (gone = 0). */
void level_debris_make(const struct q3_level *level, const struct level_launch *thrown,
                       struct level_debris *flight);

/* Position at ms since the launch. */
void level_debris_at(const struct level_debris *flight, float ms, float origin[3]);

/* Bytes in use: up to the last arc. */
size_t level_debris_size(const struct level_debris *flight);

#endif
