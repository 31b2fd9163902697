#include "engine/quake3/scene/contact/q3_pellets.h"

#include <string.h>

#include "assets/quake3/level/level_memo.h"
#include "engine/quake3/effects/q3_shotgun.h"
#include "formats/base/vec.h"

static void place(const struct q3_effect *effect, const float ray[3], float fraction,
                  struct q3_pellet *pellet)
{
    for (int k = 0; k < 3; k++) {
        pellet->point[k] = effect->origin[k] + ray[k] * fraction;
        pellet->normal[k] = -ray[k];
    }
    vec_normalize(pellet->normal);
}

/* False: nothing is met that shows it. */
static bool find(struct q3_build *b, const struct q3_effect *effect, const float ray[3],
                 uint32_t reach, struct q3_pellet *pellet)
{
    struct level_ray way = {.mask = Q3_CONTENTS_SOLID};
    for (int k = 0; k < 3; k++) {
        way.from[k] = effect->origin[k];
        way.to[k] = effect->origin[k] + ray[k];
    }
    const float length = vec_length(ray);
    const struct q3_trace *trace = level_memo_ray(q3_data_memo(b->data), b->level, &way);
    *pellet = (struct q3_pellet){.flesh = reach != 0 && (float)reach < trace->fraction * length};
    if (pellet->flesh) {
        place(effect, ray, (float)reach / length, pellet);
    } else if (trace->fraction >= 1.0f || trace->start_solid ||
               (trace->surface_flags & Q3_SURF_NO_IMPACT) != 0) {
        return false;
    } else {
        place(effect, ray, trace->fraction, pellet);
        memcpy(pellet->normal, trace->normal, sizeof(pellet->normal));
    }
    return true;
}

uint32_t q3_pellets_find(struct q3_build *b, const struct q3_effect *effect,
                         struct q3_pellet pellets[Q3_PELLETS])
{
    float rays[Q3_PELLETS][3];
    uint32_t found = 0;
    if (!b->level || !q3_build_is_place(effect->origin)) {
        return 0;
    }
    const uint32_t count = q3_shotgun_rays(q3_shotgun_of(b->moment.state, b->moment.game),
                                           effect->origin2, effect->parm, rays);
    for (uint32_t i = 0; i < count; i++) {
        found += find(b, effect, rays[i], q3_effect_reach(effect, i), &pellets[found]);
    }
    return found;
}
