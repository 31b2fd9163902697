#include "engine/netquake/nq_scene.h"

#include <string.h>

#include "engine/family/demo_sounds.h"
#include "engine/hud/hud_row.h"
#include "engine/netquake/nq_delta_state.h"
#include "engine/netquake/nq_keys.h"
#include "engine/netquake/nq_state.h"
#include "engine/netquake/nq_view.h"
#include "engine/quake/overlay/quake_bodies.h"
#include "engine/quake/quake_ghost.h"
#include "engine/quake/quake_scene.h"

enum { MAX_HUD_PLAYERS = 255 };

/* A frame being built. */
struct build {
    struct quake_build base;
    const struct nq_state *state;
    const struct dem_file *dem;
    struct nq_interp moment;
};

/* context: a struct build; number: of a model that the state has. */
static const char *model_name(const void *context, uint32_t number)
{
    const struct build *b = context;
    return (const char *)b->dem->data + nq_models(b->state)[number].offset;
}

static const struct model *find_model(struct build *b, uint32_t number)
{
    if (number == 0 || number >= b->state->arrays[NQ_MODELS].count) {
        return NULL;
    }
    return quake_find_model(&b->base, number, model_name(b, number));
}

/* ENTALPHA_DECODE in 1/255: 0 is "as ever", 1 is invisible. */
static uint8_t decode_alpha(uint32_t alpha)
{
    return alpha == NQ_ALPHA_DEFAULT ? 255 : (uint8_t)(((alpha - 1) * 255 + 127) / 254);
}

/* Of one colour with the recorder: its team; and who plays with others against monsters has no
 * enemies. slot: from 0. */
static bool is_mate(const struct nq_state *s, uint32_t slot)
{
    const uint32_t own = s->view_entity - 1;
    const struct nq_player *players = nq_players(s);
    return slot == own || s->game_type != 1 ||
           (s->teamplay != 0 && own < s->arrays[NQ_PLAYERS].count &&
            ((players[slot].colors ^ players[own].colors) & 15) == 0);
}

/* Shirt and trousers of a player, or what the viewer has chosen instead: shirt << 4 | trousers. */
static uint32_t find_colors(const struct build *b, uint32_t slot)
{
    const struct scene_color *forced =
        scene_options_color(b->base.options, is_mate(b->state, slot));
    return forced->set ? (uint32_t)forced->shirt << 4 | forced->trousers
                       : nq_players(b->state)[slot].colors;
}

/* Player colours apply to whatever names a player as its colormap. */
static void set_colors(const struct build *b, struct palette_entity *to, uint32_t colormap)
{
    if (colormap == 0 || colormap > b->state->arrays[NQ_PLAYERS].count) {
        return;
    }
    const uint32_t colors = find_colors(b, colormap - 1);
    quake_set_colors(to, (uint8_t)(colors >> 4 & 15), (uint8_t)(colors & 15));
}

static void set_shine(struct palette_entity *to, const struct nq_shine *shine)
{
    to->tinted = shine->tinted != 0;
    memcpy(to->tint, shine->tint, sizeof to->tint);
    to->full_bright = shine->full_bright != 0;
}

static void add_static(struct build *b, uint32_t number, const struct nq_static *of)
{
    const struct nq_baseline *from = &of->looks;
    struct palette_entity *to =
        quake_add_static(&b->base, find_model(b, from->model), number, from->origin, from->angles,
                         decode_alpha(from->alpha));
    if (to != NULL) {
        quake_set_frame(&b->base, to, from->frame, from->frame, 1.0f);
        to->skin = from->skin;
        to->own_alpha = from->alpha != NQ_ALPHA_DEFAULT;
        to->scale = from->scale;
        set_shine(to, &of->shine);
    }
}

/* The light an entity has all the time; then its muzzle flashes do not show, as both have its one
 * light. In the order CL_RelinkEntities asks, where a rocket's flag comes after four others. */
static enum quake_glow find_glow(const struct nq_entity *e, uint32_t flags)
{
    if (effect_trail_of_flags(flags) == EFFECT_TRAIL_ROCKET) {
        return QUAKE_GLOW_ROCKET;
    }
    return e->effects & NQ_EF_DIMLIGHT      ? QUAKE_GLOW_DIM
           : e->effects & NQ_EF_BRIGHTLIGHT ? QUAKE_GLOW_BRIGHT
                                            : QUAKE_GLOW_NONE;
}

/* Model flags of an entity, after its own effects changed them. */
static uint32_t entity_flags(const struct build *b, uint32_t number, const struct model *model)
{
    return nq_delta_model_flags(b->state, number, quake_alias_flags(model));
}

static bool is_alias(const struct model *model)
{
    return model != NULL && model->kind == MODEL_ALIAS;
}

/* Where replacement deltas have the entity: at its parent's tag, or before the eyes. The pitch of
 * alias models counts the other way. False: it is not drawn. */
static bool place_delta(struct build *b, uint32_t number, const struct model *model,
                        float origin[3], float angles[3])
{
    const float side = is_alias(model) ? -1.0f : 1.0f;
    struct nq_attached place = {.angles = {side * angles[0], angles[1], angles[2]}};
    memcpy(place.origin, origin, sizeof place.origin);
    if (!nq_delta_attach(b->state, number, b->moment.lerp, &place)) {
        return false;
    }
    const bool eye = b->base.camera == CAMERA_EYE;
    if (place.flags & NQ_DF_VIEW_MODEL) {
        if (!eye) {
            return false;
        }
        nq_delta_turn(b->base.view.origin, b->base.view.angles, &place);
    }
    memcpy(origin, place.origin, sizeof place.origin);
    memcpy(angles, place.angles, sizeof place.angles);
    angles[0] *= side;
    return !(eye && (place.flags & NQ_DF_EXTERIOR));
}

/* Shirt and trousers colours of a replacement delta without a player. */
static void set_entity_colors(const struct build *b, struct palette_entity *to, uint32_t number,
                              const struct nq_entity *e)
{
    const struct nq_delta_entity *d = nq_delta_get(b->state, number);
    if (d != NULL && (d->now.flags & NQ_DF_COLORMAPPED)) {
        quake_set_colors(to, e->colormap >> 4, e->colormap & 15);
    } else {
        set_colors(b, to, e->colormap);
    }
}

/* The lights an entity has all the time. DarkPlaces gives it one, the widest. */
static void add_glow(struct build *b, uint32_t number, const struct nq_entity *e, uint32_t flags,
                     const float origin[3])
{
    const enum quake_glow glow = find_glow(e, flags);
    quake_add_glow(&b->base, number, origin, glow);
    struct palette_dlight *light = glow == QUAKE_GLOW_NONE && e->shine.glow > 0
                                       ? palette_scene_add_dlight(b->base.scene)
                                       : NULL;
    if (light != NULL) {
        memcpy(light->origin, origin, sizeof light->origin);
        light->radius = 4.0f * (float)e->shine.glow;
    }
}

/* A player's body keeps its entity and model when it dies: its frames tell. */
static bool is_alive(const struct model *model, uint32_t frame)
{
    enum { FIRST_DEATH = 41, LAST_DEATH = 102 };
    const bool dead = frame >= FIRST_DEATH && frame <= LAST_DEATH;
    return strcmp(model->name, "progs/eyes.mdl") == 0 ||
           (strcmp(model->name, "progs/player.mdl") == 0 && !dead);
}

static void add_entity(struct build *b, uint32_t number, const struct nq_entity *e)
{
    const struct model *model = find_model(b, e->model);
    if (model == NULL) {
        return;
    }
    float origin[3], angles[3];
    if (b->base.options->lerp_steps) {
        nq_entity_place_smooth(b->state, e, &b->moment, origin, angles);
    } else {
        nq_entity_place(b->state, e, b->moment.lerp, origin, angles);
    }
    const bool shown =
        nq_delta_get(b->state, number) == NULL || place_delta(b, number, model, origin, angles);
    const uint32_t flags = entity_flags(b, number, model);
    if (flags & MDL_ROTATE) {
        angles[1] = quake_spin(b->moment.time);
    }
    if ((e->effects & NQ_EF_BRIGHTFIELD) && !b->base.options->no_particles) {
        effect_add_field(b->base.scene, origin, b->moment.time);
    }
    add_glow(b, number, e, flags, origin);
    if (number <= b->state->arrays[NQ_PLAYERS].count && shown && is_alive(model, e->frame)) {
        quake_bodies_add(&b->base, number - 1, origin, angles[1]);
    }
    if (!shown || e->shine.hidden ||
        (number == b->state->view_entity && b->base.camera == CAMERA_EYE)) {
        return; /* the own body is not drawn */
    }
    struct palette_entity *to =
        quake_add_entity(&b->base, model, number, origin, angles, decode_alpha(e->alpha));
    if (to == NULL) {
        return;
    }
    if (number == b->state->view_entity) {
        b->base.viewer = b->base.scene->num_entities - 1;
    }
    bool changed = e->frame != e->old_frame;
    quake_set_frame(&b->base, to, e->frame, e->old_frame,
                    changed ? nq_entity_lerp(e, e->frame_start, b->moment.time) : 1.0f);
    to->skin = e->skin;
    to->own_alpha = e->alpha != NQ_ALPHA_DEFAULT;
    to->scale = e->scale;
    set_shine(to, &e->shine);
    set_entity_colors(b, to, number, e);
}

static void add_entities(struct build *b)
{
    const struct nq_entity *entities = nq_entities(b->state);
    for (uint32_t i = 1; i < b->state->arrays[NQ_ENTITIES].count; i++) {
        if (entities[i].msg_time == b->state->times[0] && entities[i].model != 0) {
            add_entity(b, i, &entities[i]);
        }
    }
}

static void add_beam(struct build *b, const struct effect_event *event)
{
    float from[3], angles[3];
    const struct nq_entity *viewer = nq_entity_get(b->state, b->state->view_entity);
    bool own = event->key == b->state->view_entity && viewer != NULL;
    if (own) {
        nq_entity_place(b->state, viewer, b->moment.lerp, from, angles);
    }
    quake_add_beam(&b->base, event, own ? from : NULL);
}

static void add_light(struct build *b, const struct effect_event *event)
{
    const struct nq_entity *e = event->key ? nq_entity_get(b->state, event->key) : NULL;
    if (e != NULL && e->msg_time == b->state->times[0] &&
        find_glow(e, entity_flags(b, event->key, find_model(b, e->model))) != QUAKE_GLOW_NONE) {
        return;
    }
    effect_add_light(b->base.scene, event, b->moment.time);
}

/* A sprite's frames one after the other (DarkPlaces CL_Effect). */
static void add_animation(struct build *b, const struct effect_event *event)
{
    static const float angles[3] = {0.0f, 0.0f, 0.0f};
    const double time = b->moment.time;
    if (time < event->start || time > event->end) {
        return;
    }
    const uint32_t frame = (uint32_t)((time - event->start) / (double)event->span);
    const struct model *model = frame < event->count ? find_model(b, event->model) : NULL;
    struct palette_entity *to =
        model != NULL ? quake_add_entity(&b->base, model, 0, event->origin, angles, 255) : NULL;
    if (to != NULL) {
        const int32_t shown = (int32_t)(event->key + frame);
        quake_set_frame(&b->base, to, shown, shown, 1.0f);
    }
}

static void add_events(struct build *b)
{
    const struct effect_event *events = nq_events(b->state);
    for (uint32_t i = 0; i < b->state->arrays[NQ_EVENTS].count; i++) {
        if (events[i].kind == EFFECT_BEAM) {
            add_beam(b, &events[i]);
        } else if (events[i].kind == EFFECT_LIGHT) {
            add_light(b, &events[i]);
        } else if (events[i].kind == EFFECT_ANIMATION) {
            add_animation(b, &events[i]);
        } else if (!b->base.options->no_particles) {
            bool moved = events[i].kind == EFFECT_TRAIL;
            quake_add_particles(&b->base, &events[i],
                                moved ? find_model(b, events[i].model) : NULL);
        }
    }
}

/* The world with liquids, fog and sky; server and viewer options override the map's. */
static void add_world(struct build *b)
{
    const struct nq_state *s = b->state;
    const struct worldspawn_view *view = quake_add_world(&b->base, find_model(b, 1));
    const float own[4] = {view->fog_density, view->fog_color[0], view->fog_color[1],
                          view->fog_color[2]};
    float fog[4];
    nq_fog_at(&s->fog, b->moment.time, own, fog);
    quake_set_fog(&b->base, view, fog);
    quake_set_skybox(&b->base, s->skybox_named ? s->skybox : view->skybox);
    quake_set_replacements(&b->base, s->arrays[NQ_MODELS].count, model_name, b);
}

static void add_blends(struct build *b)
{
    struct quake_tints tints = nq_view_tints(b->state, b->moment.time);
    quake_add_blends(&b->base, &tints);
}

static void add_weapon(struct build *b)
{
    const struct nq_state *s = b->state;
    struct palette_entity *to = quake_add_weapon(&b->base, decode_alpha(s->weapon_alpha));
    if (to != NULL) {
        to->model = find_model(b, (uint32_t)s->stats[NQ_STAT_WEAPON]);
        quake_set_frame(&b->base, to, s->stats[NQ_STAT_WEAPON_FRAME], (int32_t)s->weapon_old_frame,
                        nq_weapon_lerp(s, b->moment.time));
    }
}

static size_t list_players(const struct nq_state *s, struct hud_player players[MAX_HUD_PLAYERS])
{
    const struct nq_player *from = nq_players(s);
    size_t count = s->arrays[NQ_PLAYERS].count;
    count = count < MAX_HUD_PLAYERS ? count : MAX_HUD_PLAYERS;
    for (size_t i = 0; i < count; i++) {
        players[i] = (struct hud_player){.name = from[i].name,
                                         .frags = from[i].frags,
                                         .shirt = (uint8_t)(from[i].colors >> 4 & 15),
                                         .trousers = (uint8_t)(from[i].colors & 15),
                                         .self = i + 1 == s->view_entity};
    }
    return count;
}

/* Health is told of the recorder alone. */
static void describe_bodies(struct build *b)
{
    const struct nq_state *s = b->state;
    const struct nq_player *players = nq_players(s);
    for (size_t i = 0; i < b->base.num_bodies; i++) {
        struct hud_body *body = &b->base.bodies[i];
        body->name = hud_string_of(players[body->slot].name);
        body->followed = body->slot + 1 == s->view_entity;
        body->is_mate = is_mate(s, body->slot);
        quake_bodies_color(b->base.data, find_colors(b, body->slot), body->color);
        body->has_health = body->followed && (s->has_clientdata != 0 || nq_stats_tell_all(s));
        body->health = s->stats[NQ_STAT_HEALTH];
        body->armor = s->stats[NQ_STAT_ARMOR];
    }
}

static void add_hud(struct build *b)
{
    const struct nq_state *s = b->state;
    struct hud_line lines[NQ_PRINT_LINES];
    struct hud_player players[MAX_HUD_PLAYERS];
    struct hud_kill kills[FRAG_FEED_LINES];
    describe_bodies(b);
    struct hud_info info = quake_begin_hud(&b->base, nq_state_in_game(s));
    info.paused = s->paused != 0;
    info.deathmatch = s->game_type == 1;
    info.teamplay = (int32_t)s->teamplay;
    info.intermission = (enum hud_intermission)s->intermission;
    info.completed_time = s->completed_time;
    info.health = s->stats[NQ_STAT_HEALTH];
    info.armor = s->stats[NQ_STAT_ARMOR];
    info.ammo = s->stats[NQ_STAT_AMMO];
    memcpy(info.ammo_counts, &s->stats[NQ_STAT_SHELLS], sizeof info.ammo_counts);
    info.items = s->items;
    info.active_weapon = (uint32_t)s->stats[NQ_STAT_ACTIVE_WEAPON];
    info.item_times = s->item_times;
    info.face_time = s->face_time;
    info.monsters = s->stats[NQ_STAT_MONSTERS];
    info.total_monsters = s->stats[NQ_STAT_TOTAL_MONSTERS];
    info.secrets = s->stats[NQ_STAT_SECRETS];
    info.total_secrets = s->stats[NQ_STAT_TOTAL_SECRETS];
    info.level_name = s->level_name;
    info.speed = quake_ground_speed(s->velocity[0]);
    info.keys = nq_keys_find(s);
    info.lines = lines;
    info.num_lines =
        quake_list_lines(&s->console, s->prints, NQ_PRINT_LINES, CONSOLE_EVERYBODY, lines);
    info.center = s->center.text;
    info.center_length = s->center.length;
    info.center_time = s->center.time;
    info.center_since = s->center.since;
    info.kills = kills;
    info.num_kills = quake_list_kills(&s->frags, info.time, kills);
    info.players = players;
    info.num_players = list_players(s, players);
    info.max_players = s->max_clients;
    info.map = quake_bodies_map(&b->base);
    hud_draw(b->base.scene, b->base.data, &info, b->base.options->width, b->base.options->height);
}

static void zoom_view(struct build *b)
{
    float *fov = &b->base.whole->camera.fov_x;
    if (b->base.camera == CAMERA_EYE) {
        *fov = nq_view_zoom(b->state, *fov);
    }
}

int nq_scene_build(struct scene *scene, const struct nq_state *state, const struct dem_file *dem,
                   double fraction, const struct scene_options *options, struct quake_data *data)
{
    struct build b = {.state = state, .dem = dem, .moment = nq_interp_at(state, fraction)};
    b.moment.no_kicks = options->no_kicks;
    b.moment.no_punch = options->no_punch;
    b.moment.air_bob = options->air_bob;
    int code = quake_build_begin(&b.base, scene, data, options, b.moment.time, state->seed);
    if (code != 0) {
        return code;
    }
    quake_animate_lightstyles(&b.base, state->lightstyles[0], NQ_STYLE_BYTES,
                              state->lightstyle_lengths);
    if (nq_state_in_game(state)) {
        add_world(&b);
        nq_view_find(state, &b.moment, &b.base.view);
        quake_choose_camera(&b.base);
        zoom_view(&b);
        quake_place_view(&b.base, state->intermission != 0);
        add_entities(&b);
        add_events(&b);
        for (uint32_t i = 0; i < state->arrays[NQ_STATICS].count; i++) {
            add_static(&b, i, &nq_statics(state)[i]);
        }
        quake_place_camera(&b.base);
        quake_bodies_hide(&b.base);
        quake_add_ghosts(&b.base);
        add_blends(&b);
        add_weapon(&b);
    }
    if (scene_options_have_hud(options)) {
        add_hud(&b);
    }
    return quake_build_end(&b.base);
}

int nq_scene_listen(struct scene *scene, const struct nq_state *state, const struct dem_file *dem,
                    double fraction, const struct scene_options *options, struct quake_data *data,
                    struct demo_listener *listener)
{
    struct build b = {.state = state, .dem = dem, .moment = nq_interp_at(state, fraction)};
    b.moment.no_kicks = options->no_kicks;
    b.moment.no_punch = options->no_punch;
    b.moment.air_bob = options->air_bob;
    int code = quake_build_begin(&b.base, scene, data, options, b.moment.time, state->seed);
    *listener = (struct demo_listener){.entity = DEMO_SOUND_NOBODY};
    if (code != 0 || !nq_state_in_game(state)) {
        return code;
    }
    b.base.walls_only = true;
    (void)quake_add_world(&b.base, find_model(&b, 1));
    nq_view_find(state, &b.moment, &b.base.view);
    quake_choose_camera(&b.base);
    if (b.base.camera == CAMERA_CHASE) { /* walls are in its way */
        add_entities(&b);
        for (uint32_t i = 0; i < state->arrays[NQ_STATICS].count; i++) {
            add_static(&b, i, &nq_statics(state)[i]);
        }
    }
    quake_place_camera(&b.base);
    quake_listen(&b.base, (int32_t)state->view_entity, 0, listener);
    return quake_build_end(&b.base);
}
