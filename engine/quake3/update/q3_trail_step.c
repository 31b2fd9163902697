#include "engine/quake3/update/q3_trail_step.h"

#include <string.h>

static bool same_path(const struct q3_trajectory *a, const struct q3_trajectory *b)
{
    return a->type == b->type && a->time == b->time && a->duration == b->duration &&
           a->gravity == b->gravity && memcmp(a->base, b->base, sizeof(a->base)) == 0 &&
           memcmp(a->delta, b->delta, sizeof(a->delta)) == 0;
}

static bool flies_on(const struct q3_trail *trail, const struct q3_entity_state *entity)
{
    if (!entity || entity->fields[Q3_ES_E_TYPE] != Q3_ET_MISSILE ||
        entity->fields[Q3_ES_WEAPON] != trail->weapon) {
        return false;
    }
    const struct q3_trajectory path = q3_trajectory_of_origin(entity);
    return same_path(&path, &trail->path);
}

/* True if no puff of an ended trail is visible at `time`, the previous snapshot's: the next frame
 * may be there. */
static bool is_over(const struct q3_trail *trail, int32_t time)
{
    return trail->to != Q3_TRAIL_FLIES && (int64_t)trail->to + q3_trail_life(trail->weapon) <= time;
}

void q3_trails_step(struct q3_state *c)
{
    const int32_t time = q3_state_missile_time(c);
    struct q3_trails *trails = &c->trails;
    const struct q3_snapshot *now = q3_state_snapshot(c), *before = q3_state_previous(c);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < trails->count; i++) {
        struct q3_trail *trail = &trails->at[(trails->first + i) % Q3_TRAILS];
        if (trail->to == Q3_TRAIL_FLIES &&
            !flies_on(trail, q3_frames_entity_of(&c->frames, now, (uint32_t)trail->entity))) {
            trail->to = time;
        }
        if (is_over(trail, before ? before->server_time : now->server_time)) {
            continue;
        }
        struct q3_trail *to = &trails->at[(trails->first + kept++) % Q3_TRAILS];
        if (to != trail) {
            *to = *trail;
        }
    }
    trails->count = kept;
}

void q3_trails_track(struct q3_state *c, const struct q3_entity_state *entity)
{
    const int32_t time = q3_state_missile_time(c);
    struct q3_trail trail = {
        .entity = entity->number,
        .weapon = entity->fields[Q3_ES_WEAPON],
        .owner = c->version_mod == Q3_MOD_OPENARENA ? entity->fields[Q3_ES_OTHER_ENTITY_NUM] : -1,
        .from = time,
        .to = Q3_TRAIL_FLIES,
        .path = q3_trajectory_of_origin(entity),
    };
    if (q3_trail_life(trail.weapon) == 0 || trail.path.type == Q3_TR_STATIONARY) {
        return;
    }
    for (uint32_t i = c->trails.count; i-- > 0;) {
        const struct q3_trail *last = q3_trails_at(&c->trails, i);
        if (last->entity == trail.entity && last->weapon == trail.weapon) {
            if (last->to == Q3_TRAIL_FLIES) {
                return;
            }
            if (last->to == time && time > INT32_MIN) {
                trail.from--; /* a bounce: the new trail continues the old one without a gap */
            }
            break;
        }
    }
    q3_trails_add(&c->trails, &trail);
}
