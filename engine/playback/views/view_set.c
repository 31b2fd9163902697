#include "engine/playback/views/view_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/playback/pov_select.h"
#include "render/enlarge.h"
#include "render/limits.h"
#include "render/thread_pool.h"

enum { LINE_SHARE = 360 /* of the frame's shorter side: the lines between views */ };

/* --- places ----------------------------------------------------------------------------------- */

void view_set_begin(struct view_set *set, const struct view_options *options, bool one_view)
{
    set->one_view = one_view;
    set->options = *options;
    set->main = options->main > 0 ? options->main - 1 : 0;
    for (int i = 0, other = 0; i < VIEWS_MAX; i++) {
        struct demo_view *view = &set->views[i];
        view->follow = 0;
        view->who[0] = '\0';
        if (i != set->main) {
            (void)view_names_item(options->others, other++, view->who);
        }
    }
}

void view_set_names(const struct view_set *set, char names[VIEW_NAMES])
{
    const int main = set->options.main > 0 ? set->options.main - 1 : 0;
    size_t used = 0, end = 0; /* without empty items at the end */
    bool first = true;
    names[0] = '\0';
    for (int i = 0; i < VIEWS_MAX; i++) {
        const struct demo_view *view = &set->views[i];
        char number[16] = "";
        if (i == main) {
            continue;
        }
        if (view->follow > 0) {
            snprintf(number, sizeof(number), "%u", (unsigned)view->follow);
        }
        const char *item = view->who[0] ? view->who : number;
        used += (size_t)snprintf(names + used, VIEW_NAMES - used, "%s%s", first ? "" : ",", item);
        first = false;
        end = item[0] ? used : end;
    }
    names[end] = '\0';
}

void view_set_exchange(struct view_set *set, uint32_t from, uint32_t to)
{
    for (int i = 0; i < VIEWS_MAX; i++) {
        struct demo_view *view = &set->views[i];
        if (i != set->main && view->who[0] == '\0' && view->follow == from) {
            view->follow = to;
        }
    }
}

static void free_places(struct view_set *set)
{
    for (int i = 0; i < VIEWS_MAX; i++) {
        renderer_destroy(set->places[i].renderer);
        set->places[i] = (struct view_place){0};
    }
    if (set->pool) {
        thread_pool_destroy(set->pool);
    }
    free(set->pixels);
    set->pool = NULL;
    set->pixels = NULL;
    set->count = 0;
}

static bool scale_fits(const struct renderer_options *options)
{
    const bool small = options->palette == NULL;
    return enlarge_cells(options->width, options->scale) >=
               (small ? RENDER_RGB_MIN : RENDER_MIN_WIDTH) &&
           enlarge_cells(options->height, options->scale) >=
               (small ? RENDER_RGB_MIN : RENDER_MIN_HEIGHT);
}

static int make_places(struct view_set *set, const struct renderer_options *frame)
{
    struct playback_part parts[VIEWS_MAX];
    view_layout_parts((enum view_layout)set->options.layout, set->count, frame->width,
                      frame->height, parts);
    for (int i = 0; i < set->count; i++) {
        struct renderer_options options = *frame;
        options.width = parts[i].width;
        options.height = parts[i].height;
        options.pool = set->pool;
        while ((set->count > 1 || set->is_part) && options.scale > 1 && !scale_fits(&options)) {
            options.scale--;
        }
        set->places[i].part = parts[i];
        set->places[i].part.top += set->above;
        set->places[i].renderer = renderer_create(&options);
        if (!set->places[i].renderer) {
            return FORMAT_MEMORY;
        }
    }
    return 0;
}

int view_set_make(struct view_set *set, const struct view_options *options,
                  const struct renderer_options *frame)
{
    const bool small = frame->palette == NULL;
    free_places(set);
    set->options = *options;
    set->width = frame->width;
    set->height = frame->height;
    set->count = view_layout_count(options, set->one_view ? 2 : VIEWS_MAX, frame->width,
                                   frame->height, small ? RENDER_RGB_MIN : RENDER_MIN_WIDTH,
                                   small ? RENDER_RGB_MIN : RENDER_MIN_HEIGHT);
    set->main = options->main > 0 && options->main <= set->count ? options->main - 1 : 0;
    for (int i = 0; i < VIEWS_MAX; i++) {
        set->views[i].shown = (struct view_shown){0, VIEW_SEEN};
    }
    set->pool = thread_pool_create(frame->threads);
    const int status = set->pool ? make_places(set, frame) : FORMAT_MEMORY;
    if (status < 0) {
        free_places(set);
    }
    return status;
}

void view_set_free(struct view_set *set)
{
    free_places(set);
    for (int i = 0; i < VIEWS_MAX; i++) {
        scene_free(&set->views[i].scene);
        follow_choice_free(&set->views[i].choice);
    }
    *set = (struct view_set){0};
}

static struct view_place *place_of(const struct view_set *set, int view)
{
    return (struct view_place *)&set
        ->places[view_layout_place((enum view_layout)set->options.layout, view, set->main)];
}

struct renderer *view_set_main(const struct view_set *set)
{
    return set->count > 0 ? place_of(set, set->main)->renderer : NULL;
}

void view_set_light(struct view_set *set, struct render_light light)
{
    for (int i = 0; i < set->count; i++) {
        renderer_set_light(set->places[i].renderer, light);
    }
}

void view_set_profile(struct view_set *set, struct render_profile *profile)
{
    for (int i = 0; i < set->count; i++) {
        renderer_set_profile(set->places[i].renderer, profile);
    }
}

struct playback_part view_set_part(const struct view_set *set, int view)
{
    return place_of(set, view)->part;
}

const struct scene *view_set_scene(const struct view_set *set, int view, const struct scene *main)
{
    return set->views[view].shown.side == VIEW_NOBODY ? NULL
           : view == set->main                        ? main
                                                      : &set->views[view].scene;
}

/* --- whom the views show ---------------------------------------------------------------------- */

static int find_wanted(struct demo_view *view, const struct timeline *timeline, uint32_t *wanted)
{
    *wanted = view->follow;
    return view->who[0]
               ? follow_choice_find(&view->choice, timeline, view->who, wanted, &view->result)
               : 0;
}

/* Whom each view shows, with their labels. */
static int choose_shown(struct view_set *set, const struct view_frame *frame)
{
    struct demo_player_info players[POV_SELECT_PLAYERS];
    struct view_shown shown[VIEWS_MAX];
    uint32_t wanted[VIEWS_MAX];
    const uint32_t total = timeline_players(frame->timeline, players, POV_SELECT_PLAYERS);
    const uint32_t num_players = total < POV_SELECT_PLAYERS ? total : POV_SELECT_PLAYERS;
    for (int i = 0; i < set->count; i++) {
        if (i == set->main) {
            wanted[i] = timeline_followed(frame->timeline, frame->main->follow);
        } else if (find_wanted(&set->views[i], frame->timeline, &wanted[i]) < 0) {
            return FORMAT_MEMORY;
        }
    }
    view_choice_make(players, num_players, wanted, set->count, set->main, set->one_view, shown);
    for (int i = 0; i < set->count; i++) {
        set->views[i].shown = shown[i];
        set->views[i].label[0] = '\0';
        const bool flies = i == set->main && frame->main->camera.kind == CAMERA_FREE;
        for (uint32_t k = 0; k < num_players && !flies; k++) {
            if (players[k].slot + 1 == shown[i].follow) {
                char name[POV_SELECT_NAME];
                pov_select_name(&players[k], name);
                snprintf(set->views[i].label, VIEW_LABEL, "%.24s", name);
            }
        }
    }
    return 0;
}

/* --- drawing ---------------------------------------------------------------------------------- */

static void fill(const struct view_set *set, uint32_t *target, size_t pitch,
                 struct playback_part part)
{
    for (int y = part.top; y < part.top + part.height && y < set->above + set->height; y++) {
        for (int x = part.left; x < part.left + part.width && x < set->width; x++) {
            target[(size_t)y * pitch + (size_t)x] = 0;
        }
    }
}

/* Lines between the views, and views that show nobody. */
static void draw_gaps(const struct view_set *set, uint32_t *target, size_t pitch)
{
    const int side = set->width < set->height ? set->width : set->height;
    const int line = side / LINE_SHARE > 1 ? side / LINE_SHARE : 1;
    for (int i = 0; i < set->count; i++) {
        const struct playback_part part = view_set_part(set, i);
        if (set->views[i].shown.side == VIEW_NOBODY) {
            fill(set, target, pitch, part);
        }
        if (part.left > 0) {
            fill(set, target, pitch,
                 (struct playback_part){part.left - line / 2, part.top, line, part.height});
        }
        if (part.top > set->above) {
            fill(set, target, pitch,
                 (struct playback_part){part.left, part.top - line / 2, part.width, line});
        }
    }
}

/* The main view's options for another view. */
static struct scene_options options_of(const struct view_set *set, int view,
                                       const struct view_frame *frame)
{
    const struct playback_part part = view_set_part(set, view);
    const struct view_shown *shown = &set->views[view].shown;
    struct scene_options options = *frame->main;
    const int bottom = part.top + part.height - set->above;
    const int covered = bottom - (frame->main->height - frame->main->covered);
    options.width = part.width;
    options.height = part.height;
    options.covered = covered > 0 ? covered : 0;
    if (set->count > 1) {
        options.view_name = set->views[view].label;
        options.hud.view_name = set->views[view].label[0] != '\0';
    }
    if (view != set->main) {
        const bool chase = options.camera.kind == CAMERA_CHASE;
        options.follow = shown->follow;
        options.fov = frame->fov;
        options.camera.kind = chase == (shown->side == VIEW_SEEN) ? CAMERA_CHASE : CAMERA_EYE;
    }
    return options;
}

static int draw_view(struct view_set *set, int view, const struct view_frame *frame)
{
    const struct view_place *place = place_of(set, view);
    const struct scene_options options = options_of(set, view, frame);
    struct scene *scene = view == set->main ? frame->scene : &set->views[view].scene;
    uint32_t *target = frame->target ? frame->target + (size_t)place->part.top * frame->pitch +
                                           (size_t)place->part.left
                                     : NULL;
    if (set->views[view].shown.side == VIEW_NOBODY) {
        return 0;
    }
    const uint64_t start = render_profile_now(frame->profile);
    const int status = timeline_scene(frame->timeline, scene, &options, frame->data);
    render_profile_add(frame->profile, RENDER_SCENE, start);
    return status < 0 ? status : renderer_draw(place->renderer, scene, target, frame->pitch);
}

int view_set_draw(struct view_set *set, const struct view_frame *frame)
{
    int status = set->count > 1 ? choose_shown(set, frame) : 0;
    for (int i = 0; i < set->count && status >= 0; i++) {
        if (i != set->main) {
            status = draw_view(set, i, frame);
        }
    }
    if (status >= 0) {
        status = draw_view(set, set->main, frame);
    }
    if (frame->target && set->count > 1) {
        draw_gaps(set, frame->target, frame->pitch);
    }
    return status;
}

/* --- the frame -------------------------------------------------------------------------------- */

static int copy_view(struct view_set *set, int view, uint32_t *pixels)
{
    const struct view_place *place = place_of(set, view);
    struct render_frame part;
    if (renderer_frame(place->renderer, &part) < 0) {
        return FORMAT_MEMORY;
    }
    for (int y = 0; y < part.height; y++) {
        memcpy(pixels + (size_t)(place->part.top + y) * (size_t)set->width +
                   (size_t)place->part.left,
               part.pixels + (size_t)y * part.pitch, (size_t)part.width * sizeof(*pixels));
    }
    return 0;
}

int view_set_frame(struct view_set *set, struct render_frame *frame)
{
    const size_t pitch = (size_t)set->width;
    if (set->count == 1) {
        return renderer_frame(set->places[0].renderer, frame);
    }
    *frame = (struct render_frame){0};
    if (!set->pixels) {
        set->pixels = malloc(pitch * (size_t)(set->above + set->height) * sizeof(*set->pixels));
    }
    for (int i = 0; i < set->count; i++) {
        if (!set->pixels || copy_view(set, i, set->pixels) < 0) {
            return FORMAT_MEMORY;
        }
    }
    draw_gaps(set, set->pixels, pitch);
    *frame = (struct render_frame){set->width, set->height, pitch,
                                   set->pixels + pitch * (size_t)set->above};
    return 0;
}

uint64_t view_set_hash(const struct view_set *set)
{
    uint64_t hash = 0;
    for (int i = 0; i < set->count; i++) {
        const uint64_t part =
            set->views[i].shown.side == VIEW_NOBODY ? 0 : renderer_hash(place_of(set, i)->renderer);
        hash = i == 0 ? part : ((hash << 7 | hash >> 57) ^ part) * 0x9e3779b97f4a7c15u;
    }
    return hash;
}
