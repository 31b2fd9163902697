#include "engine/quake3/scene/level_fx/q3_shadow.h"

#include <string.h>

#include "assets/quake3/level/level_decals.h"
#include "assets/quake3/level/level_trace.h"
#include "engine/quake3/scene/level_fx/q3_decals.h"

#define SHADOW_REACH 128.0f
#define SHADOW_RADIUS 24.0f
#define FEET 24.0f
#define HEAD 32.0f
#define WAKE_HALF 32.0f

enum {
    PLAYER_CLIP = 0x10000,
    SHADOW_MASK = Q3_CONTENTS_SOLID | PLAYER_CLIP,
    LIQUID = Q3_CONTENTS_WATER | Q3_CONTENTS_SLIME | Q3_CONTENTS_LAVA
};

/* The level's moving parts, where they are now; how they are turned does not count. */
static void trace_movers(const struct q3_build *b, const float from[3], const float to[3],
                         const float mins[3], const float maxs[3], struct q3_trace *trace)
{
    const struct q3_interp *m = &b->interp;
    for (uint32_t i = 0; i < m->from->count; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&m->state->frames, m->from, i);
        const int32_t model = entity->fields[Q3_ES_MODELINDEX];
        if (entity->fields[Q3_ES_E_TYPE] != Q3_ET_MOVER || model <= 0 ||
            entity->fields[Q3_ES_SOLID] != Q3_SOLID_INLINE) {
            continue;
        }
        struct q3_trace met;
        struct q3_pose pose;
        float start[3], end[3];
        q3_interp_place(m, entity, &pose);
        for (int k = 0; k < 3; k++) {
            start[k] = from[k] - pose.origin[k];
            end[k] = to[k] - pose.origin[k];
        }
        q3_bsp_trace(&b->level->bsp, (uint32_t)model,
                     &(struct q3_trace_move){start, end, mins, maxs}, SHADOW_MASK, &met);
        if (met.fraction < trace->fraction || met.start_solid) {
            met.start_solid |= trace->start_solid;
            *trace = met;
        }
    }
    for (int k = 0; k < 3; k++) {
        trace->end[k] = from[k] + trace->fraction * (to[k] - from[k]);
    }
}

void q3_shadow_add(struct q3_build *b, const float origin[3], float yaw)
{
    static const float mins[3] = {-15.0f, -15.0f, 0.0f}, maxs[3] = {15.0f, 15.0f, 2.0f};
    const float to[3] = {origin[0], origin[1], origin[2] - SHADOW_REACH};
    struct q3_trace trace;
    if (b->options->no_effects || b->options->no_shadows || !b->level ||
        !q3_build_is_place(origin)) {
        return;
    }
    level_trace(b->level, origin, to, mins, maxs, SHADOW_MASK, &trace);
    trace_movers(b, origin, to, mins, maxs, &trace);
    if (trace.fraction >= 1.0f || trace.start_solid || trace.all_solid) {
        return;
    }
    const uint8_t dark = (uint8_t)(255.0f * (1.0f - trace.fraction));
    const uint8_t color[4] = {dark, dark, dark, 255};
    struct level_decal mark = {.radius = SHADOW_RADIUS, .turn = yaw};
    struct level_decal_fragments pieces;
    memcpy(mark.point, trace.end, sizeof(mark.point));
    memcpy(mark.normal, trace.normal, sizeof(mark.normal));
    level_decals_find(b->level, &mark, &pieces);
    q3_decals_put(b, "markShadow", &pieces, color);
}

void q3_wake_add(struct q3_build *b, const float origin[3])
{
    static const float no_size[3] = {0.0f, 0.0f, 0.0f};
    static const float corners[4][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    const float feet[3] = {origin[0], origin[1], origin[2] - FEET};
    const float head[3] = {origin[0], origin[1], origin[2] + HEAD};
    struct q3_trace trace;
    if (b->options->no_effects || b->options->no_shadows || !b->level ||
        !q3_build_is_place(origin)) {
        return;
    }
    const struct q3_bsp *bsp = &b->level->bsp;
    if (q3_bsp_point_contents(bsp, feet, LIQUID) == 0 ||
        q3_bsp_point_contents(bsp, head, LIQUID | Q3_CONTENTS_SOLID) != 0) {
        return;
    }
    q3_bsp_trace(bsp, 0, &(struct q3_trace_move){head, feet, no_size, no_size}, LIQUID, &trace);
    const struct material *material = q3_data_material(b->data, "wake", Q3_LIGHT_2D);
    struct rgb_point *points;
    if (trace.fraction >= 1.0f || !material || material->missing) {
        return;
    }
    struct rgb_poly *poly = rgb_scene_add_poly(b->scene, 4, &points);
    if (!poly) {
        return;
    }
    poly->material = material;
    for (int i = 0; i < 4; i++) {
        memcpy(points[i].st, corners[i], sizeof(points[i].st));
        points[i].xyz[0] = trace.end[0] + (2.0f * corners[i][0] - 1.0f) * WAKE_HALF;
        points[i].xyz[1] = trace.end[1] + (2.0f * corners[i][1] - 1.0f) * WAKE_HALF;
        points[i].xyz[2] = trace.end[2];
        memset(points[i].color, 255, sizeof(points[i].color));
    }
}
