#include "engine/quake3/hud/q3_hud_bodies.h"

#include <math.h>
#include <string.h>

#include "engine/quake3/effects/q3_shot_trace.h"
#include "engine/quake3/hud/q3_hud_text.h"
#include "engine/quake3/q3_constants.h"
#include "engine/quake3/q3_own_entity.h"
#include "engine/quake3/scene/q3_sides.h"

enum { LETTER = 11 /* of a font drawn at 16 */ };

#define HEAD 26.0f /* above the origin */

static bool is_clear(const struct q3_build *b, const float to[3])
{
    struct q3_trace trace;
    q3_level_trace(b, b->view.origin, to, Q3_CONTENTS_SOLID, &trace);
    return trace.fraction >= 1.0f;
}

static bool is_hidden(const struct q3_build *b, const float origin[3])
{
    const float head[3] = {origin[0], origin[1], origin[2] + HEAD};
    return !is_clear(b, head) && !is_clear(b, origin);
}

/* The own player's are in the playerState, a team mate's in the last overlay. */
static void tell_health(const struct q3_hud *hud, struct hud_body *body)
{
    const struct q3_board *board = &hud->m->state->board;
    if ((int32_t)body->slot == hud->client) {
        body->has_health = true;
        body->health = hud->health;
        body->armor = hud->armor;
        return;
    }
    for (uint32_t i = 0; i < board->num_mates && body->is_mate; i++) {
        if (board->mates[i].client == (int32_t)body->slot) {
            body->has_health = true;
            body->health = board->mates[i].health;
            body->armor = board->mates[i].armor;
        }
    }
}

/* Red and blue of the teams, or as chosen; yellow of who is in none. */
static void choose_color(const struct q3_hud *hud, const struct q3_player *player, bool is_mate,
                         float color[3])
{
    static const float red[3] = {1.0f, 0.3f, 0.25f}, blue[3] = {0.35f, 0.55f, 1.0f},
                       free_color[3] = {1.0f, 0.9f, 0.3f};
    const int32_t team = q3_sides_team(hud->build, player, is_mate);
    const struct scene_color *bright = q3_sides_bright(hud->build, is_mate);
    if (bright) {
        for (int i = 0; i < 3; i++) {
            color[i] = (float)bright->shirt_rgb[i] / 255.0f;
        }
        return;
    }
    memcpy(color,
           team == Q3_TEAM_RED    ? red
           : team == Q3_TEAM_BLUE ? blue
                                  : free_color,
           sizeof(red));
}

static void add_body(struct q3_hud *hud, struct q3_hud_bodies *bodies,
                     const struct q3_entity_state *entity, const struct q3_pose *pose,
                     int32_t followed)
{
    const uint32_t powerups =
        q3_game_powerups(hud->m->game, (uint32_t)entity->fields[Q3_ES_POWERUPS]);
    const int32_t client = entity->fields[Q3_ES_CLIENT_NUM];
    struct q3_player player;
    char *name = bodies->names[bodies->count];
    if (bodies->count == HUD_BODIES || !q3_build_is_place(pose->origin) ||
        (entity->fields[Q3_ES_E_FLAGS] & Q3_EF_DEAD) != 0 ||
        (powerups >> Q3_POWERUP_INVISIBILITY & 1) != 0 ||
        !q3_hud_player(hud, client, &player, name)) {
        return;
    }
    struct hud_body *body = &bodies->list[bodies->count++];
    *body = (struct hud_body){
        .slot = (uint32_t)client,
        .name = {name, (uint32_t)strlen(name), q3_text_length(&hud->canvas, name)},
        .yaw = fabsf(pose->angles[1]) <= 3600.0f ? pose->angles[1] : 0.0f,
        .followed = client == followed};
    memcpy(body->origin, pose->origin, sizeof(body->origin));
    body->is_mate = body->followed || q3_sides_are_mates(hud->m, followed, client);
    body->hidden = hud->build->options->hud.names && is_hidden(hud->build, body->origin);
    choose_color(hud, &player, body->is_mate, body->color);
    tell_health(hud, body);
}

static void add_own(struct q3_hud *hud, struct q3_hud_bodies *bodies, int32_t followed)
{
    static const uint8_t origins[] = {Q3_PS_ORIGIN_0, Q3_PS_ORIGIN_1, Q3_PS_ORIGIN_2};
    struct q3_entity_state entity;
    struct q3_pose pose = {.angles = {0.0f, q3_float(hud->m->player.fields[Q3_PS_VIEWANGLES_1])}};
    for (int i = 0; i < 3; i++) {
        pose.origin[i] = q3_float(hud->m->player.fields[origins[i]]);
    }
    if (q3_own_entity(&hud->m->player, &entity)) {
        add_body(hud, bodies, &entity, &pose, followed);
    }
}

void q3_hud_bodies_find(struct q3_hud *hud, struct q3_hud_bodies *bodies)
{
    const struct q3_interp *m = hud->m;
    const int32_t followed = q3_sides_followed(hud->build);
    bodies->count = 0;
    add_own(hud, bodies, followed);
    for (uint32_t i = 0; i < m->from->count && bodies->count < HUD_BODIES; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&m->state->frames, m->from, i);
        struct q3_pose pose;
        if (entity->fields[Q3_ES_E_TYPE] == Q3_ET_PLAYER) {
            q3_interp_place(m, entity, &pose);
            add_body(hud, bodies, entity, &pose, followed);
        }
    }
}

struct hud_lens q3_hud_lens(const struct q3_hud *hud)
{
    const struct q3_build *b = hud->build;
    const struct scene_camera *camera = &b->whole->camera;
    const float *scale = hud->canvas.scale;
    struct hud_lens lens = {.width = (float)b->options->width / scale[0],
                            .height = (float)b->options->height / scale[1],
                            .pixel = {1.0f / scale[0], 1.0f / scale[1]},
                            .frame_height = (float)b->options->height,
                            .letter = LETTER};
    memcpy(lens.origin, camera->origin, sizeof(lens.origin));
    hud_lens_aim(&lens, camera->angles, camera->fov_x, b->scene->fov_y);
    return lens;
}

struct hud_map q3_hud_map(const struct q3_hud *hud)
{
    const struct q3_build *b = hud->build;
    struct hud_map map = {.side = 0};
    const struct q3_overview *view = b->options->hud.radar && b->level && !b->level->missing
                                         ? q3_data_overview(b->data, b->level)
                                         : NULL;
    if (view) {
        const int32_t side = hud_options_radar_side(b->options->width, b->options->height);
        map = (struct hud_map){view->material, side, view->map.left, view->map.top,
                               view->map.unit * (float)view->map.side / (float)side};
    }
    return map;
}
