#include "engine/quake3/effects/q3_local_limit.h"

#include <math.h>
#include <stdint.h>

#define BIRTH_MAX ((int64_t)1 << 50) /* ms; what is later or earlier counts as not known */
#define UNKNOWN (BIRTH_MAX + 1)

/* Server ms, or UNKNOWN. */
static int64_t birth_of(const struct rgb_entity *entity)
{
    const double ms = floor(entity->shader_time * 1000.0 + 0.5);
    return entity->shader_time != 0.0 && fabs(ms) < (double)BIRTH_MAX ? (int64_t)ms : UNKNOWN;
}

static size_t count_after(const struct rgb_scene *scene, size_t first, int64_t time)
{
    size_t count = 0;
    for (size_t i = first; i < scene->num_entities; i++) {
        count += birth_of(&scene->entities[i]) > time;
    }
    return count;
}

/* The least time after which at most Q3_LOCAL_ENTITIES were born. */
static int64_t find_cut(const struct rgb_scene *scene, size_t first)
{
    int64_t low = -BIRTH_MAX, high = UNKNOWN;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if (count_after(scene, first, middle) <= Q3_LOCAL_ENTITIES) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return high;
}

void q3_local_limit(struct rgb_scene *scene, size_t first)
{
    if (scene->num_entities - first <= Q3_LOCAL_ENTITIES) {
        return;
    }
    const int64_t cut = find_cut(scene, first);
    /* Of those born at `cut` the last ones for whom there is room. */
    const size_t room = Q3_LOCAL_ENTITIES - count_after(scene, first, cut);
    size_t at_cut = 0, kept = first;
    for (size_t i = first; i < scene->num_entities; i++) {
        at_cut += birth_of(&scene->entities[i]) == cut;
    }
    for (size_t i = first; i < scene->num_entities; i++) {
        const int64_t birth = birth_of(&scene->entities[i]);
        if (birth > cut || (birth == cut && at_cut-- <= room)) {
            scene->entities[kept++] = scene->entities[i];
        }
    }
    scene->num_entities = kept;
}
