#include "engine/quake/quake_scene.h"

#include <math.h>
#include <string.h>

#include "engine/family/demo_sounds.h"
#include "engine/hud/hud_row.h"
#include "engine/quake/hud/hud_layout.h"
#include "engine/quake/quake_camera.h"
#include "formats/base/dmath.h"

/* The box of a player around its origin, as the game's own code has it. */
static const float player_mins[3] = {-16.0f, -16.0f, -24.0f};
static const float player_maxs[3] = {16.0f, 16.0f, 32.0f};

/* Temporary entities of both games. */
enum { TE_LIGHTNING1 = 5, TE_LIGHTNING2 = 6, TE_LIGHTNING3 = 9 };

int quake_build_begin(struct quake_build *b, struct scene *scene, struct quake_data *data,
                      const struct scene_options *options, double time, uint32_t flicker)
{
    memset(b, 0, sizeof *b);
    b->whole = scene;
    b->scene = palette_scene_begin(scene);
    b->data = data;
    b->options = options;
    b->time = time;
    b->flicker = flicker;
    b->viewer = QUAKE_NOBODY;
    scene->time = time;
    scene->camera.fov_x = scene_options_fov(options);
    return b->scene != NULL ? 0 : FORMAT_MEMORY;
}

int quake_build_end(struct quake_build *b)
{
    const bool lacks_data = files_lacked_memory(b->data->files);
    return lacks_data || b->scene->lacks_memory ? FORMAT_MEMORY : 0;
}

/* A letter's light. */
static int32_t light_of(char letter)
{
    const int32_t level = ((uint8_t)letter - 'a') * 22;
    return level > 0 ? level : 0;
}

/* Light between two letters; a leap of LEAP or more happens at once, as ironwail has it. */
static int32_t lerp_light(int32_t level, int32_t next, double share)
{
    enum { LEAP = 6 * 22 };
    const int32_t step = next - level;
    return step > -LEAP && step < LEAP ? level + (int32_t)(step * share) : level;
}

void quake_animate_lightstyles(struct quake_build *b, const char *styles, size_t stride,
                               const uint8_t lengths[PALETTE_LIGHTSTYLES])
{
    int32_t *levels = b->scene->light_levels;
    const double tenths = b->whole->time * 10;
    const uint32_t tenth = tenths > 0.0 && tenths < 4e9 ? (uint32_t)tenths : 0;
    const double share = tenths > 0.0 && tenths < 4e9 ? tenths - tenth : 0.0;
    for (size_t i = 0; i < PALETTE_LIGHTSTYLES; i++) {
        const char *letters = &styles[i * stride];
        const uint32_t length = lengths[i];
        levels[i] = length > 0 ? light_of(letters[tenth % length]) : 256;
        if (length > 0 && b->options->lerp_lightstyles) {
            const int32_t next = light_of(letters[(tenth + 1) % length]);
            levels[i] = lerp_light(levels[i], next, share);
        }
    }
}

/* --- models ----------------------------------------------------------------------------------- */

static bool has_walls(const char *name)
{
    static const char ending[] = ".bsp";
    const size_t length = strlen(name);
    size_t same = 0;
    while (length > 4 && same < 4 && (name[length - 4 + same] | 0x20) == (ending[same] | 0x20)) {
        same++;
    }
    return name[0] == '*' || same == 4;
}

const struct model *quake_find_model(struct quake_build *b, uint32_t number, const char *name)
{
    if (number < QUAKE_REMEMBERED_MODELS && b->models[number] != NULL) {
        return b->models[number];
    }
    const bool wanted = name[0] != '\0' && (!b->walls_only || has_walls(name));
    const struct model *model =
        wanted ? model_store_get(b->data->models, name, b->scene->world) : NULL;
    if (number < QUAKE_REMEMBERED_MODELS) {
        b->models[number] = model;
    }
    return model;
}

double quake_sync_base(const struct model *model, uint32_t number)
{
    bool random = model->kind == MODEL_ALIAS    ? model->mdl->random_sync
                  : model->kind == MODEL_SPRITE ? model->spr->random_sync
                                                : false;
    return random ? (double)((float)(dmath_hash(number, 0x5f, 0) & 0x7fff) / 32767.0f) : 0.0;
}

/* In 65536 steps. */
float quake_spin(double time)
{
    float turned = (float)(100.0 * time);
    return (float)((360.0 / 65536) * (double)((int64_t)((double)turned * (65536 / 360.0)) & 65535));
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

void quake_set_frame(const struct quake_build *b, struct palette_entity *to, int32_t frame,
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

struct palette_entity *quake_add_entity(struct quake_build *b, const struct model *model,
                                        uint32_t number, const float origin[3],
                                        const float angles[3], uint8_t alpha)
{
    struct palette_entity *to =
        model != NULL && alpha > 0 ? palette_scene_add_entity(b->scene) : NULL;
    if (to != NULL) {
        to->model = model;
        memcpy(to->origin, origin, sizeof to->origin);
        memcpy(to->angles, angles, sizeof to->angles);
        to->frame_lerp = 1.0f;
        to->sync_base = quake_sync_base(model, number);
        to->alpha = alpha;
    }
    return to;
}

struct palette_entity *quake_add_static(struct quake_build *b, const struct model *model,
                                        uint32_t number, const float origin[3],
                                        const float angles[3], uint8_t alpha)
{
    struct palette_entity *to =
        quake_add_entity(b, model, number + 0x10000u, origin, angles, alpha);
    if (to != NULL) {
        to->needs_pvs = true;
    }
    return to;
}

/* --- lights, beams, particles ----------------------------------------------------------------- */

void quake_add_glow(struct quake_build *b, uint32_t number, const float origin[3],
                    enum quake_glow glow)
{
    struct palette_dlight *light =
        glow != QUAKE_GLOW_NONE ? palette_scene_add_dlight(b->scene) : NULL;
    if (light == NULL) {
        return;
    }
    float flicker = (float)(dmath_hash(b->flicker, number, 1) & 31);
    memcpy(light->origin, origin, sizeof light->origin);
    light->radius = 200.0f;
    if (glow == QUAKE_GLOW_BRIGHT) {
        light->origin[2] += 16.0f;
        light->radius = 400.0f;
    }
    if (glow != QUAKE_GLOW_ROCKET) {
        light->radius += flicker;
    }
}

void quake_add_beam(struct quake_build *b, const struct effect_event *event, const float *own_from)
{
    static const char *const names[4] = {"progs/bolt.mdl", "progs/bolt2.mdl", "progs/bolt3.mdl",
                                         "progs/beam.mdl"};
    uint32_t which = event->model == TE_LIGHTNING1   ? 0
                     : event->model == TE_LIGHTNING2 ? 1
                     : event->model == TE_LIGHTNING3 ? 2
                                                     : 3;
    if (event->start > b->time || event->end < b->time) {
        return;
    }
    if (b->beams[which] == NULL) {
        b->beams[which] = model_store_get(b->data->models, names[which], NULL);
    }
    effect_add_beam(b->scene, event, own_from != NULL ? own_from : event->origin, b->beams[which],
                    b->flicker, b->time);
}

void quake_add_particles(struct quake_build *b, const struct effect_event *event,
                         const struct model *model)
{
    if (event->kind != EFFECT_TRAIL || event->color != EFFECT_TRAIL_BY_MODEL) {
        effect_add_particles(b->scene, event, b->time);
        return;
    }
    uint32_t flags = quake_alias_flags(model);
    if (flags != 0) {
        struct effect_event trail = *event;
        trail.color = (uint8_t)effect_trail_of_flags(flags);
        effect_add_particles(b->scene, &trail, b->time);
    }
}

/* --- the world -------------------------------------------------------------------------------- */

const struct worldspawn_view *quake_add_world(struct quake_build *b, const struct model *world)
{
    static const struct worldspawn_view bare = {.sky_fog = WORLDSPAWN_SKY_FOG};
    const struct worldspawn_view *view = &bare;
    struct palette_scene *scene = b->scene;
    if (world != NULL && world->kind == MODEL_BRUSH) {
        scene->world = world;
        memcpy(scene->liquid_clear, world->liquid_clear, sizeof(scene->liquid_clear));
        memcpy(scene->liquid_alpha, world->liquid_alpha, sizeof(scene->liquid_alpha));
        view = &world->view;
    }
    if (b->options->own_water_alpha) {
        /* In whole tenths like the map's. */
        float alpha = b->options->water_alpha;
        int tenths = alpha > 0.0f ? (int)((alpha < 1.0f ? alpha : 1.0f) * 10.0f + 0.5f) : 0;
        memset(scene->liquid_clear, 10 - tenths, sizeof(scene->liquid_clear));
        for (int i = 0; i < LIQUIDS; i++) {
            scene->liquid_alpha[i] = (float)tenths / 10.0f;
        }
    }
    return view;
}

void quake_set_fog(struct quake_build *b, const struct worldspawn_view *view, const float fog[4])
{
    if (!b->options->no_fog) {
        b->scene->fog.density = fog[0];
        memcpy(b->scene->fog.color, fog + 1, sizeof b->scene->fog.color);
        b->scene->sky_fog = view->sky_fog;
    }
}

void quake_set_replacements(struct quake_build *b, uint32_t count,
                            const char *(*name)(const void *context, uint32_t number),
                            const void *context)
{
    const struct replacement_models models = {b->scene->world, count, name, context};
    if (b->options->true_color && !b->options->no_replacements && b->data->replacements != NULL) {
        b->scene->replacements = replacement_store_get(b->data->replacements, &models);
    }
}

void quake_set_skybox(struct quake_build *b, const char *name)
{
    if (!b->options->no_skybox && b->data->skyboxes != NULL && name[0] != '\0') {
        if (b->options->true_color) {
            b->scene->skybox_pictures = skybox_store_get_pictures(b->data->skyboxes, name);
        } else {
            b->scene->skybox = skybox_store_get(b->data->skyboxes, name);
        }
    }
}

/* --- the camera ------------------------------------------------------------------------------- */

void quake_choose_camera(struct quake_build *b)
{
    b->camera = b->options->camera.kind;
    b->whole->camera.is_fixed = !b->view.is_followable;
    if (b->camera == CAMERA_CHASE && !b->view.is_followable) {
        b->camera = CAMERA_EYE;
    }
}

void quake_place_view(struct quake_build *b, bool ending)
{
    const struct scene_options *options = b->options;
    if (scene_options_have_hud(options) && !ending) {
        const bool has_bar = b->camera != CAMERA_FREE;
        b->scene->view = hud_lay_out(&options->hud, options->width, options->height, has_bar).view;
    }
}

/* A wall behind the player may leave room only inside the model: better none than its inside. */
static void hide_close_viewer(struct quake_build *b)
{
    struct palette_scene *scene = b->scene;
    if (b->viewer == QUAKE_NOBODY) {
        return;
    }
    struct palette_entity *viewer = &scene->entities[b->viewer];
    for (int i = 0; i < 3; i++) {
        float offset = b->whole->camera.origin[i] - viewer->origin[i];
        if (!(offset > player_mins[i] && offset < player_maxs[i])) {
            return;
        }
    }
    size_t behind = scene->num_entities - b->viewer - 1;
    memmove(viewer, viewer + 1, behind * sizeof *viewer);
    scene->num_entities--;
}

void quake_place_camera(struct quake_build *b)
{
    struct scene_camera *camera = &b->whole->camera;
    bool chase = b->camera == CAMERA_CHASE;
    memcpy(camera->origin, chase ? b->view.plain_origin : b->view.origin, sizeof camera->origin);
    memcpy(camera->angles, chase ? b->view.plain_angles : b->view.angles, sizeof camera->angles);
    if (b->camera != CAMERA_EYE) {
        quake_camera_place(&b->options->camera, b->scene, camera->origin, camera->angles);
    }
    if (chase) {
        hide_close_viewer(b);
    }
}

void quake_listen(const struct quake_build *b, int32_t entity, uint32_t audience,
                  struct demo_listener *listener)
{
    const struct scene_camera *camera = &b->whole->camera;
    const struct model *world = b->scene->world;
    float forward[3], up[3];
    *listener = (struct demo_listener){
        .entity = b->camera == CAMERA_FREE ? DEMO_SOUND_NOBODY : entity, .audience = audience};
    memcpy(listener->origin, camera->origin, sizeof listener->origin);
    dmath_angle_vectors(camera->angles, forward, listener->right, up);
    if (world != NULL && world->kind == MODEL_BRUSH && !world->missing) {
        const uint32_t leaf = bsp_point_leaf(world->bsp, world->submodel, camera->origin);
        listener->in_level = true;
        memcpy(listener->ambience, world->bsp->leafs[leaf].ambients, sizeof listener->ambience);
    }
}

static int camera_contents(const struct quake_build *b)
{
    const struct model *world = b->scene->world;
    if (world == NULL || world->missing) {
        return CONTENTS_EMPTY;
    }
    uint32_t leaf = bsp_point_leaf(world->bsp, world->submodel, b->whole->camera.origin);
    return world->bsp->leafs[leaf].contents;
}

void quake_add_blends(struct quake_build *b, struct quake_tints *tints)
{
    struct palette_scene *scene = b->scene;
    tints->contents = camera_contents(b);
    if (b->camera != CAMERA_EYE && tints->contents == CONTENTS_SKY) {
        tints->contents =
            CONTENTS_EMPTY; /* the original takes it for water, but no eye gets there */
    }
    tints->solid_is_slime = tints->solid_is_slime && b->camera == CAMERA_EYE;
    if (b->camera == CAMERA_FREE) {
        tints->air[3] = 0; /* the server dims the player's view, not the place */
    }
    scene->underwater_warp = tints->contents <= CONTENTS_WATER;
    quake_blend(tints, scene->blends);
    for (int i = 0; i < PALETTE_BLENDS; i++) {
        const bool of_player = i != SCENE_BLEND_LIQUID; /* not of a place */
        if ((b->options->hidden_blends >> i & 1) || (of_player && b->camera == CAMERA_FREE)) {
            scene->blends[i].percent = 0;
        }
    }
}

struct palette_entity *quake_add_weapon(struct quake_build *b, uint8_t alpha)
{
    /* The original hides the weapon in views wider than 90 degrees. */
    if (b->camera != CAMERA_EYE || !b->view.has_weapon || b->options->no_view_model ||
        b->options->fov > 90.0f || alpha == 0) {
        return NULL;
    }
    struct palette_entity *to = &b->scene->view_model;
    memcpy(to->origin, b->view.weapon_origin, sizeof to->origin);
    to->origin[2] += scene_options_have_hud(b->options) ? hud_weapon_lift(&b->options->hud) : 0.0f;
    memcpy(to->angles, b->view.weapon_angles, sizeof to->angles);
    to->alpha = alpha;
    return to;
}

/* --- the HUD ---------------------------------------------------------------------------------- */

struct hud_info quake_begin_hud(const struct quake_build *b, bool in_game)
{
    return (struct hud_info){.time = b->time,
                             .options = &b->options->hud,
                             .ghosts = b->options->ghosts,
                             .num_ghosts = b->options->num_ghosts,
                             .timed = b->options->items,
                             .num_timed = b->options->num_items,
                             .calls = b->options->calls,
                             .num_calls = b->options->num_calls,
                             .flags = b->options->flags,
                             .num_flags = b->options->num_flags,
                             .view_name = b->options->view_name,
                             .covered = b->options->covered,
                             .outlines = b->options->outlines,
                             .in_game = in_game,
                             .camera = in_game ? &b->whole->camera : NULL,
                             .bodies = b->bodies,
                             .num_bodies = b->num_bodies,
                             .flies = b->camera == CAMERA_FREE,
                             .outside = b->camera != CAMERA_EYE,
                             .match_clock = -1.0};
}

double quake_ground_speed(const float velocity[3])
{
    const double x = (double)velocity[0], y = (double)velocity[1];
    return sqrt(x * x + y * y);
}

size_t quake_list_lines(const struct console_ring *ring, const struct console_line *from,
                        uint32_t capacity, uint32_t audience, struct hud_line *lines)
{
    size_t count = 0;
    for (uint32_t i = 0; i < ring->count && i < capacity; i++) {
        const struct console_line *line = &from[(ring->first + i) % capacity];
        if (line->audience & audience) {
            lines[count++] = (struct hud_line){.text = line->text,
                                               .length = line->length,
                                               .time = line->time,
                                               .runs = line->runs,
                                               .num_runs = line->num_runs};
        }
    }
    return count;
}

size_t quake_list_kills(const struct frag_feed *feed, double time,
                        struct hud_kill kills[FRAG_FEED_LINES])
{
    size_t count = 0;
    const struct frag_line *line;
    while (count < FRAG_FEED_LINES && (line = frag_feed_line(feed, (uint32_t)count)) != NULL) {
        const char *cause = obituary_cause_word((enum obituary_cause)line->cause);
        kills[count++] = (struct hud_kill){
            .killer = {(const char *)line->killer, line->killer_length, line->killer_length},
            .victim = {(const char *)line->victim, line->victim_length, line->victim_length},
            .cause = hud_string_of(cause),
            .age = time - line->time};
    }
    return count;
}

/* Name of the most important weapon. */
static const char *best_weapon(uint32_t items)
{
    enum { ROCKETS = 5, LIGHTNING = 6 };
    static const char *const names[] = {"sg", "ssg", "ng", "sng", "gl"};
    const bool rocket = items >> ROCKETS & 1, lightning = items >> LIGHTNING & 1;
    if (rocket || lightning) {
        return rocket && lightning ? "rlg" : rocket ? "rl" : "lg";
    }
    for (int i = 4; i >= 0; i--) {
        if (items >> i & 1) {
            return names[i];
        }
    }
    return "axe";
}

static char armor_letter(uint32_t items)
{
    return items & HUD_IT_ARMOR3   ? 'r'
           : items & HUD_IT_ARMOR2 ? 'y'
           : items & HUD_IT_ARMOR1 ? 'g'
                                   : ' ';
}

void quake_set_mate_items(struct hud_teammate *mate, uint32_t items)
{
    mate->armor_letter = armor_letter(items);
    mate->weapon = best_weapon(items);
    mate->powerups[0] = items & HUD_IT_QUAD ? 'Q' : ' ';
    mate->powerups[1] = items & HUD_IT_INVULNERABILITY ? 'P' : ' ';
    mate->powerups[2] = items & HUD_IT_INVISIBILITY ? 'R' : ' ';
    mate->powerups[3] = '\0';
}

const char *quake_place_name(const struct quake_build *b, const float origin[3])
{
    const struct model *world = b->scene->world;
    if (world == NULL || world->bsp == NULL) {
        return "";
    }
    const char *entities = world->missing ? "" : world->bsp->entities; /* a .loc may be there */
    return loc_file_nearest(loc_store_get(b->data->places, world->name, entities), origin);
}
