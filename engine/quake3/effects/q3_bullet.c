#include "engine/quake3/effects/q3_bullet.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/effects/q3_explosion.h"
#include "engine/quake3/effects/q3_impact.h"
#include "engine/quake3/effects/q3_pellets.h"
#include "engine/quake3/effects/q3_shot_trace.h"
#include "engine/quake3/effects/q3_sprite_fx.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"

#define TRACER_CHANCE 0.4f
#define TRACER_LENGTH 100.0f
#define TRACER_FIRST 50.0f
#define TRACER_SPARE 60.0f
#define TRACER_HALF_WIDTH 1.0f
#define BUBBLE_SPACING 32.0f

enum { TRACER_LIFE = 20, SHOWS = 1250, SMOKE_LIFE = 900, BLOOD_AND_FIRE = 664 };

enum { SALT_TRACER = 0x100, SALT_PLACE, SALT_BUBBLES, SALT_PELLET = 0x200, SALT_SMOKE = 0x300 };

static const uint8_t no_color[4] = {0, 0, 0, 0};

/* --- in flight ------------------------------------------------------------------------------- */

bool q3_tracer_span(const struct q3_effect *effect, float length, float span[2])
{
    if (length < TRACER_LENGTH || q3_effect_unit(effect, SALT_TRACER) >= TRACER_CHANCE) {
        return false;
    }
    span[0] = TRACER_FIRST + q3_effect_unit(effect, SALT_PLACE) * (length - TRACER_SPARE);
    span[1] = fminf(span[0] + TRACER_LENGTH, length);
    return true;
}

/* A quad along the line, turned to the camera. */
static void add_tracer(struct q3_build *b, const struct q3_effect *effect, const float from[3],
                       const float to[3])
{
    static const float st[4][2] = {{0, 1}, {1, 0}, {1, 1}, {0, 0}};
    float way[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]}, span[2], side[3];
    const float length = vec_normalize(way);
    if (q3_effect_age(effect, b->interp.time) > TRACER_LIFE ||
        !q3_tracer_span(effect, length, span)) {
        return;
    }
    const float(*axis)[3] = (const float(*)[3])b->scene->axis;
    const float across = vec_dot(way, axis[1]), above = vec_dot(way, axis[2]);
    for (int i = 0; i < 3; i++) {
        side[i] = axis[1][i] * above - axis[2][i] * across;
    }
    const struct material *material = q3_effect_material(b, "gfx/misc/tracer");
    struct rgb_point *points;
    struct rgb_poly *poly =
        vec_normalize(side) > 0.0f && material ? rgb_scene_add_poly(b->scene, 4, &points) : NULL;
    if (!poly) {
        return;
    }
    poly->material = material;
    for (int corner = 0; corner < 4; corner++) {
        const float along = corner < 2 ? span[1] : span[0];
        const float off = corner == 0 || corner == 3 ? TRACER_HALF_WIDTH : -TRACER_HALF_WIDTH;
        for (int i = 0; i < 3; i++) {
            points[corner].xyz[i] = from[i] + along * way[i] + off * side[i];
        }
        memcpy(points[corner].st, st[corner], sizeof(st[corner]));
        memset(points[corner].color, 255, 4);
    }
}

/* Bubbles on the part of the path under water. */
static void add_bubbles(struct q3_build *b, const float from[3], const float to[3], double time,
                        uint32_t seed)
{
    const bool starts = q3_level_contents(b, from, Q3_CONTENTS_WATER) != 0;
    const bool ends = q3_level_contents(b, to, Q3_CONTENTS_WATER) != 0;
    struct q3_trace trace;
    if (starts && ends) {
        q3_bubbles_add(b, from, to, BUBBLE_SPACING, time, seed);
    } else if (starts) {
        q3_level_trace(b, to, from, Q3_MASK_WATER, &trace);
        q3_bubbles_add(b, from, trace.end, BUBBLE_SPACING, time, seed);
    } else if (ends) {
        q3_level_trace(b, from, to, Q3_MASK_WATER, &trace);
        q3_bubbles_add(b, trace.end, to, BUBBLE_SPACING, time, seed);
    }
}

void q3_bullet_add(struct q3_build *b, const struct q3_effect *effect)
{
    const double age = q3_effect_age(effect, b->interp.time);
    float normal[3];
    if (age < 0.0 || age >= SHOWS || !q3_build_is_place(effect->origin)) {
        return;
    }
    if ((effect->flags & Q3_EFFECT_MUZZLE) != 0) {
        add_bubbles(b, effect->origin2, effect->origin, effect->time,
                    q3_effect_random(effect, SALT_BUBBLES));
        add_tracer(b, effect, effect->origin2, effect->origin);
    }
    if (effect->kind == Q3_EFFECT_BULLET_FLESH) {
        q3_blood_add(b, effect->origin, effect->parm, effect->time, effect->seed);
    } else {
        q3_direction_of(effect->parm, normal);
        q3_explosion_add(b, q3_impact_of(b->interp.mod, Q3_WEAPON_MACHINEGUN), effect->origin,
                         normal, no_color, effect->time, effect->seed);
    }
}

/* --- pellets ---------------------------------------------------------------------------------- */

static void add_smoke(struct q3_build *b, const struct q3_effect *effect)
{
    struct q3_sprite_fx smoke = {
        .kind = q3_smoke_kind(b),
        .keeps_size = true,
        .velocity = {0.0f, 0.0f, 8.0f},
        .radius = 32.0f,
        .alpha = 0.33f,
        .color = {255, 255, 255},
        .rotation = 360.0f * q3_effect_unit(effect, SALT_SMOKE),
        .start = effect->time,
        .end = effect->time + (double)SMOKE_LIFE,
    };
    float way[3];
    for (int i = 0; i < 3; i++) {
        way[i] = effect->origin2[i] - effect->origin[i];
    }
    if (vec_normalize(way) == 0.0f || !q3_build_is_place(effect->origin2) ||
        q3_level_contents(b, effect->origin, Q3_CONTENTS_WATER) != 0) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        smoke.origin[i] = effect->origin[i] + 32.0f * way[i];
    }
    q3_sprite_fx_add(b, &smoke, q3_effect_material(b, "shotgunSmokePuff"));
}

void q3_shotgun_add(struct q3_build *b, const struct q3_effect *effect)
{
    const double age = q3_effect_age(effect, b->interp.time);
    struct q3_pellet pellets[Q3_PELLETS];
    if (age < 0.0 || age >= SHOWS || !q3_build_is_place(effect->origin)) {
        return;
    }
    const uint32_t count = q3_pellets_find(b, effect, pellets);
    add_smoke(b, effect);
    for (uint32_t i = 0; i < count; i++) {
        const struct q3_pellet *pellet = &pellets[i];
        const uint32_t seed = q3_effect_random(effect, SALT_PELLET + i);
        add_bubbles(b, effect->origin, pellet->point, effect->time, seed);
        if (age >= BLOOD_AND_FIRE) {
            continue;
        }
        if (pellet->meets == Q3_PELLET_FLESH) {
            q3_blood_add(b, pellet->point, -1, effect->time, seed);
        } else if (pellet->meets == Q3_PELLET_WALL) {
            q3_explosion_add(b, q3_impact_of(b->interp.mod, Q3_WEAPON_SHOTGUN), pellet->point,
                             pellet->normal, no_color, effect->time, seed);
        }
    }
}
