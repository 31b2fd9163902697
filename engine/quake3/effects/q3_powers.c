#include "engine/quake3/effects/q3_powers.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/effects/q3_explosion.h"
#include "engine/quake3/effects/q3_sprite_fx.h"

#define WAVE_MODEL 88.0f /* radius of the model, units */
#define BALL_MODEL 72.0f
#define WAVE_RADIUS 1320.0f
#define BALL_RADIUS 720.0f
#define SECOND_RADIUS 704.0f
#define SHIELD_GROWS 250.0 /* ms to grow or shrink */

enum { SALT_PITCH = 0x500, SALT_YAW, SALT_ROLL };

static const float unit_axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

/* Adds a model of the game data, if it exists; its shader time starts with the effect. */
static struct rgb_entity *add_model(struct q3_build *b, const struct q3_effect *effect,
                                    const char *name, const float origin[3], const float axis[3][3])
{
    const struct q3_model *model = q3_data_model_if_there(b->data, name);
    struct rgb_entity *to = q3_build_add_model(b, model, origin, axis);
    if (to) {
        to->shader_time = effect->time * 0.001;
    }
    return to;
}

static void scale_axes(const float axis[3][3], float by, float scaled[3][3])
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            scaled[i][k] = axis[i][k] * by;
        }
    }
}

/* --- teleports -------------------------------------------------------------------------------- */

void q3_teleport_add(struct q3_build *b, const struct q3_effect *effect)
{
    const double age = q3_effect_age(effect, b->interp.time), left = 1.0 - age / 500.0;
    const bool pops = b->interp.mod == Q3_MOD_TEAM_ARENA &&
                      q3_data_model_if_there(b->data, "models/powerups/pop.md3") != NULL;
    const float at[3] = {effect->origin[0], effect->origin[1],
                         effect->origin[2] + (pops ? 16.0f : -24.0f)};
    struct rgb_entity *to =
        age >= 0.0 && left > 0.0
            ? add_model(b, effect, pops ? "models/powerups/pop.md3" : "models/misc/telep.md3", at,
                        unit_axes)
            : NULL;
    if (to) {
        to->material = pops ? NULL : q3_effect_material(b, "teleportEffect");
        memset(to->color, (int)(255.0 * left), sizeof(to->color));
    }
}

/* --- kamikaze --------------------------------------------------------------------------------- */

static float ramp_between(double at, double low, double high)
{
    return (float)fmin(fmax((at - low) / (high - low), 0.0), 1.0);
}

void q3_kamikaze_at(double age, struct q3_kamikaze_look *look)
{
    *look = (struct q3_kamikaze_look){0};
    if (age < 0.0 || age >= 3000.0) {
        return;
    }
    if (age < 2000.0) {
        look->wave = ramp_between(age, 0.0, 2000.0) * WAVE_RADIUS;
        look->wave_light = 1.0f - ramp_between(age, 1500.0, 2000.0);
    }
    if (age >= 250.0 && age < 2250.0) {
        const float size = age < 2000.0 ? ramp_between(age, 250.0, 2000.0)
                                        : 1.0f - ramp_between(age, 2000.0, 2250.0);
        look->ball = size * BALL_RADIUS;
        look->ball_light = (float)(1.0 - age / 3000.0);
        look->light = 1000.0f * size;
    }
    if (age >= 2000.0) {
        look->second = ramp_between(age, 2000.0, 3000.0) * SECOND_RADIUS;
        look->second_light = 1.0f - ramp_between(age, 2500.0, 3000.0);
    }
}

static void add_shape(struct q3_build *b, const struct q3_effect *effect, const char *name,
                      float size, float light, const float axis[3][3])
{
    float scaled[3][3];
    scale_axes(axis, size, scaled);
    struct rgb_entity *to =
        size > 0.0f ? add_model(b, effect, name, effect->origin, (const float(*)[3])scaled) : NULL;
    if (to) {
        memset(to->color, (int)(255.0f * light), sizeof(to->color));
    }
}

void q3_kamikaze_add(struct q3_build *b, const struct q3_effect *effect)
{
    const float angles[3] = {360.0f * q3_effect_unit(effect, SALT_PITCH),
                             360.0f * q3_effect_unit(effect, SALT_YAW),
                             360.0f * q3_effect_unit(effect, SALT_ROLL)};
    struct q3_kamikaze_look look;
    float axis[3][3];
    q3_kamikaze_at(q3_effect_age(effect, b->interp.time), &look);
    rgb_axis_of_angles(angles, axis);
    add_shape(b, effect, "models/weaphits/kamwave.md3", look.wave / WAVE_MODEL, look.wave_light,
              unit_axes);
    add_shape(b, effect, "models/weaphits/kamboom2.md3", look.ball / BALL_MODEL, look.ball_light,
              unit_axes);
    add_shape(b, effect, "models/weaphits/kamwave.md3", look.second / WAVE_MODEL, look.second_light,
              (const float(*)[3])axis);
    const float color[3] = {1.0f, 1.0f, look.light / 1000.0f};
    q3_build_add_light(b, effect->origin, look.light, color);
}

/* --- others ----------------------------------------------------------------------------------- */

void q3_obelisk_add(struct q3_build *b, const struct q3_effect *effect)
{
    static const struct q3_explosion explosion = {.material = "rocketExplosion",
                                                  .light = 300.0f,
                                                  .light_color = {1.0f, 0.75f, 0.0f},
                                                  .life = 600};
    static const float up[3] = {0.0f, 0.0f, 1.0f};
    static const uint8_t no_color[4] = {0, 0, 0, 0};
    const float at[3] = {effect->origin[0], effect->origin[1],
                         effect->origin[2] + 48.0f}; /* 64 in all: q3_explosion_add adds 16 */
    q3_explosion_add(b, &explosion, at, up, no_color, effect->time, effect->seed);
}

/* Position of a player now; false = not in the snapshot. */
static bool find_player(const struct q3_build *b, int32_t number, float origin[3])
{
    const struct q3_interp *m = &b->interp;
    const int32_t *own = m->player.fields;
    struct q3_pose pose;
    if (number == own[Q3_PS_CLIENT_NUM]) {
        origin[0] = q3_float(own[Q3_PS_ORIGIN_0]);
        origin[1] = q3_float(own[Q3_PS_ORIGIN_1]);
        origin[2] = q3_float(own[Q3_PS_ORIGIN_2]);
        return true;
    }
    const struct q3_entity_state *entity =
        number >= 0 ? q3_frames_entity_of(&m->state->frames, m->from, (uint32_t)number) : NULL;
    if (!entity) {
        return false;
    }
    q3_interp_place(m, entity, &pose);
    memcpy(origin, pose.origin, sizeof(pose.origin));
    return true;
}

void q3_medkit_add(struct q3_build *b, const struct q3_effect *effect)
{
    const double age = q3_effect_age(effect, b->interp.time);
    float origin[3];
    if (age >= 0.0 && age < 500.0 && find_player(b, effect->entity, origin)) {
        origin[2] += (float)(-24.0 + age * 80.0 / 500.0);
        (void)add_model(b, effect, "models/powerups/regen.md3", origin, unit_axes);
    }
}

void q3_invulnerability_impact_add(struct q3_build *b, const struct q3_effect *effect)
{
    const double age = q3_effect_age(effect, b->interp.time);
    float axis[3][3];
    if (age >= 0.0 && age < 1000.0 && q3_build_is_place(effect->angles)) {
        rgb_axis_of_angles(effect->angles, axis);
        (void)add_model(b, effect, "models/powerups/shield/impact.md3", effect->origin,
                        (const float(*)[3])axis);
    }
}

/* --- the shield ------------------------------------------------------------------------------- */

static void put_shield(struct q3_build *b, const float origin[3], double size)
{
    float axis[3][3];
    scale_axes(unit_axes, (float)size, axis);
    (void)q3_build_add_model(b,
                             q3_data_model_if_there(b->data, "models/powerups/shield/shield.md3"),
                             origin, (const float(*)[3])axis);
}

void q3_shield_add(struct q3_build *b, int32_t player, const float origin[3])
{
    const struct q3_effects *effects = &b->interp.state->effects;
    double size = 1.0;
    for (uint32_t i = 0; i < effects->count; i++) {
        const struct q3_effect *effect = q3_effects_at(effects, i);
        const double age = q3_effect_age(effect, b->interp.time);
        if (effect->kind == Q3_EFFECT_SHIELD_RISES && effect->entity == player && age >= 0.0 &&
            age < SHIELD_GROWS) {
            size = age / SHIELD_GROWS;
        }
    }
    put_shield(b, origin, size);
}

void q3_lowered_shield_add(struct q3_build *b, const struct q3_effect *effect)
{
    const double age = q3_effect_age(effect, b->interp.time);
    float origin[3];
    if (age >= 0.0 && age < SHIELD_GROWS && find_player(b, effect->entity, origin)) {
        put_shield(b, origin, 1.0 - age / SHIELD_GROWS);
    }
}

/* --- the juiced ------------------------------------------------------------------------------- */

void q3_juiced_add(struct q3_build *b, const struct q3_effect *effect)
{
    const double age = q3_effect_age(effect, b->interp.time);
    float axis[3][3];
    if (age < 0.0 || age >= 5000.0) {
        return;
    }
    memcpy(axis, unit_axes, sizeof(axis));
    if (age > 3000.0) { /* squeezed: wider and lower */
        const float passed = (float)((age - 3000.0) / 2000.0);
        axis[0][0] = axis[1][1] = 1.0f + 0.3f * passed;
        axis[2][2] = 0.7f + 0.3f * (1.0f - passed);
    }
    (void)add_model(b, effect, "models/powerups/shield/juicer.md3", effect->origin,
                    (const float(*)[3])axis);
}
