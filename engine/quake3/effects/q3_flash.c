#include "engine/quake3/effects/q3_flash.h"

#include <stdio.h>
#include <string.h>

#include "engine/quake3/effects/q3_beam.h"
#include "engine/quake3/effects/q3_player_color.h"
#include "engine/quake3/q3_player_anim_query.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "formats/base/dmath.h"

enum { FLASH_LIFE = 20 /* ms */, NAME_BYTES = 128, SALT_ROLL = 0x600, SALT_LIGHT };

static uint32_t hash_flicker(const struct q3_body *body, uint32_t salt)
{
    return dmath_hash((uint32_t)body->build->interp.from->server_time,
                      (uint32_t)body->entity->number, salt);
}

bool q3_flash_is_there(const struct q3_body *body)
{
    const struct q3_interp *m = &body->build->interp;
    const int32_t weapon = body->entity->fields[Q3_ES_WEAPON];
    const bool steady = weapon == Q3_WEAPON_GAUNTLET || weapon == Q3_WEAPON_LIGHTNING ||
                        weapon == Q3_WEAPON_GRAPPLE;
    if (steady && (body->entity->fields[Q3_ES_E_FLAGS] & Q3_EF_FIRING) != 0) {
        return true;
    }
    const int32_t fired = q3_player_anim_flash(body->anim, m->time);
    return fired != Q3_NEVER && m->time - fired <= FLASH_LIFE;
}

static void add_lightning(const struct q3_body *body, const float start[3])
{
    if (body->entity->fields[Q3_ES_WEAPON] == Q3_WEAPON_LIGHTNING) {
        q3_lightning_add(body->build, body->entity, body->pose, start);
    }
}

void q3_flash_add(const struct q3_body *body, const struct rgb_entity *gun, const char *model)
{
    struct q3_build *b = body->build;
    const struct q3_interp *m = &b->interp;
    const struct q3_weapon *weapon = q3_weapon_of(m->mod, body->entity->fields[Q3_ES_WEAPON]);
    const float angles[3] = {0.0f, 0.0f,
                             (float)(hash_flicker(body, SALT_ROLL) % 20001) / 1000.0f - 10.0f};
    struct rgb_entity flash = *gun;
    char name[NAME_BYTES];
    float color[3];
    if (b->options->no_effects || !weapon || !q3_flash_is_there(body)) {
        return;
    }
    const char *dot = strrchr(model, '.');
    snprintf(name, sizeof(name), "%.*s_flash.md3", dot ? (int)(dot - model) : 0, model);
    flash.model = q3_data_model_if_there(b->data, name);
    if (!flash.model) {
        return;
    }
    flash.material = NULL;
    flash.skin = NULL;
    flash.frame = flash.old_frame = 0;
    flash.backlerp = 0.0f;
    memset(flash.color, 0, sizeof(flash.color));
    if (body->entity->fields[Q3_ES_WEAPON] == Q3_WEAPON_RAILGUN) {
        q3_player_color(m, body->entity->fields[Q3_ES_CLIENT_NUM], Q3_COLOR_CORE, color);
        for (int i = 0; i < 3; i++) {
            flash.color[i] = (uint8_t)(255.0f * color[i]);
        }
    }
    rgb_axis_of_angles(angles, flash.axis);
    (void)q3_build_attach(&flash, gun, "tag_flash", true);
    struct rgb_entity *to = rgb_scene_add_entity(b->scene);
    if (to) {
        *to = flash;
    }
    const bool in_eyes = (body->flags & RGB_NOT_IN_EYES) != 0;
    if (in_eyes && body->own) {
        return; /* the view weapon draws them */
    }
    if (in_eyes) {
        q3_flash_add_unarmed(body);
    } else {
        add_lightning(body, flash.origin);
    }
    q3_build_add_light(b, flash.origin, 300.0f + (float)(hash_flicker(body, SALT_LIGHT) % 32),
                       weapon->flash);
}

void q3_flash_add_unarmed(const struct q3_body *body)
{
    const struct q3_build *b = body->build;
    float start[3];
    if (b->options->no_effects || !q3_flash_is_there(body)) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        start[i] = b->view.origin[i] - 8.0f * b->scene->axis[2][i];
    }
    add_lightning(body, start);
}
