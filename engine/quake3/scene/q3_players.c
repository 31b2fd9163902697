#include "engine/quake3/scene/q3_players.h"

#include <string.h>

#include "assets/quake3/player_store.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_own_entity.h"
#include "engine/quake3/q3_player_anim_query.h"
#include "engine/quake3/scene/level_fx/q3_shadow.h"
#include "engine/quake3/scene/q3_player_pose.h"
#include "engine/quake3/scene/q3_sides.h"
#include "formats/base/info_string.h"

enum {
    DM_INVISIBLE = 256,     /* OpenArena: invisible players are not drawn at all */
    LAST_MAN_STANDING = 10, /* OpenArena's kind of game without teams */
    FIRST_TEAM_GAME = 3,
    CPMA_SETTINGS = 672 /* configstring */
};

/* --- the game --------------------------------------------------------------------------------- */

static bool is_open_arena(const struct q3_interp *m)
{
    const char *version = q3_gamestate_string(&m->state->gamestate, m->game->version);
    return strncmp(version, "baseoa", 6) == 0;
}

static bool is_team_game(const struct q3_interp *m, bool open_arena)
{
    const bool cpma = m->mod == Q3_MOD_CPMA;
    const char *settings =
        q3_gamestate_string(&m->state->gamestate, cpma ? CPMA_SETTINGS : Q3_CS_SERVERINFO);
    const int32_t kind = info_number(settings, cpma ? "t" : "g_gametype", INFO_KEYS_ANY_CASE, 0);
    return kind >= FIRST_TEAM_GAME && !(open_arena && kind == LAST_MAN_STANDING);
}

static const struct player_model *find_model(struct q3_build *b, const struct q3_player *info,
                                             enum player_side side)
{
    const struct q3_interp *m = &b->interp;
    const bool open_arena = is_open_arena(m);
    const struct player_model_request request = {
        .model = info->model,
        .head = info->head,
        .side = side,
        .stand_in = m->mod == Q3_MOD_TEAM_ARENA ? PLAYER_JAMES : PLAYER_SARGE,
        .flip_flop = open_arena,
    };
    return q3_data_player(b->data, &request);
}

static enum player_side side_of(const struct q3_interp *m, const struct q3_player *info)
{
    return !is_team_game(m, is_open_arena(m)) ? PLAYER_FREE
           : info->team == Q3_TEAM_BLUE       ? PLAYER_BLUE
                                              : PLAYER_RED;
}

const struct player_model *q3_players_model(struct q3_build *b, const struct q3_player *info)
{
    return find_model(b, info, side_of(&b->interp, info));
}

/* Chooses the model in the colours that the viewer has forced, if any. Dead players keep their own
 * skins. */
static void choose_model(struct q3_body *body, int32_t client)
{
    struct q3_build *b = body->build;
    const int32_t followed = q3_sides_followed(b);
    const bool is_mate = client == followed || q3_sides_are_mates(&b->interp, followed, client);
    enum player_side side = side_of(&b->interp, &body->info);
    body->colors = body->dead ? NULL : q3_sides_bright(b, is_mate);
    if (body->colors) {
        body->bright = q3_data_material(b->data, "*bright", Q3_LIGHT_BRIGHT);
    } else if (scene_options_color(b->options, is_mate)->set) {
        const int32_t team = q3_sides_team(b, &body->info, is_mate);
        side = team == Q3_TEAM_RED ? PLAYER_RED : team == Q3_TEAM_BLUE ? PLAYER_BLUE : side;
    }
    body->model = find_model(b, &body->info, side);
}

static const struct q3_animations *animations_of(void *context, uint32_t client)
{
    const struct q3_body *body = context;
    const struct q3_interp *m = &body->build->interp;
    struct q3_player info;
    if (!q3_state_player(m->state, m->game, client, &info)) {
        return NULL;
    }
    const struct player_model *model = q3_players_model(body->build, &info);
    return model && !model->placeholder ? model->animations : NULL;
}

void q3_body_frame(const struct q3_body *body, const struct q3_animated *part,
                   struct q3_lerp_frame *frame)
{
    const struct q3_player_anim_models models = {
        .now = body->model->animations,
        .of_client = body->own ? animations_of : NULL,
        .context = (void *)body,
        .client = (uint32_t)body->entity->fields[Q3_ES_CLIENT_NUM],
    };
    q3_player_anim_frame(body->build->interp.state, part, &models, body->build->interp.time, frame);
}

/* --- shells ----------------------------------------------------------------------------------- */

bool q3_body_has(const struct q3_body *body, enum q3_powerup powerup)
{
    return (body->powerups >> powerup & 1) != 0;
}

void q3_body_add_shell(const struct q3_body *body, const struct rgb_entity *part, const char *name)
{
    const struct material *material = q3_data_material(body->build->data, name, Q3_LIGHT_2D);
    if (!material || material->missing) {
        return;
    }
    struct rgb_entity *shell = rgb_scene_add_entity(body->build->scene);
    if (shell) {
        *shell = *part;
        shell->material = material;
    }
}

static void add_overlay(const struct q3_body *body, const struct rgb_entity *part)
{
    enum { DM_OVERLAYS = 2048 };
    if (body->open_arena && (body->dmflags & DM_OVERLAYS) != 0 && !body->dead) {
        q3_body_add_shell(body, part,
                          body->info.team == Q3_TEAM_RED    ? "playeroverlays/playerSuit1_Red"
                          : body->info.team == Q3_TEAM_BLUE ? "playeroverlays/playerSuit1_Blue"
                                                            : "playeroverlays/playerSuit1_Neutral");
    }
}

/* Every second tenth of a second of the server's clock, one in ten of those: it blinks. */
static bool regeneration_shows(const struct q3_interp *m)
{
    return (int64_t)m->time / 100 % 10 == 1;
}

/* Its shells and what is attached to it keep their looks. */
static void add_plain(const struct q3_body *body, const struct rgb_entity *part)
{
    struct rgb_entity *plain = rgb_scene_add_entity(body->build->scene);
    if (!plain) {
        return;
    }
    *plain = *part;
    if (body->bright) {
        const bool legs = part->model == body->model->legs && !body->model->placeholder;
        plain->material = body->bright;
        memcpy(plain->color, legs ? body->colors->trousers_rgb : body->colors->shirt_rgb, 3);
        plain->color[3] = 255;
    }
}

void q3_body_add_part(const struct q3_body *body, const struct rgb_entity *part)
{
    if (q3_body_has(body, Q3_POWERUP_INVISIBILITY)) {
        q3_body_add_shell(body, part, "powerups/invisibility");
        return;
    }
    add_plain(body, part);
    if (q3_body_has(body, Q3_POWERUP_QUAD)) {
        const bool red = body->team_game && body->info.team == Q3_TEAM_RED;
        q3_body_add_shell(body, part, red ? "powerups/blueflag" : "powerups/quad");
    }
    if (q3_body_has(body, Q3_POWERUP_REGENERATION) && regeneration_shows(&body->build->interp)) {
        q3_body_add_shell(body, part, "powerups/regen");
    }
    if (q3_body_has(body, Q3_POWERUP_BATTLE_SUIT)) {
        q3_body_add_shell(body, part, "powerups/battleSuit");
    }
    add_overlay(body, part);
}

/* --- on the ground -----------------------------------------------------------------------------
 */

static void add_shadow(const struct q3_body *body, float yaw)
{
    if (!q3_body_has(body, Q3_POWERUP_INVISIBILITY)) {
        q3_shadow_add(body->build, body->pose->origin, yaw);
    }
    q3_wake_add(body->build, body->pose->origin);
}

/* --- the parts -------------------------------------------------------------------------------- */

static void start_part(const struct q3_body *body, const struct q3_model *model,
                       const struct q3_model_skin *skin, const float angles[3],
                       struct rgb_entity *part)
{
    *part = (struct rgb_entity){
        .kind = RGB_MODEL,
        .flags = body->flags,
        .model = model,
        .skin = skin,
    };
    memcpy(part->origin, body->pose->origin, sizeof(part->origin));
    memcpy(part->light_origin, body->pose->origin, sizeof(part->light_origin));
    rgb_axis_of_angles(angles, part->axis);
}

static void set_frame(const struct q3_body *body, const struct q3_animated *animated,
                      struct rgb_entity *part)
{
    struct q3_lerp_frame frame;
    q3_body_frame(body, animated, &frame);
    part->old_frame = frame.old_frame;
    part->frame = frame.frame;
    part->backlerp = frame.backlerp;
}

static void velocity_of(const struct q3_entity_state *entity, float velocity[3])
{
    velocity[0] = q3_float(entity->fields[Q3_ES_POS_TR_DELTA_0]);
    velocity[1] = q3_float(entity->fields[Q3_ES_POS_TR_DELTA_1]);
    velocity[2] = q3_float(entity->fields[Q3_ES_POS_TR_DELTA_2]);
}

static void add_parts(const struct q3_body *body)
{
    const struct q3_interp *m = &body->build->interp;
    const struct player_model *model = body->model;
    struct q3_player_pose pose;
    struct q3_turn turn;
    struct rgb_entity legs, torso, head;
    float velocity[3];
    velocity_of(body->entity, velocity);
    q3_player_anim_turn(m->state, body->anim, m->time, &turn);
    q3_player_pose(body->pose->angles, velocity, &turn, q3_player_anim_twitch(body->anim, m->time),
                   model->animations, &pose);
    add_shadow(body, pose.legs[1]);

    start_part(body, model->legs, model->legs_skin, pose.legs, &legs);
    set_frame(body, &body->anim->legs, &legs);
    start_part(body, model->torso, model->torso_skin, pose.torso, &torso);
    set_frame(body, &body->anim->torso, &torso);
    (void)q3_build_attach(&torso, &legs, "tag_torso", true);
    start_part(body, model->head, model->head_skin, pose.head, &head);
    (void)q3_build_attach(&head, &torso, "tag_head", true);

    q3_body_add_part(body, &legs);
    q3_body_add_part(body, &torso);
    q3_body_add_arena(body, &torso);
    q3_body_add_part(body, &head);
    q3_body_add_weapon(body, &torso);
    q3_body_add_powerups(body, &torso);
}

/* A box of a player's size, turned to the player's view. */
static void add_placeholder(const struct q3_body *body)
{
    static const float mins[3] = {-15, -15, -24}, maxs[3] = {15, 15, 32};
    const float angles[3] = {0.0f, body->pose->angles[1], 0.0f};
    const struct q3_model *model = body->model->legs;
    struct rgb_entity part;
    float axis[3][3];
    add_shadow(body, angles[1]);
    start_part(body, model, NULL, angles, &part);
    memcpy(axis, part.axis, sizeof(axis));
    for (int i = 0; i < 3; i++) {
        const float size = model->maxs[i] - model->mins[i];
        const float scale = size > 0.0f ? (maxs[i] - mins[i]) / size : 1.0f;
        const float move = mins[i] - model->mins[i] * scale;
        for (int k = 0; k < 3; k++) {
            part.origin[k] += axis[i][k] * move;
            part.axis[i][k] = axis[i][k] * scale;
        }
    }
    q3_body_add_part(body, &part);
    q3_body_add_arena(body, &part);
}

/* --- players ---------------------------------------------------------------------------------- */

/* Returns false if the player is not drawn. */
static bool start_body(struct q3_body *body, struct q3_build *build,
                       const struct q3_entity_state *entity, uint32_t anim,
                       const struct q3_pose *pose, bool in_eyes)
{
    const struct q3_interp *m = &build->interp;
    const char *server = q3_gamestate_string(&m->state->gamestate, Q3_CS_SERVERINFO);
    const int32_t *f = entity->fields;
    *body = (struct q3_body){
        .build = build,
        .entity = entity,
        .anim = q3_player_anim_of(m->state, anim),
        .pose = pose,
        .powerups = q3_game_powerups(m->game, (uint32_t)f[Q3_ES_POWERUPS]),
        .dmflags = (uint32_t)info_number(server, "dmflags", INFO_KEYS_ANY_CASE, 0),
        .flags = RGB_OWN_LIGHT_PLACE | (in_eyes ? RGB_NOT_IN_EYES : 0u),
        .own = anim == Q3_OWN,
        .open_arena = is_open_arena(m),
        .dead = (f[Q3_ES_E_FLAGS] & Q3_EF_DEAD) != 0,
    };
    body->team_game = is_team_game(m, body->open_arena);
    if (!body->anim || !q3_build_is_place(pose->origin) ||
        !q3_state_player(m->state, m->game, (uint32_t)f[Q3_ES_CLIENT_NUM], &body->info) ||
        (body->open_arena && (body->dmflags & DM_INVISIBLE) != 0 &&
         q3_body_has(body, Q3_POWERUP_INVISIBILITY))) {
        return false;
    }
    choose_model(body, f[Q3_ES_CLIENT_NUM]);
    return body->model != NULL; /* NULL only if out of memory */
}

static void add_player(struct q3_build *build, const struct q3_entity_state *entity, uint32_t anim,
                       const struct q3_pose *pose, bool in_eyes)
{
    struct q3_body body;
    if (!start_body(&body, build, entity, anim, pose, in_eyes)) {
        return;
    }
    q3_body_add_sign(&body);
    if (body.model->placeholder) {
        add_placeholder(&body);
    } else {
        add_parts(&body);
    }
}

void q3_players_add(struct q3_build *build, const struct q3_entity_state *entity,
                    const struct q3_pose *pose, bool in_eyes)
{
    add_player(build, entity, (uint32_t)entity->number, pose, in_eyes);
}

static bool find_own(const struct q3_build *build, struct q3_entity_state *entity,
                     struct q3_pose *pose)
{
    if (!q3_own_entity(&build->interp.player, entity)) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        static const uint8_t origin[] = {Q3_PS_ORIGIN_0, Q3_PS_ORIGIN_1, Q3_PS_ORIGIN_2};
        static const uint8_t angles[] = {Q3_PS_VIEWANGLES_0, Q3_PS_VIEWANGLES_1,
                                         Q3_PS_VIEWANGLES_2};
        pose->origin[i] = q3_float(build->interp.player.fields[origin[i]]);
        pose->angles[i] = q3_float(build->interp.player.fields[angles[i]]);
    }
    return true;
}

bool q3_body_start_own(struct q3_body *body, struct q3_build *build, struct q3_entity_state *entity,
                       struct q3_pose *pose)
{
    return find_own(build, entity, pose) && start_body(body, build, entity, Q3_OWN, pose, true);
}

void q3_players_add_own(struct q3_build *build, bool in_eyes)
{
    struct q3_entity_state entity;
    struct q3_pose pose;
    if (find_own(build, &entity, &pose)) {
        add_player(build, &entity, Q3_OWN, &pose, in_eyes);
    }
}
