/* Cache of decal, debris-path and trace results, reused from frame to frame.
 *
 * Results equal those of level_decals.h, level_debris.h and level_trace.h: hits and misses change
 * only the time. LEVEL_CACHE_SLOTS results, 8-way set-associative, LRU in each set. Not
 * thread-safe. */
#ifndef ASSETS_QUAKE3_LEVEL_LEVEL_CACHE_H
#define ASSETS_QUAKE3_LEVEL_LEVEL_CACHE_H

#include "assets/quake3/level/level_debris.h"
#include "assets/quake3/level/level_decals.h"
#include "assets/quake3/level/level_trace.h"

enum { LEVEL_CACHE_SLOTS = 4096 };

struct level_cache;

struct level_ray { /* a point trace: mask = contents that stop it, unused = 0 */
    float from[3], to[3];
    uint32_t mask, unused;
};

struct level_cache *level_cache_create(void); /* NULL if out of memory */
void level_cache_destroy(struct level_cache *cache);

/* The result is valid until the next call with the same cache. Out of memory only means that it is
 * not stored. All levels must come from one store: their ids are part of the key. */
const struct level_decal_fragments *level_cache_decals(struct level_cache *cache,
                                                       const struct q3_level *level,
                                                       const struct level_decal *mark);
const struct level_debris *level_cache_debris(struct level_cache *cache,
                                              const struct q3_level *level,
                                              const struct level_launch *thrown);
const struct q3_trace *level_cache_trace(struct level_cache *cache, const struct q3_level *level,
                                         const struct level_ray *ray);

#endif
