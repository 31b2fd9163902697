#include "engine/quake3/effects/q3_effects.h"

#include <string.h>

#include "engine/quake3/effects/q3_beam.h"
#include "engine/quake3/effects/q3_bullet.h"
#include "engine/quake3/effects/q3_impact.h"
#include "engine/quake3/effects/q3_player_color.h"
#include "engine/quake3/effects/q3_plum.h"
#include "engine/quake3/effects/q3_powers.h"
#include "engine/quake3/effects/q3_smoke.h"
#include "engine/quake3/scene/q3_weapons.h"

enum { ADDED_MAX = 16384, BLOB_LIFE = 500 };

/* --- hits ------------------------------------------------------------------------------------- */

static void add_impact(struct q3_build *b, const struct q3_effect *effect, int32_t weapon)
{
    const struct q3_explosion *explosion = q3_impact_of(b->interp.mod, weapon);
    uint8_t color[4] = {0, 0, 0, 0};
    float normal[3], own[3];
    if (!explosion || !q3_build_is_place(effect->origin)) {
        return;
    }
    if (weapon == Q3_WEAPON_RAILGUN) {
        q3_player_color(&b->interp, effect->client, Q3_COLOR_CORE, own);
        for (int i = 0; i < 3; i++) {
            color[i] = (uint8_t)(255.0f * own[i]);
        }
        color[3] = 255;
    }
    q3_direction_of(effect->parm, normal);
    q3_explosion_add(b, explosion, effect->origin, normal, color, effect->time, effect->seed);
}

static void add_rail(struct q3_build *b, const struct q3_effect *effect)
{
    enum { NOTHING_MET = 255 };
    q3_rail_add(b, effect);
    if (effect->parm != NOTHING_MET) {
        add_impact(b, effect, Q3_WEAPON_RAILGUN);
    }
}

static void add_hit_of_player(struct q3_build *b, const struct q3_effect *effect)
{
    q3_blood_add(b, effect->origin, effect->other, effect->time, effect->seed);
    if (q3_impact_goes_through(b->interp.mod, effect->weapon)) {
        add_impact(b, effect, effect->weapon);
    }
}

/* --- all -------------------------------------------------------------------------------------- */

static void add_effect(struct q3_build *b, const struct q3_effect *effect)
{
    switch ((enum q3_effect_kind)effect->kind) {
    case Q3_EFFECT_FIRE:
        if (effect->weapon == Q3_WEAPON_NAILGUN) {
            q3_nail_smoke_add(b, effect);
        }
        break;
    case Q3_EFFECT_BULLET_FLESH:
    case Q3_EFFECT_BULLET_WALL:
        q3_bullet_add(b, effect);
        break;
    case Q3_EFFECT_MISSILE_FLESH:
        add_hit_of_player(b, effect);
        break;
    case Q3_EFFECT_MISSILE_WALL:
    case Q3_EFFECT_MISSILE_METAL:
        add_impact(b, effect, effect->weapon);
        break;
    case Q3_EFFECT_RAIL:
        add_rail(b, effect);
        break;
    case Q3_EFFECT_SHOTGUN:
        q3_shotgun_add(b, effect);
        break;
    case Q3_EFFECT_JUMP_PAD:
        q3_jump_pad_add(b, effect);
        break;
    case Q3_EFFECT_TELEPORT_IN:
    case Q3_EFFECT_TELEPORT_OUT:
        q3_teleport_add(b, effect);
        break;
    case Q3_EFFECT_PLUM:
        q3_plum_add(b, effect);
        break;
    case Q3_EFFECT_MEDKIT:
        q3_medkit_add(b, effect);
        break;
    case Q3_EFFECT_KAMIKAZE:
        q3_kamikaze_add(b, effect);
        break;
    case Q3_EFFECT_OBELISK_EXPLODES:
        q3_obelisk_add(b, effect);
        break;
    case Q3_EFFECT_INVULNERABILITY_IMPACT:
        q3_invulnerability_impact_add(b, effect);
        break;
    case Q3_EFFECT_JUICED:
        q3_juiced_add(b, effect);
        break;
    case Q3_EFFECT_BOLT:
        q3_bolt_add(b, effect);
        break;
    case Q3_EFFECT_SHIELD_FALLS:
        q3_lowered_shield_add(b, effect);
        break;
    case Q3_EFFECT_HASTE_PUFF:
        q3_haste_puff_add(b, effect);
        break;
    case Q3_EFFECT_GIB:
    case Q3_EFFECT_SHIELD_RISES: /* drawn by q3_shield_add */
    case Q3_EFFECT_MOVERS:
    case Q3_EFFECT_NONE:
    case Q3_EFFECT_KINDS:
        break;
    }
}

/* A hit on the followed player shows a blood sprite in front of the camera, on the side of the hit
 * (CG_DamageBlendBlob), from the next whole millisecond on. */
static void add_blood_blob(struct q3_build *b)
{
    const struct q3_view_state *kept = q3_interp_view(&b->interp);
    const double age = b->interp.time - kept->damage_time;
    const int32_t type = b->interp.player.fields[Q3_PS_PM_TYPE];
    if (!b->view.own_eyes || b->view.client < 0 || !(kept->damage > 0.0f) || age < 1.0 ||
        age >= BLOB_LIFE || type == Q3_PM_INTERMISSION) {
        return;
    }
    const float(*axis)[3] = (const float(*)[3])b->scene->axis;
    float at[3];
    for (int i = 0; i < 3; i++) {
        at[i] = b->view.origin[i] + 8.0f * axis[0][i] - 8.0f * kept->damage_x * axis[1][i] +
                8.0f * kept->damage_y * axis[2][i];
    }
    struct rgb_entity *to =
        q3_sprite_add(b, q3_effect_material(b, "viewBloodBlend"), at, 3.0f * kept->damage);
    if (to) {
        to->flags = RGB_ONLY_IN_EYES; /* the gun, which is near, hides it */
        to->color[3] = (uint8_t)(200.0 * (1.0 - age / BLOB_LIFE));
    }
}

/* Oldest first, as in the original. Beyond ADDED_MAX entities the newest effects are left out. */
void q3_effects_add_all(struct q3_build *b)
{
    const struct q3_state *c = b->interp.state;
    const size_t before = b->scene->num_entities;
    if (b->options->no_effects) {
        return;
    }
    for (uint32_t i = 0; i < c->trails.count; i++) {
        if (b->scene->num_entities - before < ADDED_MAX) {
            q3_trail_add(b, q3_trails_at(&c->trails, i));
        }
    }
    for (uint32_t i = 0; i < c->effects.count; i++) {
        const struct q3_effect *effect = q3_effects_at(&c->effects, i);
        if (q3_effect_age(effect, b->interp.time) >= 0.0 && b->interp.time < effect->end &&
            q3_state_shows_effect(c, effect, b->interp.time) &&
            b->scene->num_entities - before < ADDED_MAX) {
            add_effect(b, effect);
        }
    }
    add_blood_blob(b);
}
