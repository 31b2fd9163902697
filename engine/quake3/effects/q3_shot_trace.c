#include "engine/quake3/effects/q3_shot_trace.h"

#include <math.h>
#include <string.h>

#include "assets/quake3/level/level_trace.h"

static bool has_level(const struct q3_build *b)
{
    return b->level && !b->level->missing;
}

void q3_level_trace(const struct q3_build *b, const float from[3], const float to[3], uint32_t mask,
                    struct q3_trace *trace)
{
    static const float none[3] = {0.0f, 0.0f, 0.0f};
    if (has_level(b)) {
        level_trace(b->level, from, to, none, none, mask, trace);
    } else {
        *trace = (struct q3_trace){.fraction = 1.0f, .end = {to[0], to[1], to[2]}};
    }
}

uint32_t q3_level_contents(const struct q3_build *b, const float point[3], uint32_t mask)
{
    return has_level(b) ? q3_bsp_point_contents(&b->level->bsp, point, mask) : 0;
}

bool q3_trace_take_nearer(struct q3_trace *best, const struct q3_trace *other, const float from[3],
                          const float to[3])
{
    if (!(other->fraction < best->fraction)) {
        return false;
    }
    *best = *other;
    for (int i = 0; i < 3; i++) {
        best->end[i] = from[i] + best->fraction * (to[i] - from[i]);
    }
    return true;
}

/* False: the line's bounds are clear of the box. */
static bool comes_near(const float from[3], const float to[3], const float mins[3],
                       const float maxs[3])
{
    float in = 0.0f, out = 1.0f;
    for (int i = 0; i < 3; i++) {
        const float way = to[i] - from[i], low = mins[i] - 1.0f - from[i],
                    high = maxs[i] + 1.0f - from[i];
        if (way == 0.0f) {
            if (low > 0.0f || high < 0.0f) {
                return false;
            }
            continue;
        }
        in = fmaxf(in, fminf(low / way, high / way));
        out = fminf(out, fmaxf(low / way, high / way));
    }
    return in <= out;
}

void q3_submodel_trace(const struct q3_build *b, int32_t model, const float origin[3],
                       const float from[3], const float to[3], struct q3_trace *trace)
{
    static const float none[3] = {0.0f, 0.0f, 0.0f};
    float a[3], z[3];
    for (int i = 0; i < 3; i++) {
        a[i] = from[i] - origin[i];
        z[i] = to[i] - origin[i];
    }
    trace->fraction = 1.0f;
    if (has_level(b) && model > 0 && (uint32_t)model < b->level->bsp.num_models &&
        comes_near(a, z, b->level->bsp.models[model].mins, b->level->bsp.models[model].maxs)) {
        q3_bsp_trace(&b->level->bsp, (uint32_t)model, &(struct q3_trace_move){a, z, none, none},
                     Q3_MASK_SHOT, trace);
    }
}

void q3_box_trace(int32_t solid, const float origin[3], const float from[3], const float to[3],
                  struct q3_trace *trace)
{
    const float wide = (float)(solid & 255), below = (float)(solid >> 8 & 255),
                above = (float)((solid >> 16 & 255) - 32);
    const float low[3] = {-wide, -wide, -below}, high[3] = {wide, wide, above};
    float in = 0.0f, out = 1.0f;
    int side = -1;
    *trace = (struct q3_trace){.fraction = 1.0f};
    for (int i = 0; i < 3; i++) {
        const float way = to[i] - from[i], place = from[i] - origin[i];
        if (way == 0.0f) {
            if (place < low[i] || place > high[i]) {
                return;
            }
            continue;
        }
        const float a = (low[i] - place) / way, z = (high[i] - place) / way;
        if (fminf(a, z) > in) {
            in = fminf(a, z);
            side = i;
        }
        out = fminf(out, fmaxf(a, z));
    }
    if (in <= out && side >= 0) {
        trace->fraction = in;
        trace->normal[side] = to[side] > from[side] ? -1.0f : 1.0f;
    }
}

int32_t q3_shot_trace(const struct q3_build *b, const float from[3], const float to[3],
                      int32_t shooter, struct q3_trace *trace)
{
    const struct q3_interp *m = &b->interp;
    int32_t met = Q3_NOBODY;
    q3_level_trace(b, from, to, Q3_MASK_SHOT, trace);
    for (uint32_t i = 0; i < m->from->count; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&m->state->frames, m->from, i);
        const int32_t *f = entity->fields, type = f[Q3_ES_E_TYPE];
        struct q3_trace other;
        struct q3_pose pose;
        if (f[Q3_ES_SOLID] == 0 || entity->number == shooter || type == Q3_ET_ITEM ||
            type == Q3_ET_PUSH_TRIGGER || type == Q3_ET_TELEPORT_TRIGGER ||
            type > m->game->event_entity) {
            continue;
        }
        q3_interp_place(m, entity, &pose);
        if (f[Q3_ES_SOLID] == Q3_SOLID_INLINE) {
            q3_submodel_trace(b, f[Q3_ES_MODELINDEX], pose.origin, from, to, &other);
        } else {
            q3_box_trace(f[Q3_ES_SOLID], pose.origin, from, to, &other);
        }
        if (q3_trace_take_nearer(trace, &other, from, to)) {
            met = entity->number;
        }
    }
    return met;
}
