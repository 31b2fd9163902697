#include "engine/playback/playback_context.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "engine/playback/demo_time.h"
#include "engine/playback/pov_select.h"
#include "render/palette/palette_renderer.h"
#include "render/palette/scene_palette.h"
#include "render/rgb/rgb_renderer.h"

struct playback_options playback_default_options(void)
{
    return (struct playback_options){.look = LOOK_EXACT,
                                     .light = render_light_plain(),
                                     .fov = 90.0f,
                                     .threads = 1,
                                     .camera = camera_default()};
}

/* What later engines added (interpolation, fog, skyboxes) is not drawn in the faithful look. */
static void choose_for_look(struct scene_options *scene, const struct playback_options *options)
{
    const bool modern = options->look != LOOK_FAITHFUL;
    scene->true_color = options->look == LOOK_TRUECOLOR;
    scene->air_bob = options->look == LOOK_TRUECOLOR; /* as the engine that it is compared with */
    scene->lerp_models =
        !options->no_lerp_models && (options->lerp_models || (modern && !options->no_lerp));
    scene->lerp_steps = modern && !options->no_lerp;
    scene->no_fog = options->no_fog || !modern;
    scene->no_skybox = !modern;
    scene->outlines = modern;
}

static struct scene_options choose_scene(const struct playback_options *options)
{
    struct scene_options scene = {
        .fov = options->fov,
        .no_view_model = options->no_view_model,
        .no_hud = options->no_hud,
        .no_particles = options->no_particles,
        .lerp_lightstyles = options->lerp_lightstyles,
        .no_replacements = options->no_replacements,
        .no_effects = options->no_effects,
        .no_bob = options->no_bob,
        .no_marks = options->no_marks,
        .no_dlights = options->no_dlights,
        .no_shadows = options->no_shadows,
        .no_kicks = options->no_kicks,
        .no_punch = options->no_kicks,
        .hidden_blends = options->no_blends ? SCENE_BLENDS_ALL : options->hidden_blends,
        .own_water_alpha = options->own_water_alpha,
        .water_alpha = options->water_alpha,
        .team_color = options->team_color,
        .enemy_color = options->enemy_color,
        .camera = options->camera,
        .hud = options->hud,
    };
    choose_for_look(&scene, options);
    return scene;
}

static int open_ghosts(struct playback_context *player, struct format_error *err)
{
    const struct playback_options *options = &player->options;
    const struct ghost_side own = {&player->source, player->timeline};
    return ghost_set_open(&player->ghosts, &own, options->follow, &options->ghosts,
                          &options->search, err);
}

static int open_beside(struct playback_context *player, struct format_error *err)
{
    const struct beside_options *options = &player->options.beside;
    struct format_error inner = {0};
    if (!beside_is_asked(options)) {
        return 0;
    }
    const int status = beside_open(&player->beside, player, &inner);
    if (status < 0 && options->optional && status != FORMAT_MEMORY) {
        snprintf(player->beside_trouble, BESIDE_TEXT, "%s", inner.what);
        return 0;
    }
    return status < 0 ? format_fail(err, status, 0, "%s", inner.what) : 0;
}

/* The recorder's: others can be followed only while they are in sight. */
static bool has_one_view(const struct playback_context *player)
{
    struct demo_player_info players[POV_SELECT_PLAYERS];
    const struct demo_family *family = timeline_family(player->timeline);
    struct timeline *head = NULL;
    uint32_t total = 0;
    bool recorder = family->quake3_data || !family->players;
    if (!recorder && timeline_open_head(&head, player->timeline) == 0 &&
        timeline_go_update(head, 0) == 0) {
        total = timeline_players(head, players, POV_SELECT_PLAYERS);
    }
    for (uint32_t i = 0; i < total && i < POV_SELECT_PLAYERS; i++) {
        recorder |= players[i].recorder;
    }
    timeline_close(head);
    return recorder;
}

int playback_open(struct playback_context *player, const char *name,
                  const struct playback_options *options, const struct timeline_options *index,
                  struct format_error *err)
{
    struct format_error inner = {0};
    *player = (struct playback_context){.options = *options,
                                        .summary_from = options->summary ? 0.0 : INFINITY};
    player->options.search.threads = options->threads;
    int status = demo_source_open(&player->source, name, &player->options.search, err);
    if (status < 0) {
        return status;
    }
    status = timeline_open_demo(&player->timeline, &player->source.demo, index, &inner);
    if (status < 0) {
        const bool unsupported = status == FORMAT_UNKNOWN && player->source.demo.code == 0;
        const struct demo_source told = {.name = player->source.name};
        playback_close(player);
        player->source = told;
        return unsupported ? format_fail(err, status, inner.offset, "%s", inner.what)
                           : format_fail(err, status, inner.offset, "byte %zu: %.160s",
                                         inner.offset, inner.what);
    }
    if (player->source.quake3) {
        q3_data_set_overbright(player->source.quake3, options->overbright);
    }
    if (!options->own_gamma && player->source.quake3) {
        player->options.light.gamma = playback_light_for_watching(player).gamma;
    }
    player->scene_options = choose_scene(options);
    player->follow = options->follow;
    view_set_begin(&player->views, &options->views, has_one_view(player));
    status = open_ghosts(player, err);
    if (status == 0) {
        status = open_beside(player, err);
    }
    if (status < 0) {
        const struct demo_source told = {.name = player->source.name};
        playback_close(player);
        player->source = told;
    }
    return status;
}

bool playback_build(const struct playback_context *player)
{
    return timeline_build(player->timeline) ||
           (player->beside && timeline_build(player->beside->other->timeline));
}

void playback_close(struct playback_context *player)
{
    beside_close(player->beside);
    view_set_free(&player->views);
    scene_free(&player->scene);
    ghost_set_free(&player->ghosts);
    follow_choice_free(&player->choice);
    item_plan_free(&player->items);
    streak_plan_free(&player->streaks);
    frame_summary_free(&player->summary);
    timeline_close(player->timeline);
    demo_source_close(&player->source);
    *player = (struct playback_context){0};
}

int playback_set_size(struct playback_context *player, int width, int height)
{
    const struct palette_options palette = {
        .look = player->options.look,
        .filter = player->options.filter,
        .square_particles = player->options.particles == PARTICLES_CLASSIC,
        .colored_light = player->options.colored_light,
        .palette = player->source.quake.palette,
        .colormap = player->source.quake.colormap,
    };
    const struct rgb_options rgb = {.filter = player->options.filter};
    const bool is_rgb = player->source.quake3 != NULL;
    struct playback_part part = {0, 0, width, height};
    player->renderer = NULL;
    if (player->beside && beside_set_size(player->beside, player, width, height, &part) < 0) {
        return FORMAT_MEMORY;
    }
    const struct renderer_options options = {
        .width = part.width,
        .height = part.height,
        .scale = player->options.scale,
        .threads = player->options.threads,
        .palette = is_rgb ? NULL : &palette,
        .rgb = is_rgb ? &rgb : NULL,
    };
    if (player->beside) {
        player->views.is_part = part.width < width || part.height < height;
        player->views.above = part.top;
    }
    if (view_set_make(&player->views, &player->options.views, &options) < 0) {
        return FORMAT_MEMORY;
    }
    player->renderer = view_set_main(&player->views);
    player->scene_options.width = width;
    player->scene_options.height = height;
    view_set_light(&player->views, player->options.light);
    view_set_profile(&player->views, player->profile);
    return 0;
}

bool playback_set_look(struct playback_context *player, enum render_look look)
{
    if (player->options.look == look) {
        return false;
    }
    player->options.look = look;
    choose_for_look(&player->scene_options, &player->options);
    return true;
}

void playback_set_profile(struct playback_context *player, struct render_profile *profile)
{
    player->profile = profile;
    view_set_profile(&player->views, profile);
}

/* Quake III's lightmaps are already scaled by 4 (mapOverBrightBits 2): gamma 1 is what the original
 * shows in a window, and what the reference pictures show. */
struct render_light playback_light_for_watching(const struct playback_context *player)
{
    return player->source.quake3 ? render_light_plain()
                                 : render_light_for_watching(player->options.look);
}

void playback_set_light(struct playback_context *player, struct render_light light)
{
    player->options.light = light;
    view_set_light(&player->views, light);
}

void playback_end_at(struct playback_context *player, double end)
{
    if (player->options.end_summary && !player->options.summary) {
        player->summary_from = end - DEMO_TIME_SLACK;
    }
}

int playback_go_time(struct playback_context *player, double time)
{
    return timeline_go_time(player->timeline, time, !player->options.no_lerp);
}

/* Timed items at the timeline's time, where the frame shows them. */
static int find_items(struct playback_context *player)
{
    struct scene_options *scene = &player->scene_options;
    scene->items = player->waits;
    scene->num_items = 0;
    if (!(scene->hud.items || scene->hud.radar) || !scene_options_have_hud(scene)) {
        return 0;
    }
    if (!player->has_items) {
        const int status = item_plan_read(&player->items, player->timeline);
        if (status < 0) {
            return status;
        }
        player->has_items = true;
    }
    scene->num_items = item_plan_at(&player->items, timeline_time(player->timeline), player->waits);
    return 0;
}

/* Announcements at the timeline's time, where the frame shows them. */
static int find_calls(struct playback_context *player)
{
    struct scene_options *scene = &player->scene_options;
    scene->calls = player->calls;
    scene->num_calls = 0;
    if (!scene->hud.streaks || !scene_options_have_hud(scene)) {
        return 0;
    }
    if (!player->has_streaks) {
        const bool quake3 = player->source.demo.family->quake3_data;
        const int status = streak_plan_read(&player->streaks, player->timeline, quake3);
        if (status < 0) {
            return status;
        }
        player->has_streaks = true;
    }
    scene->num_calls = streak_plan_at(&player->streaks, player->timeline,
                                      timeline_time(player->timeline), player->calls);
    return 0;
}

/* What happened to flags just before the timeline's time, where the frame shows it. */
static void find_flags(struct playback_context *player)
{
    struct scene_options *scene = &player->scene_options;
    struct demo_event events[DEMO_CALLS];
    const double time = timeline_time(player->timeline);
    scene->flags = player->flags;
    scene->num_flags = 0;
    if (!scene->hud.frags || !scene_options_have_hud(scene)) {
        return;
    }
    const uint32_t count = timeline_events_within(player->timeline, time - DEMO_FEED_SECONDS, time,
                                                  1u << DEMO_EVENT_FLAG, events, DEMO_CALLS);
    for (uint32_t i = 0; i < count; i++) {
        struct demo_call *call = &player->flags[scene->num_flags++];
        (void)snprintf(call->text, sizeof(call->text), "%s", events[i].text);
        call->age = time - events[i].time;
    }
}

/* Of a whole frame with a second demo the first's part. */
static int draw_own(struct playback_context *player, uint32_t *target, size_t pitch)
{
    const struct scene_data data = demo_source_data(&player->source);
    struct scene_options scene = player->scene_options;
    const int below = scene.height - player->views.above - player->views.height;
    scene.width = player->views.width;
    scene.height = player->views.height;
    scene.covered = scene.covered > below ? scene.covered - below : 0;
    const struct view_frame frame = {.timeline = player->timeline,
                                     .main = &scene,
                                     .fov = player->options.fov,
                                     .scene = &player->scene,
                                     .data = &data,
                                     .profile = player->profile,
                                     .target = target,
                                     .pitch = pitch};
    return view_set_draw(&player->views, &frame);
}

/* Over the frame, if it is asked for; without a target playback_frame draws it. */
static int draw_summary(struct playback_context *player, uint32_t *target, size_t pitch)
{
    struct frame_summary *summary = &player->summary;
    const struct osd_canvas canvas = {.pixels = target,
                                      .pitch = pitch,
                                      .width = player->scene_options.width,
                                      .height = player->scene_options.height};
    summary->is_shown = timeline_time(player->timeline) >= player->summary_from;
    summary->covered = player->scene_options.covered;
    summary->box = (struct osd_area){0};
    return summary->is_shown && target
               ? frame_summary_draw(summary, &player->source, player->timeline, &canvas)
               : 0;
}

int playback_draw(struct playback_context *player, uint32_t *target, size_t pitch)
{
    if (player->follow &&
        follow_choice_find(&player->choice, player->timeline, player->follow,
                           &player->scene_options.follow, &player->followed) < 0) {
        return FORMAT_MEMORY;
    }
    if (player->options.camera_path) {
        struct scene_options *scene = &player->scene_options;
        scene->fov = player->options.fov;
        camera_path_at(player->options.camera_path, timeline_time(player->timeline), &scene->camera,
                       &scene->fov);
    }
    player->scene_options.ghosts = player->seen;
    player->scene_options.num_ghosts =
        player->hide_ghosts
            ? 0
            : ghost_set_at(&player->ghosts, timeline_time(player->timeline), player->seen);
    player->scene_options.hud.ghosts = player->scene_options.num_ghosts > 0;
    if (find_items(player) < 0 || find_calls(player) < 0) {
        return FORMAT_MEMORY;
    }
    find_flags(player);
    int status = draw_own(player, target, pitch);
    if (status == 0 && player->beside) {
        status = beside_draw(player->beside, player, target, pitch);
    }
    return status == 0 ? draw_summary(player, target, pitch) : status;
}

int playback_frame(struct playback_context *player, struct render_frame *frame)
{
    int status = view_set_frame(&player->views, frame);
    if (status == 0 && player->beside) {
        status = beside_frame(player->beside, player, frame);
    }
    return status == 0 && player->summary.is_shown
               ? frame_summary_frame(&player->summary, &player->source, player->timeline, frame)
               : status;
}

uint64_t playback_hash(const struct playback_context *player)
{
    const uint64_t hash = view_set_hash(&player->views);
    return player->beside ? beside_hash(player->beside, hash) : hash;
}

int playback_keep_moment(struct playback_context *player, double time)
{
    return beside_keep_moment(&player->beside, player, time);
}

bool playback_select_view(struct playback_context *player, int view)
{
    struct view_set *set = &player->views;
    if (view < 1 || view > set->count) {
        return false;
    }
    struct demo_view *old = &set->views[set->main], *now = &set->views[view - 1];
    if (old == now) {
        return true;
    }
    const struct follow_choice choice = player->choice;
    player->choice = now->choice;
    now->choice = (struct follow_choice){0};
    old->choice = choice;
    if (player->follow != old->who) {
        snprintf(old->who, sizeof(old->who), "%s", player->follow ? player->follow : "");
    }
    old->follow = timeline_followed(player->timeline, player->scene_options.follow);
    const enum follow_target target = follow_target_find(now->who);
    player->follow = target != FOLLOW_PLAYER ? follow_target_name(target)
                     : now->who[0]           ? now->who
                                             : NULL;
    player->scene_options.follow = now->shown.follow;
    if (old->follow == now->shown.follow) { /* it was seen from both sides, and still is */
        old->follow = 0;
    }
    set->main = set->options.main = player->options.views.main = view;
    set->main--;
    player->renderer = view_set_main(set);
    return true;
}

bool playback_lacks_views(const struct playback_context *player, char text[PLAYBACK_VIEWS_TEXT])
{
    const struct view_set *set = &player->views;
    const int asked = set->options.count;
    if (player->beside && player->beside->is_small) {
        snprintf(text, PLAYBACK_VIEWS_TEXT, "two pictures are too small at %dx%d: one is drawn",
                 player->scene_options.width, player->scene_options.height);
        return true;
    }
    if (asked <= set->count || set->count == 0) {
        return false;
    }
    if (set->one_view && set->count == 2) {
        snprintf(text, PLAYBACK_VIEWS_TEXT,
                 "the demo has one player's view: 2 views, one of them from behind");
    } else {
        snprintf(text, PLAYBACK_VIEWS_TEXT, "%d views are too small at %dx%d: %d drawn", asked,
                 set->width, set->height, set->count);
    }
    return true;
}

bool playback_level_is_missing(const struct playback_context *player)
{
    const struct scene *scene = &player->scene;
    if (scene->kind == SCENE_RGB) {
        return scene->rgb->level && scene->rgb->level->missing;
    }
    return scene->kind == SCENE_PALETTE && scene->palette->world && scene->palette->world->missing;
}

bool playback_shows_page(const struct playback_context *player)
{
    const struct scene *scene = &player->scene;
    return (scene->kind == SCENE_PALETTE && scene->palette->has_page) ||
           (scene->kind == SCENE_RGB && scene->rgb->has_page);
}

struct playback_part playback_world_part(const struct playback_context *player)
{
    const struct scene *scene = &player->scene;
    const struct playback_part main = view_set_part(&player->views, player->views.main);
    if (scene->kind == SCENE_PALETTE && scene->palette->view.width > 0) {
        const struct palette_view *view = &scene->palette->view;
        return (struct playback_part){main.left + view->x, main.top + view->y, view->width,
                                      view->height};
    }
    return main;
}

bool playback_damage(const struct playback_context *player, struct format_error *damage)
{
    const struct demo_source *source = &player->source;
    if (source->is_torn) { /* the demo ends early because of it */
        (void)format_fail(damage, FORMAT_BAD, source->size, "%.150s (byte %zu of it)",
                          source->torn.what, source->torn.offset);
        return true;
    }
    return timeline_damage(player->timeline, damage);
}

bool playback_is_unsupported(const struct playback_context *player)
{
    return !player->source.is_torn && timeline_is_unsupported(player->timeline);
}

bool playback_is_damaged(const struct playback_context *player)
{
    struct format_error damage;
    bool ghosts = false;
    for (size_t i = 0; i < player->ghosts.count; i++) {
        ghosts |= player->ghosts.ghosts[i].is_damaged;
    }
    const bool beside =
        player->beside && !player->beside->is_same && playback_is_damaged(player->beside->other);
    return ghosts || beside || playback_damage(player, &damage) ||
           files_damaged_count(player->source.game.files) > 0;
}
