#include "engine/nq_scene.h"

#include <string.h>

#include "engine/effects.h"
#include "engine/hud.h"
#include "engine/nq_state.h"
#include "engine/nq_view.h"
#include "render/dmath.h"

enum {
    REMEMBERED_MODELS = 512, /* of higher numbers each use asks the store again */
    MAX_HUD_PLAYERS = 255
};
#define NOBODY SIZE_MAX

/* The box of a player around its origin, as the game's own code has it. */
static const float player_mins[3] = {-16.0f, -16.0f, -24.0f};
static const float player_maxs[3] = {16.0f, 16.0f, 32.0f};

/* One picture in the making. */
struct build {
    struct scene *scene;
    const struct nq_state *state;
    const struct dem_file *dem;
    struct gamedata *data;
    const struct scene_options *options;
    struct nq_moment moment;
    struct nq_view view;
    enum camera_kind camera; /* the one in use: nobody may be there to follow */
    size_t viewer;           /* the recorder's place among the scene's entities, NOBODY = none */
    const struct model *models[REMEMBERED_MODELS]; /* what the store said during this build */
    const struct model *beams[4];
};

static const struct model *find_model(struct build *b, uint32_t number)
{
    if (number == 0 || number >= b->state->arrays[NQ_MODELS].count) {
        return NULL;
    }
    if (number < REMEMBERED_MODELS && b->models[number] != NULL) {
        return b->models[number];
    }
    const char *name = (const char *)b->dem->data + nq_models(b->state)[number].offset;
    const struct model *model =
        name[0] != '\0' ? model_store_get(b->data->models, name, b->scene->world) : NULL;
    if (number < REMEMBERED_MODELS) {
        b->models[number] = model;
    }
    return model;
}

/* The skybox of that name, NULL: the map's own sky. */
static const struct skybox *find_skybox(struct gamedata *data, const char *name)
{
    return data->skyboxes && name[0] ? skybox_store_get(data->skyboxes, name) : NULL;
}

static uint32_t alias_flags(const struct model *model)
{
    return model != NULL && model->kind == MODEL_ALIAS ? model->mdl->flags : 0;
}

/* R_AnimateLight */
static void animate_lightstyles(const struct nq_state *s, double time, int32_t levels[])
{
    uint32_t tenth = time > 0.0 ? (uint32_t)(time * 10) : 0;
    for (int i = 0; i < SCENE_LIGHTSTYLES; i++) {
        uint32_t length = s->lightstyle_lengths[i];
        levels[i] = 256;
        if (length > 0) {
            int32_t level = ((uint8_t)s->lightstyles[i][tenth % length] - 'a') * 22;
            levels[i] = level > 0 ? level : 0;
        }
    }
}

/* The field of view is given for 4:3; other shapes keep the height of the view. */
static float fov_for_frame(const struct scene_options *options)
{
    float fov = options->fov > 1.0f ? (options->fov < 170.0f ? options->fov : 170.0f) : 1.0f;
    if (options->width * 3 == options->height * 4 || options->width <= 0 || options->height <= 0) {
        return fov;
    }
    double half = (double)fov * DMATH_PI / 360.0;
    double across = dmath_tan(half) * ((double)options->width / options->height) / (4.0 / 3.0);
    return (float)(dmath_atan2(across, 1.0) * 360.0 / DMATH_PI);
}

/* A random phase for models that ask for it; always the same one for the same entity. */
static double sync_base(const struct model *model, uint32_t number)
{
    bool random = model->kind == MODEL_ALIAS    ? model->mdl->random_sync
                  : model->kind == MODEL_SPRITE ? model->spr->random_sync
                                                : false;
    return random ? (double)((float)(dmath_hash(number, 0x5f, 0) & 0x7fff) / 32767.0f) : 0.0;
}

/* ENTALPHA_DECODE in 1/255: 0 is "as ever", 1 is invisible. */
static uint8_t decode_alpha(uint32_t alpha)
{
    return alpha == NQ_ALPHA_DEFAULT ? 255 : (uint8_t)(((alpha - 1) * 255 + 127) / 254);
}

/* Player colours apply to whatever names a player as its colormap. */
static void set_colors(const struct build *b, struct scene_entity *to, uint32_t colormap)
{
    if (colormap == 0 || colormap > b->state->arrays[NQ_PLAYERS].count) {
        return;
    }
    uint32_t colors = nq_players(b->state)[colormap - 1].colors;
    to->translate = true;
    to->shirt = (uint8_t)(colors >> 4 & 15);
    to->trousers = (uint8_t)(colors & 15);
}

/* Models of which QuakeSpasm shows each frame by itself: flames and tools, whose frames have
 * nothing to do with each other (r_nolerp_list). */
static bool never_lerps(const struct model *model)
{
    static const char folder[] = "progs/";
    static const char *const names[] = {"flame.mdl",    "flame2.mdl",   "braztall.mdl",
                                        "brazshrt.mdl", "longtrch.mdl", "flame_pyre.mdl",
                                        "v_saw.mdl",    "v_xfist.mdl",  "h2stuff/newfire.mdl"};
    if (strncmp(model->name, folder, sizeof folder - 1) != 0) {
        return false;
    }
    const char *name = model->name + sizeof folder - 1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (name[0] == names[i][0] && strcmp(name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* lerp: how far it is from old_frame to frame. */
static void set_frame(const struct build *b, struct scene_entity *to, int32_t frame,
                      int32_t old_frame, float lerp)
{
    const struct model *model = to->model;
    to->frame = frame;
    to->old_frame = frame;
    to->frame_lerp = 1.0f;
    if (!b->options->lerp_models || model == NULL || model->kind != MODEL_ALIAS) {
        return;
    }
    uint32_t shown = frame >= 0 && (uint32_t)frame < model->mdl->num_frames ? (uint32_t)frame : 0;
    bool lerps = old_frame != frame && lerp < 1.0f;
    bool is_group = model->mdl->num_frames > 0 && model->mdl->frames[shown].count > 1;
    if ((lerps || is_group) && !never_lerps(model)) {
        to->lerp_poses = is_group;
        to->old_frame = lerps ? old_frame : frame;
        to->frame_lerp = lerps ? lerp : 1.0f;
    }
}

static void add_static(struct build *b, uint32_t number, const struct nq_baseline *from)
{
    const struct model *model = find_model(b, from->model);
    uint8_t alpha = decode_alpha(from->alpha);
    struct scene_entity *to = model != NULL && alpha > 0 ? scene_add_entity(b->scene) : NULL;
    if (to == NULL) {
        return;
    }
    to->model = model;
    memcpy(to->origin, from->origin, sizeof to->origin);
    memcpy(to->angles, from->angles, sizeof to->angles);
    set_frame(b, to, from->frame, from->frame, 1.0f);
    to->skin = from->skin;
    to->sync_base = sync_base(model, number + 0x10000u);
    to->alpha = alpha;
    to->own_alpha = from->alpha != NQ_ALPHA_DEFAULT;
    to->scale = from->scale;
    to->needs_pvs = true;
}

static void add_entity_light(struct build *b, const float origin[3], float rise, float radius)
{
    struct scene_dlight *light = scene_add_dlight(b->scene);
    if (light != NULL) {
        memcpy(light->origin, origin, sizeof light->origin);
        light->origin[2] += rise;
        light->radius = radius;
    }
}

/* Whether an entity shines all the time; then its muzzle flashes do not show, as both have its one
 * light. */
static bool has_own_light(const struct nq_entity *e, const struct model *model)
{
    /* In the order CL_RelinkEntities asks, where a rocket's flag comes after four others. */
    return (e->effects & (NQ_EF_BRIGHTLIGHT | NQ_EF_DIMLIGHT)) ||
           effect_trail_of_flags(alias_flags(model)) == EFFECT_TRAIL_ROCKET;
}

static void add_entity_effects(struct build *b, uint32_t number, const struct nq_entity *e,
                               const struct model *model, const float origin[3])
{
    if ((e->effects & NQ_EF_BRIGHTFIELD) && !b->options->no_particles) {
        effect_add_field(b->scene, origin, b->moment.time);
    }
    if (!has_own_light(e, model)) {
        return;
    }
    float flicker = (float)(dmath_hash(b->state->update_block, number, 1) & 31);
    if (effect_trail_of_flags(alias_flags(model)) == EFFECT_TRAIL_ROCKET) {
        add_entity_light(b, origin, 0.0f, 200.0f);
    } else if (e->effects & NQ_EF_DIMLIGHT) {
        add_entity_light(b, origin, 0.0f, 200.0f + flicker);
    } else {
        add_entity_light(b, origin, 16.0f, 400.0f + flicker);
    }
}

/* anglemod(100 * time): items turn in 65536 steps. */
static float spin(double time)
{
    float turned = (float)(100.0 * time);
    return (float)((360.0 / 65536) * (double)((int64_t)((double)turned * (65536 / 360.0)) & 65535));
}

static void add_entity(struct build *b, uint32_t number, const struct nq_entity *e)
{
    const struct model *model = find_model(b, e->model);
    if (model == NULL) {
        return;
    }
    float origin[3], angles[3];
    if (b->options->lerp_steps) {
        nq_entity_place_smooth(b->state, e, &b->moment, origin, angles);
    } else {
        nq_entity_place(b->state, e, b->moment.lerp, origin, angles);
    }
    if (alias_flags(model) & MDL_ROTATE) {
        angles[1] = spin(b->moment.time);
    }
    add_entity_effects(b, number, e, model, origin);
    uint8_t alpha = decode_alpha(e->alpha);
    if ((number == b->state->view_entity && b->camera == CAMERA_EYE) || alpha == 0) {
        return; /* nobody sees himself */
    }
    struct scene_entity *to = scene_add_entity(b->scene);
    if (to == NULL) {
        return;
    }
    if (number == b->state->view_entity) {
        b->viewer = b->scene->num_entities - 1;
    }
    to->model = model;
    memcpy(to->origin, origin, sizeof to->origin);
    memcpy(to->angles, angles, sizeof to->angles);
    bool changed = e->frame != e->old_frame;
    set_frame(b, to, e->frame, e->old_frame,
              changed ? nq_entity_lerp(e, e->frame_start, b->moment.time) : 1.0f);
    to->skin = e->skin;
    to->sync_base = sync_base(model, number);
    to->alpha = alpha;
    to->own_alpha = e->alpha != NQ_ALPHA_DEFAULT;
    to->scale = e->scale;
    set_colors(b, to, e->colormap);
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
    static const char *const names[4] = {"progs/bolt.mdl", "progs/bolt2.mdl", "progs/bolt3.mdl",
                                         "progs/beam.mdl"};
    uint32_t which = event->model == NQ_TE_LIGHTNING1   ? 0
                     : event->model == NQ_TE_LIGHTNING2 ? 1
                     : event->model == NQ_TE_LIGHTNING3 ? 2
                                                        : 3;
    if (event->start > b->moment.time || event->end < b->moment.time) {
        return;
    }
    if (b->beams[which] == NULL) {
        b->beams[which] = model_store_get(b->data->models, names[which], NULL);
    }
    float from[3], angles[3];
    memcpy(from, event->origin, sizeof from);
    const struct nq_entity *viewer = nq_entity_get(b->state, b->state->view_entity);
    if (event->key == b->state->view_entity && viewer != NULL) {
        nq_entity_place(b->state, viewer, b->moment.lerp, from, angles);
    }
    effect_add_beam(b->scene, event, from, b->beams[which], b->state->update_block, b->moment.time);
}

static void add_light(struct build *b, const struct effect_event *event)
{
    const struct nq_entity *e = event->key ? nq_entity_get(b->state, event->key) : NULL;
    if (e != NULL && e->msg_time == b->state->times[0] &&
        has_own_light(e, find_model(b, e->model))) {
        return;
    }
    effect_add_light(b->scene, event, b->moment.time);
}

static void add_particles(struct build *b, const struct effect_event *event)
{
    if (event->kind != EFFECT_TRAIL) {
        effect_add_particles(b->scene, event, b->moment.time);
        return;
    }
    uint32_t flags = alias_flags(find_model(b, event->model));
    if (flags != 0) {
        struct effect_event trail = *event;
        trail.color = (uint8_t)effect_trail_of_flags(flags);
        effect_add_particles(b->scene, &trail, b->moment.time);
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
        } else if (!b->options->no_particles) {
            add_particles(b, &events[i]);
        }
    }
}

/* The world's: its liquids, fog and sky, unless the server or the viewer says otherwise. */
static void add_world(struct build *b)
{
    struct scene *scene = b->scene;
    const struct nq_state *s = b->state;
    const struct model *world = find_model(b, 1);
    static const struct worldspawn_view bare = {.sky_fog = WORLDSPAWN_SKY_FOG};
    const struct worldspawn_view *view = &bare;
    if (world != NULL && world->kind == MODEL_BRUSH) {
        scene->world = world;
        memcpy(scene->liquid_clear, world->liquid_clear, sizeof(scene->liquid_clear));
        view = &world->view;
    }
    if (b->options->own_water_alpha) {
        /* In whole tenths like the map's. */
        float alpha = b->options->water_alpha;
        int tenths = alpha > 0.0f ? (int)((alpha < 1.0f ? alpha : 1.0f) * 10.0f + 0.5f) : 0;
        memset(scene->liquid_clear, 10 - tenths, sizeof(scene->liquid_clear));
    }
    if (!b->options->no_fog) {
        const float own[4] = {view->fog_density, view->fog_color[0], view->fog_color[1],
                              view->fog_color[2]};
        float fog[4];
        nq_fog_at(&s->fog, b->moment.time, own, fog);
        scene->fog.density = fog[0];
        memcpy(scene->fog.color, fog + 1, sizeof scene->fog.color);
        scene->sky_fog = view->sky_fog;
    }
    if (!b->options->no_skybox) {
        scene->skybox = find_skybox(b->data, s->skybox_named ? s->skybox : view->skybox);
    }
}

static void find_view(struct build *b)
{
    nq_view_find(b->state, &b->moment, &b->view);
    b->camera = b->options->camera.kind;
    if (b->camera == CAMERA_CHASE && !b->view.is_followable) {
        b->camera = CAMERA_EYE;
    }
}

/* A wall behind the recorder may leave room only inside the model: better none than its inside. */
static void hide_close_viewer(struct build *b)
{
    struct scene *scene = b->scene;
    if (b->viewer == NOBODY) {
        return;
    }
    struct scene_entity *viewer = &scene->entities[b->viewer];
    for (int i = 0; i < 3; i++) {
        float offset = scene->camera.origin[i] - viewer->origin[i];
        if (!(offset > player_mins[i] && offset < player_maxs[i])) {
            return;
        }
    }
    size_t behind = scene->num_entities - b->viewer - 1;
    memmove(viewer, viewer + 1, behind * sizeof *viewer);
    scene->num_entities--;
}

/* After the entities, as walls among them hold the chase camera up. */
static void add_camera(struct build *b)
{
    struct scene_camera *camera = &b->scene->camera;
    bool chase = b->camera == CAMERA_CHASE;
    memcpy(camera->origin, chase ? b->view.plain_origin : b->view.origin, sizeof camera->origin);
    memcpy(camera->angles, chase ? b->view.plain_angles : b->view.angles, sizeof camera->angles);
    if (b->camera != CAMERA_EYE) {
        camera_place(&b->options->camera, b->scene, camera->origin, camera->angles);
    }
    if (chase) {
        hide_close_viewer(b);
    }
}

/* Liquids colour and bend what the camera sees; what happens to the recorder only who is with
 * them. */
static void add_blends(struct build *b)
{
    struct scene *scene = b->scene;
    int contents = CONTENTS_EMPTY;
    const struct model *world = scene->world;
    if (world != NULL && !world->missing) {
        uint32_t leaf = bsp_point_leaf(world->bsp, world->submodel, scene->camera.origin);
        contents = world->bsp->leafs[leaf].contents;
    }
    if (b->camera != CAMERA_EYE && contents == CONTENTS_SKY) {
        contents = CONTENTS_EMPTY; /* the original takes it for water, but no eye gets there */
    }
    scene->underwater_warp = contents <= CONTENTS_WATER;
    nq_view_blends(b->state, b->moment.time, contents, scene->blends);
    for (int i = 1; i < SCENE_BLENDS && b->camera == CAMERA_FREE; i++) {
        scene->blends[i].percent = 0;
    }
}

static void add_weapon(struct build *b)
{
    const struct nq_state *s = b->state;
    uint8_t alpha = decode_alpha(s->weapon_alpha);
    /* The original hides the weapon in views wider than 90 degrees. */
    if (b->camera != CAMERA_EYE || !b->view.has_weapon || b->options->no_view_model ||
        b->options->fov > 90.0f || alpha == 0) {
        return;
    }
    int32_t weapon = s->stats[NQ_STAT_WEAPON];
    struct scene_entity *to = &b->scene->view_model;
    to->model = find_model(b, (uint32_t)weapon);
    memcpy(to->origin, b->view.weapon_origin, sizeof to->origin);
    memcpy(to->angles, b->view.weapon_angles, sizeof to->angles);
    set_frame(b, to, s->stats[NQ_STAT_WEAPON_FRAME], (int32_t)s->weapon_old_frame,
              nq_weapon_lerp(s, b->moment.time));
    to->alpha = alpha;
}

static size_t list_players(const struct nq_state *s, struct hud_player players[MAX_HUD_PLAYERS])
{
    const struct nq_player *from = nq_players(s);
    size_t count = s->arrays[NQ_PLAYERS].count;
    count = count < MAX_HUD_PLAYERS ? count : MAX_HUD_PLAYERS;
    for (size_t i = 0; i < count; i++) {
        players[i] =
            (struct hud_player){from[i].name, from[i].frags, (uint8_t)(from[i].colors >> 4 & 15),
                                (uint8_t)(from[i].colors & 15), i + 1 == s->view_entity};
    }
    return count;
}

static void add_hud(struct build *b)
{
    const struct nq_state *s = b->state;
    struct hud_line lines[NQ_PRINT_LINES];
    struct hud_player players[MAX_HUD_PLAYERS];
    for (uint32_t i = 0; i < s->print_count; i++) {
        const struct nq_print_line *line = &s->prints[(s->print_first + i) % NQ_PRINT_LINES];
        lines[i] = (struct hud_line){line->text, line->length, line->time};
    }
    const struct hud_info info = {
        .time = b->moment.time,
        /* The status bar is the recorder's own: not for who flies elsewhere. */
        .in_game = nq_state_in_game(s) && b->camera != CAMERA_FREE,
        .paused = s->paused != 0,
        .deathmatch = s->game_type == 1,
        .ending = (enum hud_ending)s->intermission,
        .completed_time = s->completed_time,
        .health = s->stats[NQ_STAT_HEALTH],
        .armor = s->stats[NQ_STAT_ARMOR],
        .ammo = s->stats[NQ_STAT_AMMO],
        .ammo_counts = {s->stats[NQ_STAT_SHELLS], s->stats[NQ_STAT_SHELLS + 1],
                        s->stats[NQ_STAT_SHELLS + 2], s->stats[NQ_STAT_SHELLS + 3]},
        .items = s->items,
        .active_weapon = (uint32_t)s->stats[NQ_STAT_ACTIVE_WEAPON],
        .item_times = s->item_times,
        .face_time = s->face_time,
        .monsters = s->stats[NQ_STAT_MONSTERS],
        .total_monsters = s->stats[NQ_STAT_TOTAL_MONSTERS],
        .secrets = s->stats[NQ_STAT_SECRETS],
        .total_secrets = s->stats[NQ_STAT_TOTAL_SECRETS],
        .level_name = s->level_name,
        .lines = lines,
        .num_lines = s->print_count,
        .center = s->center,
        .center_length = s->center_length,
        .center_time = s->center_time,
        .players = players,
        .num_players = list_players(s, players),
        .max_players = s->max_clients,
    };
    hud_draw(b->scene, b->data, &info, b->options->width, b->options->height);
}

int nq_scene_build(struct scene *scene, const struct nq_state *state, const struct dem_file *dem,
                   double fraction, const struct scene_options *options, struct gamedata *data)
{
    struct build b = {.scene = scene,
                      .state = state,
                      .dem = dem,
                      .data = data,
                      .options = options,
                      .viewer = NOBODY,
                      .moment = nq_moment_at(state, fraction)};
    scene_clear(scene);
    scene->time = b.moment.time;
    scene->camera.fov_x = fov_for_frame(options);
    animate_lightstyles(state, b.moment.time, scene->light_levels);
    if (nq_state_in_game(state)) {
        add_world(&b);
        find_view(&b);
        add_entities(&b);
        add_events(&b);
        for (uint32_t i = 0; i < state->arrays[NQ_STATICS].count; i++) {
            add_static(&b, i, &nq_statics(state)[i]);
        }
        add_camera(&b);
        add_blends(&b);
        add_weapon(&b);
    }
    if (!options->no_hud) {
        add_hud(&b);
    }
    return 0;
}
