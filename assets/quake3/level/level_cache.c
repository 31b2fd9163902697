#include "assets/quake3/level/level_cache.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/dmath.h"

enum { WAYS = 8, SETS = LEVEL_CACHE_SLOTS / WAYS, WORDS = 8 };

enum what { DECALS = 1, DEBRIS, TRACE };

/* The key: kind, level id, and the bytes of the decal, launch or ray. */
struct question {
    uint32_t what, level;
    uint32_t words[WORDS];
};

struct slot {
    struct question question; /* what 0: none */
    uint64_t asked;           /* when last, in questions */
    size_t size;
    void *answer; /* a fragments, debris or trace struct, cut to size */
};

struct level_cache {
    struct slot slots[SETS][WAYS];
    uint64_t questions;
    struct level_decal_fragments pieces; /* the results returned: */
    struct level_debris flight;
    struct q3_trace trace;
};

_Static_assert(sizeof(struct level_decal) == WORDS * 4, "a decal fills the words");
_Static_assert(sizeof(struct level_launch) == WORDS * 4, "a launch fills the words");
_Static_assert(sizeof(struct level_ray) == WORDS * 4, "a ray fills the words");

struct level_cache *level_cache_create(void)
{
    return calloc(1, sizeof(struct level_cache));
}

void level_cache_destroy(struct level_cache *cache)
{
    if (cache) {
        for (uint32_t i = 0; i < LEVEL_CACHE_SLOTS; i++) {
            free(cache->slots[i / WAYS][i % WAYS].answer);
        }
        free(cache);
    }
}

/* The slot with this key, or the least recently used one of its set, emptied (question.what is 0).
 */
static struct slot *look_up(struct level_cache *cache, const struct question *question)
{
    uint32_t hash = dmath_hash(question->what, question->level, 0);
    for (int i = 0; i < WORDS; i += 2) {
        hash = dmath_hash(hash, question->words[i], question->words[i + 1]);
    }
    struct slot *set = cache->slots[hash % SETS], *oldest = set;
    cache->questions++;
    for (int i = 0; i < WAYS; i++) {
        if (memcmp(&set[i].question, question, sizeof(*question)) == 0) {
            set[i].asked = cache->questions;
            return &set[i];
        }
        oldest = set[i].asked < oldest->asked ? &set[i] : oldest;
    }
    free(oldest->answer);
    *oldest = (struct slot){.asked = cache->questions};
    return oldest;
}

static void keep_answer(struct slot *slot, const struct question *question, const void *answer,
                        size_t size)
{
    slot->answer = malloc(size);
    if (slot->answer) {
        memcpy(slot->answer, answer, size);
        slot->size = size;
        slot->question = *question;
    }
}

const struct level_decal_fragments *level_cache_decals(struct level_cache *cache,
                                                       const struct q3_level *level,
                                                       const struct level_decal *mark)
{
    struct question question = {.what = DECALS, .level = level->id};
    memcpy(question.words, mark, sizeof(*mark));
    struct slot *slot = look_up(cache, &question);
    if (slot->question.what != 0) {
        memcpy(&cache->pieces, slot->answer, slot->size);
    } else {
        level_decals_find(level, mark, &cache->pieces);
        keep_answer(slot, &question, &cache->pieces, level_decals_size(&cache->pieces));
    }
    return &cache->pieces;
}

const struct level_debris *level_cache_debris(struct level_cache *cache,
                                              const struct q3_level *level,
                                              const struct level_launch *thrown)
{
    struct question question = {.what = DEBRIS, .level = level->id};
    memcpy(question.words, thrown, sizeof(*thrown));
    struct slot *slot = look_up(cache, &question);
    if (slot->question.what != 0) {
        memcpy(&cache->flight, slot->answer, slot->size);
    } else {
        level_debris_make(level, thrown, &cache->flight);
        keep_answer(slot, &question, &cache->flight, level_debris_size(&cache->flight));
    }
    return &cache->flight;
}

const struct q3_trace *level_cache_trace(struct level_cache *cache, const struct q3_level *level,
                                         const struct level_ray *ray)
{
    static const float no_size[3] = {0.0f, 0.0f, 0.0f};
    struct question question = {.what = TRACE, .level = level->id};
    memcpy(question.words, ray, sizeof(*ray));
    struct slot *slot = look_up(cache, &question);
    if (slot->question.what != 0) {
        memcpy(&cache->trace, slot->answer, slot->size);
    } else {
        level_trace(level, ray->from, ray->to, no_size, no_size, ray->mask, &cache->trace);
        keep_answer(slot, &question, &cache->trace, sizeof(cache->trace));
    }
    return &cache->trace;
}
