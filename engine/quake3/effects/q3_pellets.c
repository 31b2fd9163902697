#include "engine/quake3/effects/q3_pellets.h"

#include <string.h>

#include "assets/quake3/level/level_cache.h"
#include "engine/quake3/effects/q3_shot_movers.h"
#include "engine/quake3/effects/q3_shot_trace.h"
#include "engine/quake3/effects/q3_shotgun.h"
#include "formats/base/vec.h"

static void set_pellet_end(const struct q3_effect *effect, const float ray[3], float fraction,
                           struct q3_pellet *pellet)
{
    for (int k = 0; k < 3; k++) {
        pellet->point[k] = effect->origin[k] + ray[k] * fraction;
        pellet->normal[k] = -ray[k];
    }
    (void)vec_normalize(pellet->normal);
}

/* Movers at the time of a shot. */
struct shot_doors {
    uint32_t count;
    struct q3_shot_mover movers[Q3_SHOT_MOVERS];
};

/* Traces a pellet against the level and the movers of its shot. */
static struct q3_trace trace_level(struct q3_build *b, const float from[3], const float ray[3],
                                   const struct shot_doors *doors)
{
    struct level_ray way = {.mask = Q3_MASK_SHOT};
    for (int k = 0; k < 3; k++) {
        way.from[k] = from[k];
        way.to[k] = from[k] + ray[k];
    }
    if (!b->level || b->level->missing) {
        return (struct q3_trace){.fraction = 1.0f};
    }
    struct q3_trace trace = *level_cache_trace(q3_data_level_cache(b->data), b->level, &way);
    for (uint32_t i = 0; i < doors->count; i++) {
        const struct q3_shot_mover *mover = &doors->movers[i];
        struct q3_trace other;
        q3_submodel_trace(b, (int32_t)mover->model, mover->origin, way.from, way.to, &other);
        (void)q3_trace_take_nearer(&trace, &other, way.from, way.to);
    }
    return trace;
}

static void find_pellet(struct q3_build *b, const struct q3_effect *effect, const float ray[3],
                        uint32_t reach, const struct shot_doors *doors, struct q3_pellet *pellet)
{
    const struct q3_trace trace = trace_level(b, effect->origin, ray, doors);
    const float length = vec_length(ray);
    *pellet = (struct q3_pellet){.meets = Q3_PELLET_NOTHING};
    if (reach != 0 && (float)reach < trace.fraction * length) {
        pellet->meets = Q3_PELLET_FLESH;
        set_pellet_end(effect, ray, (float)reach / length, pellet);
        return;
    }
    set_pellet_end(effect, ray, trace.fraction, pellet);
    if (trace.fraction < 1.0f && !trace.start_solid &&
        (trace.surface_flags & Q3_SURF_NO_IMPACT) == 0) {
        pellet->meets = Q3_PELLET_WALL;
        memcpy(pellet->normal, trace.normal, sizeof(pellet->normal));
    }
}

uint32_t q3_pellets_find(struct q3_build *b, const struct q3_effect *effect,
                         struct q3_pellet pellets[Q3_PELLETS])
{
    float rays[Q3_PELLETS][3];
    struct shot_doors doors;
    if (!q3_build_is_place(effect->origin)) {
        return 0;
    }
    const uint32_t count = q3_shotgun_rays(q3_shotgun_of(b->interp.state, b->interp.game),
                                           effect->origin2, effect->parm, rays);
    doors.count = q3_shot_movers_of(&b->interp.state->effects, effect, doors.movers);
    for (uint32_t i = 0; i < count; i++) {
        find_pellet(b, effect, rays[i], q3_effect_reach(effect, i), &doors, &pellets[i]);
    }
    return count;
}
