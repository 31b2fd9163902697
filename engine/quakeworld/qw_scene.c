#include "engine/quakeworld/qw_scene.h"

#include <string.h>

#include "engine/family/demo_sounds.h"
#include "engine/quake/overlay/quake_bodies.h"
#include "engine/quake/quake_ghost.h"
#include "engine/quake/quake_scene.h"
#include "engine/quakeworld/qw_predict.h"
#include "engine/quakeworld/qw_state.h"
#include "engine/quakeworld/qw_view.h"
#include "engine/quakeworld/screens/qw_hud.h"
#include "engine/quakeworld/screens/qw_team.h"

/* A frame being built. */
struct qw_build {
    struct quake_build base;
    const struct qw_state *state;
    const struct qw_demo *demo;
    struct qw_interp moment;
    struct qw_pov eyes;
    const struct model *explosion; /* the sprite; NULL: not asked for yet */
};

/* context: a struct qw_build; number: of a model that the state has. */
static const char *model_name(const void *context, uint32_t number)
{
    const struct qw_build *b = context;
    const uint32_t offset = qw_models(b->state)[number].offset;
    return offset > 0 ? (const char *)b->demo->data + offset : ""; /* lists may leave gaps */
}

static const struct model *find_model(struct qw_build *b, uint32_t number)
{
    if (number == 0 || number >= b->state->arrays[QW_MODELS].count) {
        return NULL;
    }
    return quake_find_model(&b->base, number, model_name(b, number));
}

/* FTE's "trans": 0 is "not set", 255 opaque. Its other gift, "colourmod", has no place in a picture
 * of 256 colours. */
static uint8_t decode_trans(uint8_t trans)
{
    return trans == 0 ? 255 : trans;
}

/* Progress, 0..1, of an animation frame that began at `start`: frames interpolate over 0.1 s. */
static float frame_lerp(float start, double time)
{
    const double passed = time - (double)start;
    return passed < 0.1 ? (passed > 0.0 ? (float)(passed / 0.1) : 0.0f) : 1.0f;
}

static void set_frame(struct qw_build *b, struct palette_entity *to, uint32_t frame,
                      uint32_t old_frame, float start)
{
    const bool changed = frame != old_frame;
    quake_set_frame(&b->base, to, (int32_t)frame, (int32_t)old_frame,
                    changed ? frame_lerp(start, b->moment.time) : 1.0f);
}

/* The lights CL_LinkPlayers and CL_LinkPacketEntities make; those with a colour are as large as the
 * dim one. */
static enum quake_glow find_glow(uint32_t effects)
{
    if (effects & (QW_EF_BLUE | QW_EF_RED)) {
        return QUAKE_GLOW_DIM;
    }
    return effects & QW_EF_BRIGHTLIGHT ? QUAKE_GLOW_BRIGHT
           : effects & QW_EF_DIMLIGHT  ? QUAKE_GLOW_DIM
                                       : QUAKE_GLOW_NONE;
}

/* --- players ---------------------------------------------------------------------------------- */

/* CL_AddFlagModels: distance from the player's origin back to the flag; some frames lean. */
static float flag_distance(uint32_t frame)
{
    static const uint8_t pain[12] = {2, 8,  12, 11, 10, 4,
                                     2, 10, 10, 8,  4,  2}; /* from frame 29 on */
    const float distance = 14.0f;
    if (frame >= 29 && frame <= 40) {
        return distance + (float)pain[frame - 29];
    }
    return frame >= 103 && frame <= 118 ? distance + (frame <= 106 ? 6.0f : 7.0f) : distance;
}

static void add_flag(struct qw_build *b, const struct palette_entity *player, int32_t skin)
{
    float forward[3], right[3], up[3], origin[3], angles[3];
    const float distance = flag_distance((uint32_t)player->frame);
    memcpy(angles, player->angles, sizeof angles);
    dmath_angle_vectors(angles, forward, right, up);
    forward[2] = -forward[2]; /* models pitch the other way */
    for (int i = 0; i < 3; i++) {
        origin[i] = player->origin[i] - distance * forward[i] + 22.0f * right[i];
    }
    origin[2] -= 16.0f;
    angles[2] -= 45.0f;
    const struct model *model = find_model(b, b->state->flag_model);
    struct palette_entity *to = quake_add_entity(&b->base, model, 0, origin, angles, player->alpha);
    if (to != NULL) {
        to->skin = skin;
    }
}

/* A player's colours, or what the viewer has chosen instead. */
static void set_colors(const struct qw_build *b, struct palette_entity *to,
                       const struct qw_player *player)
{
    const uint32_t slot = (uint32_t)(player - b->state->players);
    const bool is_mate = slot == b->eyes.slot || qw_are_mates(b->state, b->eyes.slot, slot);
    const struct scene_color *forced = scene_options_color(b->base.options, is_mate);
    quake_set_colors(to, forced->set ? forced->shirt : player->top_color,
                     forced->set ? forced->trousers : player->bottom_color);
}

/* Colours and, on the standard model, the player's chosen skin. */
static void set_player_skin(struct qw_build *b, struct palette_entity *to,
                            const struct qw_player *player, uint32_t model)
{
    set_colors(b, to, player);
    if (model == b->state->player_model && to->model->kind == MODEL_ALIAS && b->base.data->skins) {
        to->own_skin = skin_store_get(b->base.data->skins, player->skin, to->model->mdl->skin_width,
                                      to->model->mdl->skin_height);
    }
}

/* A following spectator is at the followed player's position. */
static bool hides_spectator(const struct qw_build *b, const float origin[3])
{
    if (!b->eyes.free || b->base.camera != CAMERA_EYE) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        const float offset = b->eyes.feet[i] - origin[i];
        if (!(offset >= -16.0f && offset <= 16.0f)) {
            return false;
        }
    }
    return true;
}

static void add_player(struct qw_build *b, uint32_t slot)
{
    const struct qw_player *player = &b->state->players[slot];
    const struct qw_player_state *now = &player->states[0];
    const bool own = slot == b->eyes.slot;
    float origin[3], looks[3], angles[3];
    qw_player_place(b->state, player, &b->moment, origin, looks);
    if (own) { /* the eyes and the body are in one place */
        memcpy(origin, b->eyes.feet, sizeof origin);
    }
    quake_add_glow(&b->base, slot, origin, find_glow(now->effects));
    if (!player->spectator && now->model != 0 && !(now->flags & (QW_PF_DEAD | QW_PF_GIB))) {
        quake_bodies_add(&b->base, slot, origin, looks[1]);
    }
    if ((own && b->base.camera == CAMERA_EYE) || player->spectator || hides_spectator(b, origin)) {
        return;
    }
    angles[0] = -looks[0] / 3.0f;
    angles[1] = looks[1];
    angles[2] = 0.0f;
    angles[2] = quake_roll(angles, now->velocity) * 4.0f;
    struct palette_entity *to = quake_add_entity(&b->base, find_model(b, now->model), slot, origin,
                                                 angles, decode_trans(now->trans));
    if (to == NULL) {
        return;
    }
    if (own) {
        b->base.viewer = b->base.scene->num_entities - 1;
    }
    set_frame(b, to, now->frame, player->old_frame, player->frame_start);
    to->skin = now->skin;
    set_player_skin(b, to, player, now->model);
    if (now->effects & (QW_EF_FLAG1 | QW_EF_FLAG2)) {
        const struct palette_entity wearer = *to; /* the list may move */
        add_flag(b, &wearer, now->effects & QW_EF_FLAG1 ? 0 : 1);
    }
}

static void add_players(struct qw_build *b)
{
    for (uint32_t i = 0; i < QW_PLAYERS; i++) {
        if (b->state->players[i].visible) {
            add_player(b, i);
        }
    }
}

/* --- entities --------------------------------------------------------------------------------- */

static void add_entity(struct qw_build *b, const struct qw_shown *e)
{
    const struct qw_frame_entity *now = &e->now;
    const struct model *model = find_model(b, now->model);
    float origin[3], angles[3];
    qw_entity_place(e, b->moment.lerp, origin, angles);
    const uint32_t flags = quake_alias_flags(model);
    const bool rocket = effect_trail_of_flags(flags) == EFFECT_TRAIL_ROCKET && !e->is_new;
    quake_add_glow(&b->base, 64u + now->number, origin,
                   rocket ? QUAKE_GLOW_ROCKET : find_glow(now->effects));
    if (flags & MDL_ROTATE) {
        angles[0] = angles[2] = 0.0f;
        angles[1] = quake_spin(b->base.whole->time);
    }
    struct palette_entity *to = quake_add_entity(&b->base, model, 64u + now->number, origin, angles,
                                                 decode_trans(now->trans));
    if (to == NULL) {
        return;
    }
    set_frame(b, to, now->frame, e->old_frame, e->frame_start);
    to->skin = now->skin;
    if (now->colormap >= 1 && now->colormap <= QW_PLAYERS && now->model == b->state->player_model) {
        set_player_skin(b, to, &b->state->players[now->colormap - 1], now->model); /* a corpse */
    }
}

static void add_nails(struct qw_build *b)
{
    const struct model *model = find_model(b, b->state->spike_model);
    const struct qw_shown_nail *nails = qw_shown_nails(b->state);
    for (uint32_t i = 0; i < b->state->arrays[QW_NAILS_SHOWN].count && model != NULL; i++) {
        const float angles[3] = {nails[i].pitch, nails[i].yaw, 0.0f};
        float origin[3];
        for (int j = 0; j < 3; j++) {
            const float from = nails[i].old_origin[j];
            origin[j] = from + b->moment.lerp * (nails[i].origin[j] - from);
        }
        quake_add_entity(&b->base, model, i, origin, angles, 255);
    }
}

static void add_static(struct qw_build *b, uint32_t number, const struct qw_frame_entity *from)
{
    float angles[3];
    for (int i = 0; i < 3; i++) {
        angles[i] = qw_angle_degrees(from->angles[i]);
    }
    struct palette_entity *to = quake_add_static(&b->base, find_model(b, from->model), number,
                                                 from->origin, angles, decode_trans(from->trans));
    if (to != NULL) {
        quake_set_frame(&b->base, to, from->frame, from->frame, 1.0f);
        to->skin = from->skin;
    }
}

/* CL_UpdateExplosions: what a NetQuake server has an entity for. */
static void add_explosion(struct qw_build *b, const struct effect_event *event)
{
    static const float upright[3] = {0.0f, 0.0f, 0.0f};
    const double passed = b->moment.time - event->start;
    if (b->explosion == NULL) {
        b->explosion = model_store_get(b->base.data->models, "progs/s_explod.spr", NULL);
    }
    const uint32_t frames = b->explosion != NULL && b->explosion->kind == MODEL_SPRITE
                                ? b->explosion->spr->num_frames
                                : 0;
    if (passed < 0.0 || passed * 10.0 >= frames) {
        return;
    }
    struct palette_entity *to =
        quake_add_entity(&b->base, b->explosion, 0, event->origin, upright, 255);
    if (to != NULL) {
        quake_set_frame(&b->base, to, (int32_t)(passed * 10.0), (int32_t)(passed * 10.0), 1.0f);
    }
}

static void add_events(struct qw_build *b)
{
    const struct effect_event *events = qw_events(b->state);
    for (uint32_t i = 0; i < b->state->arrays[QW_EVENTS].count; i++) {
        const struct effect_event *event = &events[i];
        if (event->kind == EFFECT_EXPLOSION) {
            add_explosion(b, event);
        }
        if (event->kind == EFFECT_BEAM) {
            const bool own = event->key == b->eyes.slot + 1 && event->key <= QW_PLAYERS;
            quake_add_beam(&b->base, event, own ? b->eyes.feet : NULL);
        } else if (event->kind == EFFECT_LIGHT) {
            effect_add_light(b->base.scene, event, b->moment.time);
        } else if (!b->base.options->no_particles) {
            const bool trail = event->kind == EFFECT_TRAIL;
            quake_add_particles(&b->base, event, trail ? find_model(b, event->model) : NULL);
        }
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

static void add_world(struct qw_build *b)
{
    const struct worldspawn_view *view = quake_add_world(&b->base, find_model(b, 1));
    const float fog[4] = {view->fog_density, view->fog_color[0], view->fog_color[1],
                          view->fog_color[2]};
    quake_set_fog(&b->base, view, fog);
    quake_set_skybox(&b->base, b->state->sky_name[0] ? b->state->sky_name : view->skybox);
    quake_set_replacements(&b->base, b->state->arrays[QW_MODELS].count, model_name, b);
}

static const struct model *model_of_number(void *context, uint32_t number)
{
    return find_model(context, number);
}

/* Doors and lifts block prediction where they were at the recorder's last server position. */
static void find_view(struct qw_build *b)
{
    struct qw_obstacle obstacles[2][QW_PREDICT_OBSTACLES];
    struct qw_walls walls = {.obstacles = {obstacles[0], obstacles[1]}};
    const struct model *world = b->base.scene->world;
    if (!b->state->is_mvd && world != NULL && !world->missing) {
        walls.world = world->bsp;
        walls.count = qw_predict_obstacles(b->state, model_of_number, b, obstacles);
    }
    b->moment.no_kicks = b->base.options->no_kicks;
    b->moment.no_punch = b->base.options->no_punch;
    qw_view_find(b->state, &b->moment, b->base.options->follow, &walls, &b->eyes, &b->base.view);
    quake_choose_camera(&b->base);
}

static void add_weapon(struct qw_build *b)
{
    struct palette_entity *to = b->base.view.has_weapon ? quake_add_weapon(&b->base, 255) : NULL;
    if (to != NULL) {
        const struct qw_player *player = &b->state->players[b->eyes.slot];
        to->model = find_model(b, (uint32_t)player->view.stats[QW_STAT_WEAPON]);
        set_frame(b, to, player->states[0].weapon_frame, player->view.weapon_old_frame,
                  player->view.weapon_start);
    }
}

static void add_blends(struct qw_build *b)
{
    struct quake_tints tints = qw_view_tints(b->state, &b->eyes, b->moment.time);
    quake_add_blends(&b->base, &tints);
}

int qw_scene_build(struct scene *scene, const struct qw_state *state, const struct qw_demo *demo,
                   double fraction, const struct scene_options *options, struct quake_data *data)
{
    struct qw_build b = {.state = state, .demo = demo, .moment = qw_interp_at(state, fraction)};
    const bool in_game = state->in_game && state->updates > 0;
    b.eyes.slot = QW_NOBODY;
    int code = quake_build_begin(&b.base, scene, data, options, b.moment.time, state->seed);
    scene->time = qw_server_time(state, b.moment.time);
    if (code != 0) {
        return code;
    }
    quake_animate_lightstyles(&b.base, state->lightstyles[0], QW_STYLE_BYTES,
                              state->lightstyle_lengths);
    if (in_game) {
        add_world(&b);
        find_view(&b);
        quake_place_view(&b.base, state->intermission != 0);
        add_players(&b);
        for (uint32_t i = 0; i < state->arrays[QW_ENTITIES].count; i++) {
            add_entity(&b, &qw_shown_entities(state)[i]);
        }
        add_nails(&b);
        add_events(&b);
        for (uint32_t i = 0; i < state->arrays[QW_STATICS].count; i++) {
            add_static(&b, i, &qw_statics(state)[i]);
        }
        quake_place_camera(&b.base);
        quake_bodies_hide(&b.base);
        quake_add_ghosts(&b.base);
        add_blends(&b);
        add_weapon(&b);
    }
    if (scene_options_have_hud(options)) {
        qw_hud_add(&b.base, state, &b.eyes, in_game);
    }
    return quake_build_end(&b.base);
}

int qw_scene_listen(struct scene *scene, const struct qw_state *state, const struct qw_demo *demo,
                    double fraction, const struct scene_options *options, struct quake_data *data,
                    struct demo_listener *listener)
{
    struct qw_build b = {.state = state, .demo = demo, .moment = qw_interp_at(state, fraction)};
    b.eyes.slot = QW_NOBODY;
    int code = quake_build_begin(&b.base, scene, data, options, b.moment.time, state->seed);
    scene->time = qw_server_time(state, b.moment.time);
    *listener = (struct demo_listener){.entity = DEMO_SOUND_NOBODY};
    if (code != 0 || !state->in_game || state->updates == 0) {
        return code;
    }
    b.base.walls_only = true;
    (void)quake_add_world(&b.base, find_model(&b, 1));
    find_view(&b);
    if (b.base.camera == CAMERA_CHASE) { /* walls are in its way */
        for (uint32_t i = 0; i < state->arrays[QW_ENTITIES].count; i++) {
            add_entity(&b, &qw_shown_entities(state)[i]);
        }
        for (uint32_t i = 0; i < state->arrays[QW_STATICS].count; i++) {
            add_static(&b, i, &qw_statics(state)[i]);
        }
    }
    quake_place_camera(&b.base);
    const bool somebody = b.eyes.slot != QW_NOBODY;
    quake_listen(&b.base, somebody ? (int32_t)b.eyes.slot + 1 : DEMO_SOUND_NOBODY,
                 somebody ? (uint32_t)1 << b.eyes.slot : 0, listener);
    return quake_build_end(&b.base);
}
