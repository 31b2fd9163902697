/* One picture of the viewer: the demo's, and over it the player's own. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/follow.h"
#include "engine/viewer/overlay/numbers.h"
#include "engine/viewer/tell.h"
#include "engine/viewer/viewer_internal.h"
#include "formats/base/arrays.h"

enum { NOTICES_BYTES = 2560, INFO_BYTES = NOTICES_BYTES + NUMBERS_TEXT };

/* Keeps the renderer at the size that the window and the scale ask for. */
static int follow_size(struct viewer *v)
{
    int width, height;
    struct player *player = &v->player;
    window_size(v->window, &width, &height);
    v->fit = picture_fit(width, height, viewer_scale(v, width, height));
    if (player->renderer && v->fit.width == player->scene_options.width &&
        v->fit.height == player->scene_options.height) {
        return 0;
    }
    return tell_set_size(player, v->fit.width, v->fit.height);
}

/* The name of whose eyes these are, where there is a choice; else "". */
static void name_followed(const struct viewer *v, char text[FOLLOW_TEXT])
{
    struct demo_player_info players[FOLLOW_PLAYERS];
    const struct timeline *timeline = v->player.timeline;
    uint32_t count = timeline_players(timeline, players, FOLLOW_PLAYERS);
    uint32_t slot = timeline_followed(timeline, v->player.scene_options.follow);
    text[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        if (players[i].slot + 1 == slot) {
            demo_plain_text(text, FOLLOW_TEXT, players[i].name);
        }
    }
}

/* Numbers about the playback, above the messages. */
static void describe(const struct viewer *v, char text[NUMBERS_TEXT])
{
    const struct timeline *timeline = v->player.timeline;
    const struct timeline_extent extent = timeline_extent(timeline);
    const uint32_t update = timeline_update_at(timeline, v->transport.time);
    const double rate = window_refresh_rate(v->window);
    struct demo_event level;
    char eyes[FOLLOW_TEXT];
    viewer_level(v, &level);
    name_followed(v, eyes);
    const struct numbers numbers = {
        .demo = v->player.source.name,
        .level = level.text,
        .followed = eyes,
        .time = v->transport.time,
        .update = update,
        .step = timeline_update_step(timeline, update),
        .pace = pace_figures(&v->pace, platform_now(), 1.0 / rate),
        .refresh_rate = rate,
        .fit = v->fit,
        .auto_scale = v->scale == 0,
        .threads = v->player.options.threads,
        .light = v->light,
        .key_frames = extent.num_key_frames,
        .key_frame_megabytes = (double)extent.key_frame_bytes / 1e6,
        .state_hash = timeline_state_hash(timeline),
    };
    numbers_text(&numbers, text);
}

void viewer_describe_bar(const struct viewer *v, struct viewer_bar *described)
{
    struct format_error damage;
    const bool damaged = v->told_damage && player_damage(&v->player, &damage);
    const size_t size = v->player.source.size;
    name_followed(v, described->followed);
    if (damaged) {
        snprintf(described->damage, sizeof(described->damage), "byte %zu: %s", damage.offset,
                 damage.what);
    }
    described->bar = (struct bar){
        .transport = &v->transport,
        .timeline = v->player.timeline,
        .extent = timeline_extent(v->player.timeline),
        .marks = v->notes.marks,
        .num_marks = v->notes.num_marks,
        .filter = event_filter_kinds(v->filter),
        .filtered = event_filter_label(v->filter),
        .no_spoilers = v->options->no_spoilers,
        .seen = v->seen,
        .mouse_x = v->mouse_x,
        .mouse_y = v->mouse_y,
        .dragging = v->dragging,
        .muted = v->muted,
        .place = v->current + 1,
        .places = v->num_demos,
        .followed = described->followed[0] ? described->followed : NULL,
        .damage = damaged ? described->damage : NULL,
        .lost = damaged && damage.offset < size ? 1.0 - (double)damage.offset / (double)size : 0.0,
    };
}

static void draw_osd(struct viewer *v, const struct osd_canvas *canvas)
{
    char text[INFO_BYTES], notices[NOTICES_BYTES];
    if (v->help.shown) { /* and nothing beside it */
        help_draw(&v->help, &v->keys, canvas);
        return;
    }
    if (v->chooser.shown) {
        const struct chooser_list list = viewer_chooser_list(v);
        chooser_draw(&v->chooser, &list, canvas);
    } else if (v->bar_shown) {
        struct viewer_bar bar;
        viewer_describe_bar(v, &bar);
        bar_draw(&bar.bar, canvas);
    }
    if (v->console.shown && !v->chooser.shown) { /* which lists what is said, too */
        const struct console_source lines = viewer_console_source(v);
        console_draw(&v->console, &lines, canvas);
        return;
    }
    /* Below the game's own lines, whether there are some now or not: nothing jumps. */
    const struct scene_options *picture = &v->player.scene_options;
    const int lines = hud_options_notify_bottom(&picture->hud, picture->width, picture->height);
    const int top = picture->no_hud ? 0 : v->fit.top + lines * v->fit.scale;
    notices_text(&v->notices, notices, sizeof(notices));
    if (v->info) {
        describe(v, text);
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "\n%s", notices);
    }
    const int bottom = osd_message(canvas, top, v->info ? text : notices);
    struct viewer_data data;
    const bool covered = v->chooser.shown || v->hud.scores != HUD_SCORES_NONE;
    if (!covered && viewer_describe_data(v, &data)) {
        data_panel_draw(&data.panel, canvas, bottom);
    }
}

/* What the bar takes from the picture: nothing where it is too small for both. */
static int covered_rows(const struct viewer *v)
{
    struct viewer_bar bar;
    const struct scene_options *picture = &v->player.scene_options;
    if (!v->bar_shown) {
        return 0;
    }
    viewer_describe_bar(v, &bar);
    const int covered = bar_covers(&bar.bar, v->fit.canvas_width, v->fit.canvas_height);
    const int rows = (covered + v->fit.scale - 1) / v->fit.scale;
    return rows < picture->height / 3 ? rows : 0;
}

/* The demo's picture onto the canvas, by way of a smaller one where it is to be enlarged. */
static int draw_picture(struct viewer *v, const struct osd_canvas *canvas)
{
    if (v->fit.scale == 1) {
        return tell_draw(&v->player, canvas->pixels, canvas->pitch, &v->told_follow);
    }
    const size_t width = (size_t)v->fit.width;
    int status = array_reserve(&v->small, &v->small_capacity, width * (size_t)v->fit.height,
                               sizeof(*v->small));
    if (status < 0) {
        fprintf(stderr, "quakereel: no memory for a picture\n");
        return status;
    }
    status = tell_draw(&v->player, v->small, width, &v->told_follow);
    picture_enlarge(&v->fit, v->small, canvas->pixels, canvas->pitch);
    return status;
}

/* Notes how the picture came, from which the scale may follow. */
static void follow_pace(struct viewer *v, double draw)
{
    const bool moving = transport_is_moving(&v->transport) && !v->dragging;
    const double now = platform_now();
    const double interval = pace_add(&v->pace, now, draw, moving && v->moved);
    if (moving && v->moved) {
        viewer_follow_scale(v, now, draw, interval);
    }
    v->moved = moving;
}

int viewer_draw(struct viewer *v)
{
    struct player *player = &v->player;
    struct osd_canvas canvas = {.font = &v->font};
    double start = platform_now();
    int status = follow_size(v);
    if (status) {
        return status;
    }
    status = player_go_time(player, v->transport.time);
    if (status < 0) {
        fprintf(stderr, "quakereel: no memory for the client's state\n");
        return status;
    }
    player_set_light(player, v->light);
    player->scene_options.camera = v->camera;
    player->scene_options.hud = v->hud;
    player->scene_options.covered = covered_rows(v);
    canvas.width = v->fit.canvas_width;
    canvas.height = v->fit.canvas_height;
    canvas.pixels = window_lock(v->window, canvas.width, canvas.height, &canvas.pitch);
    if (!canvas.pixels) {
        fprintf(stderr, "quakereel: the window cannot be drawn to: %s\n", SDL_GetError());
        return FORMAT_BAD;
    }
    status = draw_picture(v, &canvas);
    if (status == 0) {
        draw_osd(v, &canvas);
    }
    window_unlock(v->window);
    const double drawn = platform_now() - start;
    window_present(v->window);
    v->seen = fmax(v->seen, v->transport.time);
    v->dirty = false;
    follow_pace(v, drawn);
    return status;
}

int viewer_draw_bare(struct viewer *v)
{
    const struct picture_fit full = picture_fit(v->fit.canvas_width, v->fit.canvas_height, 1);
    v->dirty = true; /* which also brings the scale back */
    if (v->fit.scale > full.scale) {
        const int status = tell_set_size(&v->player, full.width, full.height);
        if (status < 0) {
            return status;
        }
    }
    v->player.scene_options.covered = 0;
    return tell_draw(&v->player, NULL, 0, &v->told_follow);
}
