#include "engine/quake3/effects/q3_shot_movers.h"

#include <string.h>

#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_state.h"

/* A Q3_EFFECT_MOVERS reuses members: reach is a bit set of the undisplaced models; client, other
 * and weapon are displaced models, and origin, origin2 and angles their displacements. */
static int32_t *moved_model(struct q3_effect *movers, int i)
{
    int32_t *const models[Q3_SHOT_MOVED] = {&movers->client, &movers->other, &movers->weapon};
    return models[i];
}

static float *moved_origin(struct q3_effect *movers, int i)
{
    float *const origins[Q3_SHOT_MOVED] = {movers->origin, movers->origin2, movers->angles};
    return origins[i];
}

static bool is_mover(const struct q3_entity_state *entity)
{
    const int32_t type = entity->fields[Q3_ES_E_TYPE], model = entity->fields[Q3_ES_MODELINDEX];
    return entity->fields[Q3_ES_SOLID] == Q3_SOLID_INLINE && type != Q3_ET_ITEM &&
           type != Q3_ET_PUSH_TRIGGER && type != Q3_ET_TELEPORT_TRIGGER && model > 0 &&
           model < Q3_SHOT_MODELS;
}

bool q3_shot_movers_note(const struct q3_state *c, const struct q3_effect *shot,
                         struct q3_effect *movers)
{
    const struct q3_snapshot *now = q3_state_snapshot(c);
    int moved = 0;
    bool any = false;
    *movers = (struct q3_effect){.kind = Q3_EFFECT_MOVERS,
                                 .time = shot->time,
                                 .end = shot->end,
                                 .seed = shot->seed,
                                 .entity = shot->entity};
    for (uint32_t i = 0; i < now->count; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&c->frames, now, i);
        const int32_t model = entity->fields[Q3_ES_MODELINDEX];
        float origin[3];
        if (!is_mover(entity)) {
            continue;
        }
        const struct q3_trajectory place = q3_trajectory_of_origin(entity);
        q3_trajectory_at(&place, now->server_time, origin);
        if (origin[0] == 0.0f && origin[1] == 0.0f && origin[2] == 0.0f) {
            movers->reach[model / 32] |= 1u << (model % 32);
            any = true;
        } else if (moved < Q3_SHOT_MOVED) {
            *moved_model(movers, moved) = model;
            memcpy(moved_origin(movers, moved++), origin, sizeof(origin));
            any = true;
        }
    }
    return any;
}

static const struct q3_effect *find_movers(const struct q3_effects *effects,
                                           const struct q3_effect *shot)
{
    for (uint32_t i = 0; i < effects->count; i++) {
        const struct q3_effect *effect = q3_effects_at(effects, i);
        if (effect->kind == Q3_EFFECT_MOVERS && effect->seed == shot->seed &&
            effect->time == shot->time && effect->entity == shot->entity) {
            return effect;
        }
    }
    return NULL;
}

uint32_t q3_shot_movers_of(const struct q3_effects *effects, const struct q3_effect *shot,
                           struct q3_shot_mover movers[Q3_SHOT_MOVERS])
{
    const struct q3_effect *noted = find_movers(effects, shot);
    uint32_t count = 0;
    if (!noted) {
        return 0;
    }
    struct q3_effect copy = *noted;
    for (int i = 0; i < Q3_SHOT_MOVED; i++) {
        if (*moved_model(&copy, i) > 0) {
            movers[count].model = (uint32_t)*moved_model(&copy, i);
            memcpy(movers[count++].origin, moved_origin(&copy, i), sizeof(movers->origin));
        }
    }
    for (uint32_t model = 0; model < Q3_SHOT_MODELS && count < Q3_SHOT_MOVERS; model++) {
        if ((copy.reach[model / 32] >> model % 32 & 1) != 0) {
            movers[count++] = (struct q3_shot_mover){.model = model};
        }
    }
    return count;
}
