/* Weapon, flags, powerup lights, and the icon over a player's head. */
#include <stdio.h>
#include <string.h>

#include "engine/quake3/effects/q3_flash.h"
#include "engine/quake3/q3_items.h"
#include "engine/quake3/q3_player_anim_query.h"
#include "engine/quake3/scene/q3_players.h"
#include "engine/quake3/scene/q3_viewmodel.h"
#include "formats/base/dmath.h"

enum { MODEL_NAME = 128 };

/* --- the gun ---------------------------------------------------------------------------------- */

static void add_gun_part(const struct q3_body *body, const struct rgb_entity *gun)
{
    if (q3_body_has(body, Q3_POWERUP_INVISIBILITY)) {
        q3_body_add_shell(body, gun, "powerups/invisibility");
        return;
    }
    struct rgb_entity *plain = rgb_scene_add_entity(body->build->scene);
    if (plain) {
        *plain = *gun;
    }
    if (q3_body_has(body, Q3_POWERUP_BATTLE_SUIT)) {
        q3_body_add_shell(body, gun, "powerups/battleWeapon");
    }
    if (q3_body_has(body, Q3_POWERUP_QUAD)) {
        q3_body_add_shell(body, gun, "powerups/quadWeapon");
    }
}

/* "a/x.md3" and "_barrel" are "a/x_barrel.md3". */
static void make_companion_name(const char *model, const char *word, char name[MODEL_NAME])
{
    const char *dot = strrchr(model, '.');
    const int length = dot ? (int)(dot - model) : (int)strlen(model);
    (void)snprintf(name, MODEL_NAME, "%.*s%s.md3", length, model, word);
}

static void start_on(const struct rgb_entity *parent, const struct q3_model *model,
                     struct rgb_entity *part)
{
    *part = *parent;
    part->model = model;
    part->skin = NULL;
    part->frame = part->old_frame = 0;
    part->backlerp = 0.0f;
}

void q3_body_add_weapon(const struct q3_body *body, const struct rgb_entity *torso)
{
    const struct q3_interp *m = &body->build->interp;
    const struct q3_item *item = q3_item_of_weapon(body->entity->fields[Q3_ES_WEAPON]);
    const struct q3_model *model = item ? q3_build_model(body->build, item->model) : NULL;
    struct rgb_entity gun, barrel;
    char name[MODEL_NAME];
    if (!model || model->missing) {
        return;
    }
    start_on(torso, model, &gun);
    if (body->own && body->open_arena) { /* others show it in the own hand alone */
        q3_viewmodel_color(&m->player, gun.color);
    }
    (void)q3_build_attach(&gun, torso, "tag_weapon", false);
    add_gun_part(body, &gun);

    make_companion_name(item->model, "_barrel", name);
    const struct q3_model *barrel_model = q3_data_model_if_there(body->build->data, name);
    if (barrel_model) {
        const float angles[3] = {0.0f, 0.0f, q3_player_anim_barrel(m->state, body->anim, m->time)};
        start_on(&gun, barrel_model, &barrel);
        rgb_axis_of_angles(angles, barrel.axis);
        (void)q3_build_attach(&barrel, &gun, "tag_barrel", true);
        add_gun_part(body, &barrel);
    }
    q3_flash_add(body, &gun, item->model);
}

/* --- powerups --------------------------------------------------------------------------------- */

/* It flickers: another radius each snapshot. */
static void add_light(const struct q3_body *body, uint32_t salt, const float color[3])
{
    const struct q3_interp *m = &body->build->interp;
    const uint32_t flicker =
        dmath_hash((uint32_t)m->from->server_time, (uint32_t)body->entity->number, salt) % 32;
    q3_build_add_light(body->build, body->pose->origin, 200.0f + (float)flicker, color);
}

/* The flag on the back, for models without a flag pole. */
static void add_trailing_flag(const struct q3_body *body, const char *name)
{
    const float behind[3] = {0.0f, body->pose->angles[1], 0.0f};
    const float turned[3] = {0.0f, body->pose->angles[1] + 90.0f, 0.0f};
    const struct q3_model *model = q3_build_model(body->build, name);
    float axis[3][3], origin[3];
    rgb_axis_of_angles(behind, axis);
    for (int i = 0; i < 3; i++) {
        origin[i] = body->pose->origin[i] - 16.0f * axis[0][i] + (i == 2 ? 16.0f : 0.0f);
    }
    rgb_axis_of_angles(turned, axis);
    struct rgb_entity *flag =
        model && !model->missing
            ? q3_build_add_model(body->build, model, origin, (const float(*)[3])axis)
            : NULL;
    if (flag) {
        flag->flags |= body->flags & ~(unsigned)RGB_OWN_LIGHT_PLACE;
    }
}

void q3_body_add_powerups(const struct q3_body *body, const struct rgb_entity *torso)
{
    static const struct {
        enum q3_powerup powerup;
        const char *model;
        float color[3];
    } flags[] = {
        {Q3_POWERUP_RED_FLAG, "models/flags/r_flag.md3", {1.0f, 0.2f, 0.2f}},
        {Q3_POWERUP_BLUE_FLAG, "models/flags/b_flag.md3", {0.2f, 0.2f, 1.0f}},
        {Q3_POWERUP_NEUTRAL_FLAG, "models/flags/n_flag.md3", {1.0f, 1.0f, 1.0f}},
    };
    static const float quad[3] = {0.2f, 0.2f, 1.0f};
    (void)torso;
    if (q3_body_has(body, Q3_POWERUP_QUAD)) {
        add_light(body, Q3_POWERUP_QUAD, quad);
    }
    for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
        if (q3_body_has(body, flags[i].powerup)) {
            add_trailing_flag(body, flags[i].model);
            add_light(body, (uint32_t)flags[i].powerup, flags[i].color);
        }
    }
}

/* --- the sign --------------------------------------------------------------------------------- */

static const char *sign_of(const struct q3_body *body)
{
    static const struct {
        int32_t flag;
        const char *name;
    } signs[] = {
        {0x2000, "disconnected"},  {0x1000, "sprites/balloon3"}, {0x8000, "medal_impressive"},
        {0x8, "medal_excellent"},  {0x40, "medal_gauntlet"},     {0x10000, "medal_defend"},
        {0x20000, "medal_assist"}, {0x800, "medal_capture"},
    };
    const struct q3_interp *m = &body->build->interp;
    for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
        if ((body->entity->fields[Q3_ES_E_FLAGS] & signs[i].flag) != 0) {
            return signs[i].name;
        }
    }
    const bool friend = body->team_game && !body->dead && !body->own &&
                        m->from->player.persistant[3] == body->info.team;
    return friend ? "sprites/foe" : NULL; /* the original's name of the friends' mark */
}

void q3_body_add_sign(const struct q3_body *body)
{
    const char *name = sign_of(body);
    const struct material *material =
        name ? q3_data_material(body->build->data, name, Q3_LIGHT_2D) : NULL;
    if (!material || material->missing) {
        return;
    }
    struct rgb_entity *sign = rgb_scene_add_entity(body->build->scene);
    if (sign) {
        sign->kind = RGB_SPRITE;
        sign->flags = body->flags & ~(unsigned)RGB_OWN_LIGHT_PLACE;
        sign->material = material;
        sign->radius = 10.0f;
        memcpy(sign->origin, body->pose->origin, sizeof(sign->origin));
        sign->origin[2] += 48.0f;
    }
}
