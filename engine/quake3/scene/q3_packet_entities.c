#include "engine/quake3/scene/q3_packet_entities.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/effects/q3_beam.h"
#include "engine/quake3/effects/q3_explosion.h"
#include "engine/quake3/effects/q3_shot_trace.h"
#include "engine/quake3/q3_items.h"
#include "engine/quake3/scene/q3_bases.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "formats/base/dmath.h"
#include "formats/base/info_string.h"
#include "formats/base/vec.h"

#define TURN 360.0
#define RESPAWN_TIME 1000.0 /* ms in which an item grows that is there again */
#define WEAPON_SCALE 1.5f   /* scale of weapon items */
#define WEAPON_LIFT 8.0f
#define RING_LIFT 12.0f /* height of the ring around a powerup */

static const float unit_axes[3][3] = {{1.0f, 0.0f, 0.0f}, {0.0f, 1.0f, 0.0f}, {0.0f, 0.0f, 1.0f}};

/* Angle of items that rotate with the server clock, degrees; one turn per `period` ms. */
static float find_turn(double time, double period)
{
    return (float)(fmod(floor(time), period) * TURN / period);
}

static void axes_of_yaw(float yaw, float axis[3][3])
{
    const float angles[3] = {0.0f, yaw, 0.0f};
    rgb_axis_of_angles(angles, axis);
}

static void scale_axes(float axis[3][3], float scale)
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            axis[i][k] *= scale;
        }
    }
}

/* Adds the light of an entity's constantLight field. */
static void add_constant_light(struct q3_build *b, const struct q3_entity_state *entity,
                               const float origin[3])
{
    const uint32_t light = (uint32_t)entity->fields[Q3_ES_CONSTANT_LIGHT];
    if (light != 0) {
        const float color[3] = {(float)(light & 255) / 255.0f, (float)(light >> 8 & 255) / 255.0f,
                                (float)(light >> 16 & 255) / 255.0f};
        q3_build_add_light(b, origin, (float)(light >> 24) * 4.0f, color);
    }
}

/* --- items ------------------------------------------------------------------------------------ */

/* The middle of the model, about which weapons turn. */
static void center_on(const struct q3_model *model, float axis[3][3], float origin[3])
{
    for (int k = 0; k < 3; k++) {
        const float middle = (model->mins[k] + model->maxs[k]) * 0.5f;
        for (int i = 0; i < 3; i++) {
            origin[i] -= middle * axis[k][i];
        }
    }
    origin[2] += WEAPON_LIFT;
}

/* "x.md3" as "x_barrel.md3". */
static void part_name(const char *model, const char *part, char name[Q3_NAME_BYTES])
{
    const size_t length = strlen(model) - 4;
    const size_t more = strlen(part);
    name[0] = '\0';
    if (length + more + 5 <= Q3_NAME_BYTES) {
        memcpy(name, model, length);
        memcpy(name + length, part, more);
        memcpy(name + length + more, ".md3", 5);
    }
}

static void add_barrel(struct q3_build *b, const struct q3_item *item,
                       const struct rgb_entity *weapon)
{
    char name[Q3_NAME_BYTES];
    const struct rgb_entity parent = *weapon; /* the list may move */
    part_name(item->model, "_barrel", name);
    const struct q3_model *model = q3_data_model_if_there(b->data, name);
    struct rgb_entity *barrel = q3_build_add_model(b, model, parent.origin, parent.axis);
    if (barrel) {
        (void)q3_build_attach(barrel, &parent, "tag_barrel", false);
    }
}

/* Not every game has all second models: an item whose first is there is whole without. */
static void add_second(struct q3_build *b, const struct q3_item *item, const struct q3_model *first,
                       const float origin[3], const float scale)
{
    float at[3] = {origin[0], origin[1], origin[2]}, axis[3][3];
    memcpy(axis, unit_axes, sizeof(axis));
    if (item->kind == Q3_ITEM_POWERUP) {
        at[2] += RING_LIFT;
        axes_of_yaw(-find_turn(b->interp.time, 1024.0), axis);
    } else if (item->kind != Q3_ITEM_HEALTH) {
        return; /* the original loads it, and forgets it */
    }
    scale_axes(axis, scale);
    const struct q3_model *second = first->missing ? q3_build_model(b, item->second)
                                                   : q3_data_model_if_there(b->data, item->second);
    (void)q3_build_add_model(b, second, at, (const float(*)[3])axis);
}

static void add_item(struct q3_build *b, const struct q3_entity_state *entity)
{
    const double time = b->interp.time;
    const struct q3_item *item =
        q3_item_of(b->interp.game, b->interp.mod, entity->fields[Q3_ES_MODELINDEX]);
    struct q3_pose pose;
    float axis[3][3];
    if (!item || (entity->fields[Q3_ES_E_FLAGS] & Q3_EF_NO_DRAW) != 0) {
        return;
    }
    q3_interp_place(&b->interp, entity, &pose);
    add_constant_light(b, entity, pose.origin);
    /* Each item bobs at a slightly different rate. */
    const double pace = 0.005 + entity->number * 0.00001;
    pose.origin[2] += (float)(4.0 + 4.0 * dmath_cos(fmod((time + 1000.0) * pace, 2.0 * DMATH_PI)));
    axes_of_yaw(item->kind == Q3_ITEM_HEALTH ? find_turn(time, 1024.0) : find_turn(time, 2048.0),
                axis);
    const struct q3_model *model = q3_build_model(b, item->model);
    if (!model) {
        return;
    }
    const int32_t respawned = b->interp.state->player_anims.respawned[entity->number];
    const double age = time - respawned;
    const float grown =
        respawned != 0 && age >= 0.0 && age < RESPAWN_TIME ? (float)(age / RESPAWN_TIME) : 1.0f;
    if (item->kind == Q3_ITEM_WEAPON) {
        center_on(model, axis, pose.origin);
        scale_axes(axis, WEAPON_SCALE);
    } else if (item->kind == Q3_ITEM_HOLDABLE && item->tag == Q3_HOLDABLE_KAMIKAZE) {
        scale_axes(axis, 2.0f);
    }
    scale_axes(axis, grown);
    const struct rgb_entity *added =
        q3_build_add_model(b, model, pose.origin, (const float(*)[3])axis);
    if (added && item->kind == Q3_ITEM_WEAPON) {
        add_barrel(b, item, added);
    }
    if (item->second) {
        add_second(b, item, model, pose.origin, grown);
    }
}

/* --- missiles --------------------------------------------------------------------------------- */

static void add_sprite(struct q3_build *b, const struct q3_weapon *weapon, const float origin[3])
{
    const struct material *material = q3_data_material(b->data, weapon->sprite, Q3_LIGHT_2D);
    struct rgb_entity *to =
        material && q3_build_is_place(origin) ? rgb_scene_add_entity(b->scene) : NULL;
    if (to) {
        to->kind = RGB_SPRITE;
        to->material = material;
        to->radius = weapon->sprite_radius;
        memset(to->color, 0, sizeof(to->color)); /* as the original leaves it */
        memcpy(to->origin, origin, sizeof(to->origin));
    }
}

/* OpenArena draws missiles one server frame ahead, up to the next wall, except other players'
 * grenades and hooks. */
static void move_ahead(const struct q3_build *b, const struct q3_entity_state *entity,
                       struct q3_pose *pose)
{
    enum { USUAL_FPS = 20, FPS_MAX = 1000 };
    const struct q3_interp *m = &b->interp;
    const struct q3_trajectory place = q3_trajectory_of_origin(entity);
    const char *system = q3_gamestate_string(&m->state->gamestate, Q3_CS_SYSTEMINFO);
    const int32_t told = info_number(system, "sv_fps", INFO_KEYS_ANY_CASE, USUAL_FPS);
    const int32_t fps = told > 0 && told <= FPS_MAX ? told : USUAL_FPS;
    struct q3_trace trace;
    float ahead[3];
    const bool own = entity->fields[Q3_ES_OTHER_ENTITY_NUM] == m->state->gamestate.client;
    if (m->mod != Q3_MOD_OPENARENA || place.type == Q3_TR_STATIONARY ||
        (entity->fields[Q3_ES_WEAPON] == Q3_WEAPON_GRENADES && !own)) {
        return;
    }
    q3_trajectory_at(&place, m->time + 1000 / fps, ahead);
    if (q3_build_is_place(pose->origin) && q3_build_is_place(ahead)) {
        (void)q3_shot_trace(b, pose->origin, ahead, entity->number, &trace);
        memcpy(pose->origin, trace.end, sizeof(pose->origin));
    }
}

static void add_missile(struct q3_build *b, const struct q3_entity_state *entity)
{
    const struct q3_weapon *weapon = q3_weapon_of(b->interp.mod, entity->fields[Q3_ES_WEAPON]);
    const struct q3_trajectory place = q3_trajectory_of_origin(entity);
    const bool mine = entity->fields[Q3_ES_WEAPON] == Q3_WEAPON_MINES;
    struct q3_pose pose;
    float forward[3] = {place.delta[0], place.delta[1], place.delta[2]}, axis[3][3];
    if (!weapon) {
        return;
    }
    q3_interp_place(&b->interp, entity, &pose);
    move_ahead(b, entity, &pose);
    add_constant_light(b, entity, pose.origin);
    q3_build_add_light(b, pose.origin, weapon->light_radius, weapon->light);
    if (weapon->sprite) {
        add_sprite(b, weapon, pose.origin);
        return;
    }
    if (!weapon->missile) {
        return;
    }
    if (!q3_build_is_place(forward) || vec_normalize(forward) == 0.0f) {
        forward[0] = forward[1] = 0.0f;
        forward[2] = 1.0f;
    }
    const bool moves = place.type != Q3_TR_STATIONARY;
    const float lies[3] = {q3_float(entity->fields[Q3_ES_ANGLES_0]),
                           q3_float(entity->fields[Q3_ES_ANGLES_1]),
                           q3_float(entity->fields[Q3_ES_ANGLES_2])};
    if (mine && !moves && q3_build_is_place(lies)) {
        /* A mine that sticks lies by its angles, not by its rotation (CG_Missile). */
        rgb_axis_of_angles(lies, axis);
    } else {
        q3_axes_about(
            forward, moves ? floor(floor(b->interp.time) / 4.0) : entity->fields[Q3_ES_TIME], axis);
    }
    const char *name = mine && entity->fields[Q3_ES_GENERIC1] == 2 ? "models/weaphits/proxmineb.md3"
                                                                   : weapon->missile;
    (void)q3_build_add_model(b, q3_build_model(b, name), pose.origin, (const float(*)[3])axis);
}

/* --- movers and the rest ---------------------------------------------------------------------- */

static void add_general(struct q3_build *b, const struct q3_entity_state *entity)
{
    struct q3_pose pose;
    float axis[3][3];
    q3_interp_place(&b->interp, entity, &pose);
    add_constant_light(b, entity, pose.origin);
    const struct q3_model *model = q3_build_model_number(b, entity->fields[Q3_ES_MODELINDEX]);
    if (!model || !q3_build_is_place(pose.angles)) {
        return;
    }
    rgb_axis_of_angles(pose.angles, axis);
    struct rgb_entity *to = q3_build_add_model(b, model, pose.origin, (const float(*)[3])axis);
    if (to) {
        to->frame = to->old_frame = entity->fields[Q3_ES_FRAME];
    }
}

static void add_mover(struct q3_build *b, const struct q3_entity_state *entity)
{
    const int32_t *f = entity->fields;
    struct q3_pose pose;
    float axis[3][3];
    q3_interp_place(&b->interp, entity, &pose);
    add_constant_light(b, entity, pose.origin);
    if (!q3_build_is_place(pose.angles)) {
        return;
    }
    rgb_axis_of_angles(pose.angles, axis);
    const struct q3_model *models[2] = {f[Q3_ES_SOLID] == Q3_SOLID_INLINE
                                            ? q3_build_submodel(b, f[Q3_ES_MODELINDEX])
                                            : q3_build_model_number(b, f[Q3_ES_MODELINDEX]),
                                        q3_build_model_number(b, f[Q3_ES_MODELINDEX2])};
    for (int i = 0; i < 2; i++) {
        struct rgb_entity *to =
            q3_build_add_model(b, models[i], pose.origin, (const float(*)[3])axis);
        if (to) {
            to->skin_number = (int32_t)((int64_t)floor(b->interp.time) >> 6 & 1);
        }
    }
}

static void add_grapple(struct q3_build *b, const struct q3_entity_state *entity)
{
    const struct q3_weapon *weapon = q3_weapon_of(b->interp.mod, Q3_WEAPON_GRAPPLE);
    const struct q3_trajectory place = q3_trajectory_of_origin(entity);
    float forward[3] = {place.delta[0], place.delta[1], place.delta[2]}, axis[3][3];
    struct q3_pose pose;
    q3_interp_place(&b->interp, entity, &pose);
    add_constant_light(b, entity, pose.origin);
    if (!q3_build_is_place(forward) || vec_normalize(forward) == 0.0f) {
        forward[0] = forward[1] = 0.0f;
        forward[2] = 1.0f;
    }
    q3_axes_about(forward, 0.0, axis);
    q3_rope_add(b, entity, &pose);
    (void)q3_build_add_model(b, q3_build_model(b, weapon->missile), pose.origin,
                             (const float(*)[3])axis);
}

static void add_base(struct q3_build *b, const struct q3_entity_state *entity)
{
    struct q3_pose pose;
    q3_interp_place(&b->interp, entity, &pose);
    add_constant_light(b, entity, pose.origin);
    q3_bases_add(b, entity, pose.origin);
}

void q3_packet_entities_add(struct q3_build *b, const struct q3_entity_state *entity)
{
    switch (entity->fields[Q3_ES_E_TYPE]) {
    case Q3_ET_GENERAL:
        add_general(b, entity);
        break;
    case Q3_ET_ITEM:
        add_item(b, entity);
        break;
    case Q3_ET_MISSILE:
        add_missile(b, entity);
        break;
    case Q3_ET_MOVER:
        add_mover(b, entity);
        break;
    case Q3_ET_GRAPPLE:
        add_grapple(b, entity);
        break;
    case Q3_ET_TEAM:
        add_base(b, entity);
        break;
    default: /* beams show where they are made up, and the rest is heard or felt */
        break;
    }
}
