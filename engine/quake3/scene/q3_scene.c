#include "engine/quake3/scene/q3_scene.h"

#include <stdlib.h>
#include <string.h>

#include "engine/quake3/effects/q3_effects.h"
#include "engine/quake3/effects/q3_local_limit.h"
#include "engine/quake3/hud/q3_hud.h"
#include "engine/quake3/scene/level_fx/q3_decals.h"
#include "engine/quake3/scene/level_fx/q3_fragments.h"
#include "engine/quake3/scene/q3_build.h"
#include "engine/quake3/scene/q3_ghosts.h"
#include "engine/quake3/scene/q3_packet_entities.h"
#include "engine/quake3/scene/q3_players.h"
#include "engine/quake3/scene/q3_preload.h"
#include "engine/quake3/scene/q3_unknown.h"
#include "engine/quake3/scene/q3_viewmodel.h"

/* --- the world -------------------------------------------------------------------------------- */

static void find_level(struct q3_build *b)
{
    char name[Q3_NAME_BYTES];
    q3_interp_level(&b->interp, name);
    const bool first = name[0] != '\0' && !q3_data_has_level(b->data, name);
    b->level = name[0] != '\0' ? q3_data_level(b->data, name) : NULL;
    if (first && b->level) {
        q3_preload(b);
    }
    b->scene->level = b->level;
}

/* Closed areas are known for the recorded view only. A placeholder level has no areas. */
static void add_areas(struct q3_build *b)
{
    const struct q3_snapshot *from = b->interp.from;
    const size_t size = from->area_size < RGB_AREA_BYTES ? from->area_size : (size_t)RGB_AREA_BYTES;
    b->scene->all_areas = !b->level || b->level->missing || b->view.free ||
                          b->options->camera.kind != CAMERA_EYE ||
                          (b->options->follow != 0 && !b->view.own_eyes);
    memcpy(b->scene->hidden_areas, from->areas, size);
}

/* A name up to `end`, cut to fit. */
static const char *take_name(const char *text, char end, char name[Q3_SHADER_NAME])
{
    const char *stop = strchr(text, end);
    if (!stop) {
        return NULL;
    }
    const size_t length = (size_t)(stop - text), most = Q3_SHADER_NAME - 1;
    memcpy(name, text, length < most ? length : most);
    name[length < most ? length : most] = '\0';
    return stop + 1;
}

/* Names live in the game data. */
static void add_remap(struct q3_build *b, const char *from, const char *to, float offset)
{
    const struct material *old = q3_data_material(b->data, from, Q3_LIGHT_NONE);
    const struct material *new = q3_data_material(b->data, to, Q3_LIGHT_NONE);
    struct rgb_remap *remap = old && new && !new->missing ? rgb_scene_add_remap(b->scene) : NULL;
    if (remap) {
        remap->from = old->name;
        remap->to = new;
        remap->time_offset = offset > -1e6f && offset < 1e6f ? offset : 0.0f;
    }
}

/* Adds the shader remaps of the configstring "old=new:offset@old=new:offset@"; later ones replace
 * earlier ones. */
static void add_remaps(struct q3_build *b)
{
    char from[Q3_SHADER_NAME], to[Q3_SHADER_NAME], number[Q3_SHADER_NAME];
    const struct q3_interp *m = &b->interp;
    const char *at =
        m->game->shaders != 0 ? q3_gamestate_string(&m->state->gamestate, m->game->shaders) : "";
    for (uint32_t i = 0; b->level && i < b->level->num_remaps; i++) {
        add_remap(b, b->level->remaps[i].from, b->level->remaps[i].to, 0.0f);
    }
    while ((at = take_name(at, '=', from)) != NULL && (at = take_name(at, ':', to)) != NULL &&
           (at = take_name(at, '@', number)) != NULL) {
        add_remap(b, from, to, strtof(number, NULL));
    }
}

/* --- camera ----------------------------------------------------------------------------------- */

/* An intermission has 90 degrees, whatever is chosen (CG_CalcFov). */
static float find_fov(const struct q3_build *b)
{
    struct scene_options options = *b->options;
    if (b->view.fixed && options.camera.kind != CAMERA_FREE &&
        b->interp.player.fields[Q3_PS_PM_TYPE] == Q3_PM_INTERMISSION) {
        options.fov = 90.0f;
    }
    return scene_options_fov(&options);
}

static void aim_camera(struct q3_build *b)
{
    struct scene *scene = b->whole;
    scene->camera.fov_x = find_fov(b);
    memcpy(scene->camera.origin, b->view.origin, sizeof(scene->camera.origin));
    memcpy(scene->camera.angles, b->view.angles, sizeof(scene->camera.angles));
    scene->camera.is_fixed = b->view.fixed;
    if (!b->scene) {
        return;
    }
    rgb_scene_aim(scene, b->options->width, b->options->height);
    scene->camera.fov_x += b->view.widen;
    b->scene->fov_y -= b->view.widen;
}

/* --- entities --------------------------------------------------------------------------------- */

static void add_player(struct q3_build *b, const struct q3_entity_state *entity)
{
    struct q3_pose pose;
    q3_interp_place(&b->interp, entity, &pose);
    q3_players_add(b, entity, &pose, entity->number == b->view.client);
}

static bool is_ahead(const struct q3_entity_state *entity)
{
    const int32_t type = entity->fields[Q3_ES_E_TYPE];
    return type == Q3_ET_MISSILE || type == Q3_ET_GENERAL;
}

/* OpenArena's client draws missiles and general entities of the next snapshot as soon as it has
 * arrived: entities missing there disappear early. */
static void add_ahead(struct q3_build *b)
{
    const struct q3_interp *m = &b->interp;
    for (uint32_t i = 0; i < m->to->count; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&m->state->frames, m->to, i);
        if (is_ahead(entity)) {
            q3_packet_entities_add(b, entity);
        }
    }
}

static bool is_taken_over(const struct q3_interp *m, const struct q3_entity_state *entity)
{
    const struct q3_entity_state *next =
        q3_frames_entity_of(&m->state->frames, m->to, (uint32_t)entity->number);
    return is_ahead(next ? next : entity);
}

/* The own body first, then by ascending number, as the original goes through a snapshot. */
static void add_entities(struct q3_build *b)
{
    const struct q3_interp *m = &b->interp;
    const bool ahead = m->mod == Q3_MOD_OPENARENA && m->to;
    q3_players_add_own(b, m->player.fields[Q3_PS_CLIENT_NUM] == b->view.client);
    if (ahead) {
        add_ahead(b);
    }
    for (uint32_t i = 0; i < m->from->count; i++) {
        const struct q3_entity_state *entity = q3_frames_entity(&m->state->frames, m->from, i);
        if (entity->fields[Q3_ES_E_TYPE] == Q3_ET_PLAYER) {
            add_player(b, entity);
        } else if (entity->fields[Q3_ES_E_TYPE] < m->game->event_entity &&
                   !(ahead && is_taken_over(m, entity))) {
            q3_packet_entities_add(b, entity);
        }
    }
}

int q3_scene_build(struct scene *scene, const struct q3_state *state, const struct q3_game *game,
                   double fraction, const struct scene_options *options,
                   const struct scene_data *data)
{
    struct q3_build b = {.whole = scene, .data = data ? data->quake3 : NULL, .options = options};
    const bool begun = q3_interp_at(&b.interp, state, game, fraction);
    scene_clear(scene);
    scene->camera.fov_x = scene_options_fov(options);
    if (!begun) {
        return 0;
    }
    if (b.data) {
        b.scene = rgb_scene_begin(scene);
        if (!b.scene) {
            return FORMAT_MEMORY;
        }
        find_level(&b);
    }
    q3_view_find(&b.view, &b.interp, options, b.level);
    scene->time = b.interp.time / 1000.0;
    aim_camera(&b);
    if (!b.data) {
        return 0;
    }
    q3_unknown_tell(&b);
    add_areas(&b);
    add_remaps(&b);
    add_entities(&b);
    q3_ghosts_add(&b);
    q3_decals_add(&b);
    const size_t first_local = b.scene->num_entities;
    q3_fragments_add(&b);
    q3_effects_add_all(&b);
    q3_local_limit(b.scene, first_local);
    q3_viewmodel_add(&b);
    if (scene_options_have_hud(options)) {
        q3_hud_draw(&b);
    }
    const bool lacks_data = data->files && files_lacked_memory(data->files);
    return lacks_data || b.scene->lacks_memory ? FORMAT_MEMORY : 0;
}
