/* What was found out about marks, flights and shots in levels, kept so that the next picture need
 * not find it again.
 *
 * What is answered is always what level_decals.h, level_debris.h and level_trace.h say: what is
 * kept or forgotten decides nothing but time. Bounded: of what is asked at most LEVEL_CACHE_SLOTS
 * answers stay, those that were asked last. Not thread-safe. */
#ifndef ASSETS_QUAKE3_LEVEL_LEVEL_CACHE_H
#define ASSETS_QUAKE3_LEVEL_LEVEL_CACHE_H

#include "assets/quake3/level/level_debris.h"
#include "assets/quake3/level/level_decals.h"
#include "assets/quake3/level/level_trace.h"

enum { LEVEL_CACHE_SLOTS = 4096 };

struct level_cache;

struct level_ray { /* the way of a point, and the contents that stop it */
    float from[3], to[3];
    uint32_t mask, unused;
};

struct level_cache *level_cache_create(void); /* NULL without memory */
void level_cache_destroy(struct level_cache *cache);

/* The answer is good until the next question. It is found anew each time where there is no memory
 * to keep it. Levels of one store. */
const struct level_decal_fragments *level_cache_decals(struct level_cache *cache,
                                                       const struct q3_level *level,
                                                       const struct level_decal *mark);
const struct level_debris *level_cache_debris(struct level_cache *cache,
                                              const struct q3_level *level,
                                              const struct level_launch *thrown);
const struct q3_trace *level_cache_trace(struct level_cache *cache, const struct q3_level *level,
                                         const struct level_ray *ray);

#endif
