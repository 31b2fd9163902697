#include "engine/quake3/effects/q3_smoke.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/effects/q3_shot_trace.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"

#define STEP 50.0 /* ms from puff to puff */
#define BUBBLES_STAY 1250.0
#define BUBBLE_SPACING 8.0f

enum { SALT_ROTATION = 0x400, SALT_BUBBLES };

static const uint32_t liquids = Q3_CONTENTS_WATER | Q3_CONTENTS_SLIME | Q3_CONTENTS_LAVA;

double q3_trail_first(double from, double step)
{
    return ceil(from / step) * step;
}

/* Seed of the trail's puff of that time. */
static uint32_t seed_at(const struct q3_trail *trail, double time, uint32_t salt)
{
    return dmath_hash((uint32_t)(int64_t)time, (uint32_t)trail->entity, salt);
}

static float radius_of(const struct q3_trail *trail)
{
    return trail->weapon == Q3_WEAPON_NAILGUN   ? 16.0f
           : trail->weapon == Q3_WEAPON_ROCKETS ? 64.0f
                                                : 32.0f;
}

/* True if the shooter's camera was inside the puff when it appeared: the original frees such a
 * puff. */
static bool was_entered(const struct q3_build *b, const struct q3_trail *trail, const float at[3])
{
    return b->view.own_eyes && trail->owner >= 0 && trail->owner == b->view.client &&
           vec_distance(at, trail->path.base) < radius_of(trail);
}

static void add_puff(struct q3_build *b, const struct q3_trail *trail,
                     const struct material *material, const float at[3], double time)
{
    const struct q3_sprite_fx puff = {
        .kind = Q3_SPRITE_FX_STAYS,
        .origin = {at[0], at[1], at[2]},
        .radius = radius_of(trail),
        .alpha = 0.33f,
        .color = {255, 255, 255},
        .rotation = (float)(seed_at(trail, time, SALT_ROTATION) % 36000) / 100.0f,
        .start = time,
        .end = time + q3_trail_life(trail->weapon),
    };
    if (!was_entered(b, trail, at)) {
        q3_sprite_fx_add(b, &puff, material);
    }
}

void q3_trail_add(struct q3_build *b, const struct q3_trail *trail)
{
    const double now = b->interp.time, life = q3_trail_life(trail->weapon);
    const double stays = fmax(life, BUBBLES_STAY);
    const int32_t restart = b->interp.state->restart_time;
    const bool restarted = restart != 0 && now >= restart;
    const double begin = restarted ? fmax(trail->from, restart) : trail->from;
    const struct material *material =
        q3_effect_material(b, trail->weapon == Q3_WEAPON_NAILGUN ? "nailtrail" : "smokePuff");
    /* Older puffs and bubbles have faded. */
    double time = q3_trail_first(fmax(begin + 1.0, now - stays), STEP);
    /* The first stretch runs from the snapshot in which the missile came. */
    float last[3];
    q3_trajectory_at(&trail->path, fmax(begin, time - STEP), last);
    bool was_wet =
        q3_build_is_place(last) && (q3_level_contents(b, last, liquids) & Q3_CONTENTS_WATER) != 0;
    for (; time <= now && time < trail->to; time += STEP) {
        float at[3];
        q3_trajectory_at(&trail->path, time, at);
        if (!q3_build_is_place(at)) {
            return;
        }
        const uint32_t contents = q3_level_contents(b, at, liquids);
        const bool wet = (contents & Q3_CONTENTS_WATER) != 0;
        if (contents == 0) {
            add_puff(b, trail, material, at, time);
        } else if (wet && was_wet) {
            q3_bubbles_add(b, last, at, BUBBLE_SPACING, time, seed_at(trail, time, SALT_BUBBLES));
        }
        was_wet = wet;
        memcpy(last, at, sizeof(last));
    }
}

void q3_jump_pad_add(struct q3_build *b, const struct q3_effect *effect)
{
    const struct q3_sprite_fx puff = {
        .kind = q3_smoke_kind(b),
        .keeps_size = true,
        .origin = {effect->origin[0], effect->origin[1], effect->origin[2]},
        .velocity = {0.0f, 0.0f, 1.0f},
        .radius = 32.0f,
        .alpha = 0.33f,
        .color = {255, 255, 255},
        .rotation = 360.0f * q3_effect_unit(effect, SALT_ROTATION),
        .start = effect->time,
        .end = effect->time + 1000.0,
    };
    q3_sprite_fx_add(b, &puff, q3_effect_material(b, "smokePuff"));
}

void q3_haste_puff_add(struct q3_build *b, const struct q3_effect *effect)
{
    const struct q3_sprite_fx puff = {
        .kind = Q3_SPRITE_FX_STAYS,
        .origin = {effect->origin[0], effect->origin[1], effect->origin[2] - 16.0f},
        .radius = 8.0f,
        .alpha = 1.0f,
        .color = {255, 255, 255},
        .rotation = 360.0f * q3_effect_unit(effect, SALT_ROTATION),
        .start = effect->time,
        .end = effect->time + 500.0,
    };
    q3_sprite_fx_add(b, &puff, q3_effect_material(b, "hasteSmokePuff"));
}

void q3_nail_smoke_add(struct q3_build *b, const struct q3_effect *effect)
{
    static const float offset[3] = {0.0f, -12.0f, 24.0f};
    float axis[3][3];
    struct q3_sprite_fx puff = {
        .kind = Q3_SPRITE_FX_STAYS, /* has a velocity in the original, too, that nothing reads */
        .radius = 32.0f,
        .alpha = 0.33f,
        .color = {255, 255, 255},
        .rotation = 360.0f * q3_effect_unit(effect, SALT_ROTATION),
        .start = effect->time,
        .end = effect->time + 700.0,
    };
    if (!q3_build_is_place(effect->angles)) {
        return;
    }
    rgb_axis_of_angles(effect->angles, axis);
    for (int i = 0; i < 3; i++) {
        puff.origin[i] = effect->origin[i] + offset[0] * axis[0][i] + offset[1] * axis[1][i] +
                         offset[2] * axis[2][i];
    }
    q3_sprite_fx_add(b, &puff, q3_effect_material(b, "smokePuff"));
}
