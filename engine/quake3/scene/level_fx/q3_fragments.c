#include "engine/quake3/scene/level_fx/q3_fragments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "assets/quake3/level/level_cache.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "formats/base/vec.h"

enum {
    SINK_TIME = 1000, /* ms at the end of a life */
    SHELLS = 2,       /* most shells per shot */
    PUFF_STEP = 150,  /* ms of the server's clock */
    PUFF_TIME = 2000,
    STAIN_RADIUS = 16
};

#define SINK_DEPTH 16.0f
#define PUFF_RADIUS 20.0f
#define PUFF_FALL 40.0f

/* One shell or gib. */
struct fragment {
    const struct q3_effect *effect;
    uint32_t salt; /* first of Q3_GIB_SALTS seeds */
    const char *model;
    int32_t start;   /* ms of the server */
    int32_t life;    /* ms */
    int32_t earlier; /* ms that its flight began before that */
    bool bleeds;
    float angles[3], turns[3]; /* degrees; degrees per second, while it flies */
    struct level_launch thrown;
};

static uint32_t pick_random(const struct fragment *f, uint32_t use)
{
    return q3_effect_random(f->effect, f->salt + use);
}

static float pick_unit(const struct fragment *f, uint32_t use)
{
    return q3_effect_unit(f->effect, f->salt + use);
}

static float both_ways(const struct fragment *f, uint32_t use)
{
    return q3_effect_both_ways(f->effect, f->salt + use);
}

/* --- shells ----------------------------------------------------------------------------------- */

static float in_water(const struct q3_build *b, const float origin[3])
{
    return q3_bsp_point_contents(&b->level->bsp, origin, Q3_CONTENTS_WATER) != 0 ? 0.1f : 1.0f;
}

/* Sets start and velocity, given along the shooter's axes. */
static void eject_fragment(const struct q3_build *b, struct fragment *f, const float offset[3],
                           const float speed[3], float bounce, bool slower_bounce)
{
    float axis[3][3];
    rgb_axis_of_angles(f->effect->angles, axis);
    for (int i = 0; i < 3; i++) {
        f->thrown.origin[i] = f->effect->origin[i] + offset[0] * axis[0][i] +
                              offset[1] * axis[1][i] + offset[2] * axis[2][i];
    }
    const float water = in_water(b, f->thrown.origin);
    for (int i = 0; i < 3; i++) {
        f->thrown.velocity[i] =
            water * (speed[0] * axis[0][i] + speed[1] * axis[1][i] + speed[2] * axis[2][i]);
        f->angles[i] = (float)(pick_random(f, Q3_GIB_ANGLES + (uint32_t)i) % 32);
    }
    f->thrown.bounce = slower_bounce ? bounce * water : bounce;
}

static uint32_t eject_bullet(const struct q3_build *b, const struct q3_effect *effect,
                             struct fragment *f)
{
    static const float offset[3] = {8.0f, -4.0f, 24.0f};
    *f = (struct fragment){.effect = effect, .model = "models/weapons2/shells/m_shell.md3"};
    const float speed[3] = {0.0f, -50.0f + 40.0f * both_ways(f, Q3_GIB_LEFT),
                            100.0f + 50.0f * both_ways(f, Q3_GIB_UP)};
    f->start = effect->time;
    f->life = 2500 + (int32_t)(625.0f * pick_unit(f, Q3_GIB_LIFE));
    f->earlier = (int32_t)(pick_random(f, Q3_GIB_EARLIER) % 16);
    f->turns[0] = 2.0f;
    f->turns[1] = 1.0f;
    eject_fragment(b, f, offset, speed, 0.4f, true);
    return 1;
}

static uint32_t eject_cartridges(const struct q3_build *b, const struct q3_effect *effect,
                                 struct fragment *list)
{
    static const float offset[3] = {8.0f, 0.0f, 24.0f};
    for (uint32_t i = 0; i < SHELLS; i++) {
        struct fragment *f = &list[i];
        *f = (struct fragment){.effect = effect,
                               .salt = i * Q3_GIB_SALTS,
                               .model = "models/weapons2/shells/s_shell.md3"};
        const float speed[3] = {60.0f + 60.0f * both_ways(f, Q3_GIB_FORWARD),
                                (i == 0 ? 40.0f : -40.0f) + 10.0f * both_ways(f, Q3_GIB_LEFT),
                                100.0f + 50.0f * both_ways(f, Q3_GIB_UP)};
        f->start = effect->time;
        f->life = 7500 + (int32_t)(2500.0f * pick_unit(f, Q3_GIB_LIFE));
        f->turns[0] = 1.0f;
        f->turns[1] = 0.5f;
        eject_fragment(b, f, offset, speed, 0.3f, false);
    }
    return SHELLS;
}

static uint32_t eject_shells(const struct q3_build *b, const struct q3_effect *effect,
                             struct fragment *list)
{
    switch (effect->weapon) {
    case Q3_WEAPON_MACHINEGUN:
    case Q3_WEAPON_CHAINGUN:
    case Q3_WEAPON_HEAVY:
        return eject_bullet(b, effect, list);
    case Q3_WEAPON_SHOTGUN:
        return eject_cartridges(b, effect, list);
    default:
        return 0;
    }
}

/* --- gibs ------------------------------------------------------------------------------------- */

static uint32_t throw_gibs(const struct q3_effect *effect, struct fragment *list)
{
    struct q3_gib gibs[Q3_GIBS];
    q3_gibs_of(effect, gibs);
    for (uint32_t i = 0; i < Q3_GIBS; i++) {
        struct fragment *f = &list[i];
        *f = (struct fragment){.effect = effect,
                               .salt = gibs[i].salt,
                               .model = gibs[i].model,
                               .start = gibs[i].start,
                               .life = gibs[i].life,
                               .bleeds = true,
                               .thrown = {.bounce = 0.6f}};
        memcpy(f->thrown.velocity, gibs[i].velocity, sizeof(f->thrown.velocity));
        memcpy(f->thrown.origin, effect->origin, sizeof(f->thrown.origin));
    }
    return Q3_GIBS;
}

/* --- of any kind ------------------------------------------------------------------------------ */

static uint32_t fragments_of(const struct q3_build *b, const struct q3_effect *effect,
                             struct fragment list[Q3_GIBS])
{
    switch ((enum q3_effect_kind)effect->kind) {
    case Q3_EFFECT_FIRE:
        return q3_build_is_place(effect->origin) && q3_build_is_place(effect->angles)
                   ? eject_shells(b, effect, list)
                   : 0;
    case Q3_EFFECT_GIB:
    case Q3_EFFECT_JUICED:
        return q3_build_is_place(effect->origin) ? throw_gibs(effect, list) : 0;
    default:
        return 0;
    }
}

static const struct level_debris *find_flight(struct q3_build *b, struct fragment *f)
{
    f->thrown.life = f->life + f->earlier;
    return level_cache_debris(q3_data_level_cache(b->data), b->level, &f->thrown);
}

uint32_t q3_fragments_stains(struct q3_build *b, const struct q3_effect *effect,
                             struct q3_stain stains[Q3_GIBS])
{
    struct fragment list[Q3_GIBS];
    const uint32_t count = fragments_of(b, effect, list);
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct fragment *f = &list[i];
        const struct level_debris *flight = f->bleeds ? find_flight(b, &list[i]) : NULL;
        if (!flight || flight->bounced >= f->life || f->start > INT32_MAX - flight->bounced) {
            continue;
        }
        struct q3_stain *stain = &stains[found++];
        stain->time = f->start + flight->bounced;
        stain->at.radius = (float)(STAIN_RADIUS + pick_random(f, Q3_GIB_RADIUS) % 32);
        stain->at.turn = 360.0f * pick_unit(f, Q3_GIB_TURN);
        memcpy(stain->at.point, flight->mark, sizeof(stain->at.point));
        memcpy(stain->at.normal, flight->wall, sizeof(stain->at.normal));
    }
    return found;
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* One puff of blood, at the k-th step of the server's clock; false: it does not show. */
static bool add_puff(struct q3_build *b, const struct fragment *f,
                     const struct level_debris *flight, int64_t k)
{
    const struct material *material = q3_data_material(b->data, "bloodTrail", Q3_LIGHT_2D);
    const double began = (double)(k * PUFF_STEP);
    const float left = (float)(1.0 - (b->interp.time - began) / PUFF_TIME);
    float origin[3];
    level_debris_at(flight, (float)(began - f->start), origin);
    origin[2] -= (1.0f - left) * PUFF_FALL;
    if (!material || material->missing || vec_distance(origin, b->view.origin) < PUFF_RADIUS ||
        !q3_build_is_place(origin)) {
        return false;
    }
    struct rgb_entity *puff = rgb_scene_add_entity(b->scene);
    if (!puff) {
        return false;
    }
    puff->kind = RGB_SPRITE;
    puff->material = material;
    puff->radius = PUFF_RADIUS * (1.0f - left) + 16.0f;
    puff->rotation = 360.0f * pick_unit(f, Q3_GIB_PUFF + (uint32_t)(k & 0xff));
    puff->color[3] = (uint8_t)(255.0f * left);
    puff->shader_time = began / 1000.0;
    memcpy(puff->origin, origin, sizeof(puff->origin));
    return true;
}

/* Adds smoke or blood puffs at regular server times while it flies. Returns the number added. */
static uint32_t add_trail(struct q3_build *b, const struct fragment *f,
                          const struct level_debris *flight, uint32_t most)
{
    const double until = fmin(b->interp.time, (double)f->start + flight->rests);
    const double since = fmax(b->interp.time - PUFF_TIME, f->start);
    uint32_t added = 0;
    for (int64_t k = (int64_t)floor(since / PUFF_STEP) + 1;
         (double)(k * PUFF_STEP) <= until && added < most; k++) {
        added += add_puff(b, f, flight, k);
    }
    return added;
}

static void add_fragment(struct q3_build *b, const struct fragment *f,
                         const struct level_debris *flight)
{
    const double age = b->interp.time - f->start;
    const float flown = (float)fmin(age, flight->rests);
    const float left = (float)(f->life - age);
    float origin[3], angles[3], axis[3][3];
    level_debris_at(flight, (float)age + (float)f->earlier, origin);
    for (int i = 0; i < 3; i++) {
        angles[i] = f->angles[i] + f->turns[i] * flown * 0.001f;
    }
    rgb_axis_of_angles(angles, axis);
    const struct q3_model *model = q3_build_model(b, f->model);
    const bool sinks = age >= flight->rests && left < SINK_TIME;
    float place[3] = {origin[0], origin[1], origin[2]};
    place[2] -= sinks ? SINK_DEPTH * (1.0f - left / SINK_TIME) : 0.0f;
    struct rgb_entity *entity = model && !model->missing
                                    ? q3_build_add_model(b, model, place, (const float(*)[3])axis)
                                    : NULL;
    if (entity && sinks) { /* lit as it lay, not as in the ground */
        entity->flags |= RGB_OWN_LIGHT_PLACE;
        memcpy(entity->light_origin, origin, sizeof(entity->light_origin));
    }
}

/* Adds a fragment and its trail. puffs: number still allowed. */
static void show_fragment(struct q3_build *b, struct fragment *f, uint32_t *puffs)
{
    const double age = b->interp.time - f->start;
    if (age < 0.0 || (age >= f->life && !(f->bleeds && age < f->life + PUFF_TIME))) {
        return;
    }
    const struct level_debris *flight = find_flight(b, f);
    const double gone = fmin(f->life, flight->gone);
    if (age < gone) {
        add_fragment(b, f, flight);
    }
    if (f->bleeds) {
        *puffs -= add_trail(b, f, flight, *puffs);
    }
}

/* Number of fragments the effect may have at `time`; used to find the oldest one to draw. */
static uint32_t fragments_at(const struct q3_effect *effect, double time)
{
    const double age = q3_effect_age(effect, time);
    if (age < 0.0 || time >= effect->end) {
        return 0;
    }
    return effect->kind == Q3_EFFECT_FIRE                                      ? SHELLS
           : effect->kind == Q3_EFFECT_GIB || effect->kind == Q3_EFFECT_JUICED ? Q3_GIBS
                                                                               : 0;
}

void q3_fragments_add(struct q3_build *b)
{
    const struct q3_effects *effects = &b->interp.state->effects;
    uint32_t first = effects->count, fragments = 0, puffs = Q3_FRAGMENT_PUFFS;
    if (b->options->no_effects || !b->level) {
        return;
    }
    while (first > 0) {
        fragments += fragments_at(q3_effects_at(effects, first - 1), b->interp.time);
        if (fragments > Q3_FRAGMENTS) {
            break;
        }
        first--;
    }
    for (uint32_t i = first; i < effects->count; i++) {
        const struct q3_effect *effect = q3_effects_at(effects, i);
        struct fragment list[Q3_GIBS];
        if (fragments_at(effect, b->interp.time) == 0 ||
            !q3_state_shows_effect(b->interp.state, effect, b->interp.time)) {
            continue;
        }
        const uint32_t count = fragments_of(b, effect, list);
        for (uint32_t k = 0; k < count; k++) {
            show_fragment(b, &list[k], &puffs);
        }
    }
}
