#include "engine/quake3/scene/q3_viewmodel.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake3/effects/q3_flash.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_items.h"
#include "engine/quake3/q3_player_anim_query.h"
#include "engine/quake3/scene/q3_players.h"
#include "engine/quake3/scene/q3_weapons.h"
#include "formats/base/dmath.h"

#define RAIL_TIME 1500.0f /* ms */
#define USUAL_HAND "models/weapons2/shotgun/shotgun_hand.md3"

enum { HAND_NAME = 128 };

/* Frames of the hand: 1 to 6 fire, 6 to 14 lower it and bring it up again. */
enum { FIRE = 1, FIRES = 6, LOWER = 6, LOWERS = 9 };

static bool is_in(const struct q3_animation *animation, int32_t count, int32_t frame)
{
    return frame >= animation->first && frame - animation->first < count;
}

int32_t q3_viewmodel_frame(const struct q3_animations *animations, int32_t torso_frame)
{
    const struct q3_animation *at = animations->at;
    static const uint8_t attacks[] = {Q3_ANIM_ATTACK, Q3_ANIM_ATTACK2};
    if (is_in(&at[Q3_ANIM_DROP], LOWERS, torso_frame)) {
        return torso_frame - at[Q3_ANIM_DROP].first + LOWER;
    }
    for (int i = 0; i < 2; i++) {
        if (is_in(&at[attacks[i]], FIRES, torso_frame)) {
            return torso_frame - at[attacks[i]].first + FIRE;
        }
    }
    return 0;
}

/* It sways with each step, sinks at a landing, and is never quite still. */
static void place_viewmodel(const struct q3_build *b, float origin[3], float angles[3])
{
    const struct q3_view *view = &b->view;
    const double step = view->bob.speed * view->bob.height * 0.005;
    const double side = view->bob.other_foot ? -step : step;
    const double seconds = b->interp.time * 0.001;
    const double turns = seconds / (2.0 * DMATH_PI);
    const double drift =
        (view->bob.speed + 40.0) * dmath_sin((turns - floor(turns)) * 2.0 * DMATH_PI) * 0.01;
    memcpy(origin, view->origin, sizeof(view->origin));
    angles[0] = view->angles[0] + (float)(step + drift);
    angles[1] = view->angles[1] + (float)(2.0 * side + drift);
    angles[2] = view->angles[2] + (float)(side + drift);
    origin[2] += 0.25f * q3_view_landing(&b->interp);
    if (b->options->fov > 90.0f) { /* along the view's own axis */
        for (int i = 0; i < 3; i++) {
            origin[i] -= 0.2f * (b->options->fov - 90.0f) * b->scene->axis[2][i];
        }
    }
}

static const struct q3_model *hand_of(struct q3_build *b, const struct q3_item *item)
{
    char name[HAND_NAME];
    snprintf(name, sizeof(name), "%.*s_hand.md3", (int)strlen(item->model) - 4, item->model);
    const struct q3_model *hand = q3_data_model_if_there(b->data, name);
    return hand ? hand : q3_data_model_if_there(b->data, USUAL_HAND);
}

void q3_viewmodel_color(const struct q3_player_state *player, uint8_t color[4])
{
    enum { FIRING = 3 };
    memset(color, 255, 4);
    if (player->fields[Q3_PS_WEAPON] == Q3_WEAPON_RAILGUN &&
        player->fields[Q3_PS_WEAPONSTATE] == FIRING) {
        const float left = (float)player->fields[Q3_PS_WEAPON_TIME] / RAIL_TIME;
        color[0] = color[2] = (uint8_t)(255.0f * (1.0f - fminf(fmaxf(left, 0.0f), 1.0f)));
        color[1] = 0;
    }
}

static bool is_armed(const struct q3_build *b)
{
    const int32_t type = b->interp.player.fields[Q3_PS_PM_TYPE];
    return b->view.own_eyes && b->view.client >= 0 && type != Q3_PM_INTERMISSION &&
           type != Q3_PM_SINGLE_INTERMISSION && b->interp.player.persistant[3] != Q3_TEAM_SPECTATOR;
}

void q3_viewmodel_add(struct q3_build *b)
{
    const struct q3_item *item = q3_item_of_weapon(b->interp.player.fields[Q3_PS_WEAPON]);
    struct rgb_entity hand = {.kind = RGB_MODEL, .flags = RGB_NEAR | RGB_ONLY_IN_EYES};
    struct q3_entity_state entity;
    struct q3_lerp_frame torso;
    struct q3_pose pose;
    struct q3_body body;
    float angles[3];
    if (!is_armed(b) || !item || !q3_body_start_own(&body, b, &entity, &pose)) {
        return;
    }
    if (b->options->no_view_model) {
        q3_flash_add_unarmed(&body);
        return;
    }
    hand.model = hand_of(b, item);
    if (!hand.model) {
        return;
    }
    body.flags = hand.flags;
    q3_viewmodel_color(&b->interp.player, hand.color);
    place_viewmodel(b, hand.origin, angles);
    rgb_axis_of_angles(angles, hand.axis);
    if (!body.model->placeholder) {
        q3_body_frame(&body, &body.anim->torso, &torso);
        hand.frame = q3_viewmodel_frame(body.model->animations, torso.frame);
        hand.old_frame = q3_viewmodel_frame(body.model->animations, torso.old_frame);
        hand.backlerp = torso.backlerp;
    }
    q3_body_add_weapon(&body, &hand);
}
