#include "engine/quake3/effects/q3_beam.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/effects/q3_player_color.h"
#include "engine/quake3/effects/q3_shot_trace.h"
#include "engine/quake3/effects/q3_sprite_fx.h"
#include "engine/quake3/q3_constants.h"
#include "formats/base/dmath.h"
#include "formats/base/vec.h"

#define LIGHTNING_RANGE 768.0f
#define MUZZLE_AHEAD 14.0f
#define ROPE_MIN 64.0f
#define CRACKLE_OFF 16.0f

/* Rings around a rail, units; RING_SIZE is a sprite radius. */
#define RING_STEP 5.0f
#define RING_FIRST 20.0f
#define RING_RADIUS 4.0f
#define RING_SPEED 6.0f
#define RING_SIZE 1.1f

enum {
    STANDING = 26,
    CROUCHING = 12,
    RAIL_LIFE = 400,
    OPENARENA_RAIL_LIFE = 600,
    RING_LIFE = 600,
    RING_TURNS = 36,
    RING_BEGINS = 18,
    RINGS_LENGTH_MAX = 8192, /* units; no level is larger */
    BOLT_LIFE = 50
};

static struct rgb_entity *add_beam(struct q3_build *b, enum rgb_entity_kind kind, const char *name,
                                   const float from[3], const float to[3])
{
    const struct material *material = q3_effect_material(b, name);
    struct rgb_entity *beam = material && q3_build_is_place(from) && q3_build_is_place(to)
                                  ? rgb_scene_add_entity(b->scene)
                                  : NULL;
    if (beam) {
        beam->kind = kind;
        beam->material = material;
        memcpy(beam->origin, from, sizeof(beam->origin));
        memcpy(beam->end, to, sizeof(beam->end));
    }
    return beam;
}

/* --- rails ------------------------------------------------------------------------------------ */

double q3_rail_left(double age, double life)
{
    return age < 0.0 || age >= life ? 0.0 : 1.0 - age / life;
}

static void to_bytes(const float color[3], float scale, uint8_t bytes[4])
{
    for (int i = 0; i < 3; i++) {
        bytes[i] = (uint8_t)(color[i] * scale * 255.0f);
    }
}

static void add_rings(struct q3_build *b, const struct q3_effect *effect, const float start[3],
                      const float end[3])
{
    const struct material *material = q3_effect_material(b, "railDisc");
    const double age = q3_effect_age(effect, b->interp.time);
    float way[3] = {end[0] - start[0], end[1] - start[1], end[2] - start[2]}, side[3], up[3];
    float color[3];
    uint8_t bytes[4];
    const float length = fminf(vec_normalize(way), (float)RINGS_LENGTH_MAX);
    if (!material || !(length > 0.0f) || !q3_build_is_place(start) || !q3_build_is_place(end)) {
        return;
    }
    vec_perpendicular(way, side);
    vec_cross(way, side, up);
    q3_player_color(&b->interp, effect->client, Q3_COLOR_RINGS, color);
    to_bytes(color, 1.0f, bytes);
    for (int32_t step = 0; (float)step * RING_STEP < length; step += 2) {
        const double life = RING_LIFE + floor(step * (double)RING_STEP / 2.0);
        const int32_t turn = (RING_BEGINS + step) % RING_TURNS;
        const double angle = turn * (2.0 * DMATH_PI / RING_TURNS);
        const float c = (float)dmath_cos(angle), s = (float)dmath_sin(angle);
        const float out = RING_RADIUS + RING_SPEED * (float)(age * 0.001);
        const float along = RING_FIRST + (float)step * RING_STEP;
        const double left = q3_rail_left(age, life);
        float at[3];
        for (int i = 0; i < 3; i++) {
            at[i] = start[i] + along * way[i] + out * (c * side[i] + s * up[i]);
        }
        struct rgb_entity *to = left > 0.0 ? q3_sprite_add(b, material, at, RING_SIZE) : NULL;
        if (to) {
            memcpy(to->color, bytes, sizeof(bytes));
            to->color[3] = (uint8_t)(255.0 * left);
            to->shader_time = effect->time * 0.001;
        }
    }
}

void q3_rail_add(struct q3_build *b, const struct q3_effect *effect)
{
    const bool openarena = b->interp.mod == Q3_MOD_OPENARENA;
    const double life = openarena ? OPENARENA_RAIL_LIFE : RAIL_LIFE;
    const double left = q3_rail_left(q3_effect_age(effect, b->interp.time), life);
    float start[3], end[3], color[3];
    memcpy(start, effect->origin2, sizeof(start));
    memcpy(end, effect->origin, sizeof(end));
    start[2] -= 4.0f;
    if (openarena) {
        add_rings(b, effect, start, end);
    } else { /* slightly below the view's centre */
        start[2] -= 8.0f;
        end[2] -= 8.0f;
    }
    struct rgb_entity *core =
        left > 0.0 ? add_beam(b, RGB_RAIL_CORE, "railCore", start, end) : NULL;
    if (core) {
        q3_player_color(&b->interp, effect->client, Q3_COLOR_CORE, color);
        to_bytes(color, 0.75f * (float)left, core->color);
        core->color[3] = (uint8_t)(255.0 * left);
        core->shader_time = effect->time * 0.001;
    }
}

/* --- lightning -------------------------------------------------------------------------------- */

/* Sparks at the beam's end, with a different rotation each snapshot. */
static void add_crackle(struct q3_build *b, const float start[3], const float end[3],
                        int32_t number)
{
    const struct q3_model *model = q3_data_model_if_there(b->data, "models/weaphits/crackle.md3");
    float way[3] = {end[0] - start[0], end[1] - start[1], end[2] - start[2]};
    float at[3], angles[3], axis[3][3];
    (void)vec_normalize(way);
    for (int i = 0; i < 3; i++) {
        at[i] = end[i] - CRACKLE_OFF * way[i];
        angles[i] = (float)(dmath_hash((uint32_t)b->interp.from->server_time, (uint32_t)number,
                                       0x200u + (uint32_t)i) %
                            360);
    }
    rgb_axis_of_angles(angles, axis);
    (void)q3_build_add_model(b, model, at, (const float(*)[3])axis);
}

void q3_lightning_add(struct q3_build *b, const struct q3_entity_state *entity,
                      const struct q3_pose *pose, const float start[3])
{
    const int32_t legs = entity->fields[Q3_ES_LEGS_ANIM] & ~Q3_ANIM_TOGGLE;
    const bool crouches = legs == Q3_LEGS_CROUCH || legs == Q3_LEGS_CROUCH_STILL;
    float forward[3], right[3], up[3], muzzle[3], far[3];
    struct q3_trace trace;
    if (b->options->no_effects || !q3_build_is_place(pose->origin) ||
        !q3_build_is_place(pose->angles)) {
        return;
    }
    dmath_angle_vectors(pose->angles, forward, right, up);
    for (int i = 0; i < 3; i++) {
        muzzle[i] = pose->origin[i] + MUZZLE_AHEAD * forward[i];
    }
    muzzle[2] += crouches ? (float)CROUCHING : (float)STANDING;
    for (int i = 0; i < 3; i++) {
        far[i] = muzzle[i] + LIGHTNING_RANGE * forward[i];
    }
    (void)q3_shot_trace(b, muzzle, far, entity->number, &trace);
    (void)add_beam(b, RGB_LIGHTNING, "lightningBoltNew", start, trace.end);
    if (trace.fraction < 1.0f) {
        add_crackle(b, start, trace.end, entity->number);
    }
}

void q3_bolt_add(struct q3_build *b, const struct q3_effect *effect)
{
    const double age = q3_effect_age(effect, b->interp.time);
    if (age >= 0.0 && age < BOLT_LIFE) {
        (void)add_beam(b, RGB_LIGHTNING, "lightningBoltNew", effect->origin2, effect->origin);
    }
}

/* --- ropes ------------------------------------------------------------------------------------ */

void q3_rope_add(struct q3_build *b, const struct q3_entity_state *hook, const struct q3_pose *pose)
{
    const struct q3_interp *m = &b->interp;
    const int32_t owner = hook->fields[Q3_ES_OTHER_ENTITY_NUM];
    const int32_t *own = m->player.fields;
    struct q3_pose from;
    float forward[3], right[3], up[3];
    const struct q3_entity_state *entity =
        owner >= 0 ? q3_frames_entity_of(&m->state->frames, m->from, (uint32_t)owner) : NULL;
    if (b->options->no_effects) {
        return;
    }
    if (owner == own[Q3_PS_CLIENT_NUM]) {
        from = (struct q3_pose){
            .origin = {q3_float(own[Q3_PS_ORIGIN_0]), q3_float(own[Q3_PS_ORIGIN_1]),
                       q3_float(own[Q3_PS_ORIGIN_2])},
            .angles = {q3_float(own[Q3_PS_VIEWANGLES_0]), q3_float(own[Q3_PS_VIEWANGLES_1]),
                       q3_float(own[Q3_PS_VIEWANGLES_2])},
        };
    } else if (entity) {
        q3_interp_place(m, entity, &from);
    } else {
        return;
    }
    if (!q3_build_is_place(from.origin) || !q3_build_is_place(from.angles)) {
        return;
    }
    dmath_angle_vectors(from.angles, forward, right, up);
    for (int i = 0; i < 3; i++) {
        from.origin[i] -= 6.0f * up[i];
    }
    from.origin[2] += (float)STANDING;
    if (vec_distance(from.origin, pose->origin) < ROPE_MIN) {
        return;
    }
    if (m->mod == Q3_MOD_OPENARENA) {
        (void)add_beam(b, RGB_RAIL_CORE, "grappleRope", from.origin, pose->origin);
    } else {
        (void)add_beam(b, RGB_LIGHTNING, "lightningBoltNew", from.origin, pose->origin);
    }
}
