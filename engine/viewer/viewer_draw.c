#include "engine/viewer/viewer_draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/pov_select.h"
#include "engine/report/report.h"
#include "engine/viewer/audio/audio.h"
#include "engine/viewer/overlay/panel.h"
#include "engine/viewer/overlay/stats_overlay.h"
#include "engine/viewer/viewer_internal.h"
#include "formats/base/arrays.h"

#define EMPTY_COLOR 0x00181b20u

enum { MESSAGES_BYTES = 2560, INFO_BYTES = MESSAGES_BYTES + STATS_OVERLAY_TEXT };

/* Keeps the renderer at the size that the window and the scale ask for. */
static int follow_size(struct viewer *v)
{
    int width, height;
    struct player *player = &v->demo.player;
    window_size(v->window, &width, &height);
    v->picture.fit = picture_fit(width, height, viewer_scale(v, width, height));
    if (player->renderer && v->picture.fit.width == player->scene_options.width &&
        v->picture.fit.height == player->scene_options.height) {
        return 0;
    }
    return report_set_size(player, v->picture.fit.width, v->picture.fit.height);
}

/* Numbers about the playback, above the messages. */
static void describe(const struct viewer *v, char text[STATS_OVERLAY_TEXT])
{
    const struct timeline *timeline = v->demo.player.timeline;
    const struct timeline_extent extent = timeline_extent(timeline);
    const uint32_t update = timeline_update_at(timeline, v->demo.transport.time);
    const double rate = window_refresh_rate(v->window);
    struct demo_event level;
    char eyes[POV_SELECT_TEXT];
    viewer_level(v, &level);
    viewer_name_followed(v, eyes);
    const struct stats_overlay numbers = {
        .demo = v->demo.player.source.name,
        .level = level.text,
        .followed = eyes,
        .time = v->demo.transport.time,
        .update = update,
        .step = timeline_update_step(timeline, update),
        .frame_stats = frame_stats_figures(&v->picture.frame_stats, platform_now(), 1.0 / rate),
        .refresh_rate = rate,
        .fit = v->picture.fit,
        .auto_scale = v->picture.scale == 0,
        .threads = v->demo.player.options.threads,
        .light = v->picture.light,
        .sound_rate = v->sound.audio ? audio_get_rate(v->sound.audio) : 0,
        .sound_gaps = v->sound.audio ? audio_get_starved(v->sound.audio) : 0,
        .key_frames = extent.num_key_frames,
        .key_frame_megabytes = (double)extent.key_frame_bytes / 1e6,
        .state_hash = timeline_state_hash(timeline),
    };
    stats_overlay_text(&numbers, text);
}

int viewer_messages_top(const struct viewer *v)
{
    const struct scene_options *picture = &v->demo.player.scene_options;
    if (!v->demo.open || !scene_options_have_hud(picture)) {
        return 0;
    }
    const int lines = hud_options_notify_bottom(&picture->hud, picture->width, picture->height);
    return v->picture.fit.top + lines * v->picture.fit.scale;
}

/* What is to be said of a demo that is not shown, or of a level that is not there. */
static void draw_panel(const struct viewer *v, const struct osd_canvas *canvas, int top)
{
    const int bottom = canvas->height - viewer_bar_height(v);
    struct described_data data;
    char text[ERROR_PANEL_BYTES];
    if (v->error.shown) {
        viewer_describe_error(v, text);
        panel_draw(canvas, text, top, bottom);
    } else if (viewer_describe_data(v, &data)) {
        data_panel_draw(&data.panel, canvas, top, bottom);
    }
}

static void draw_osd(struct viewer *v, const struct osd_canvas *canvas)
{
    char text[INFO_BYTES], messages[MESSAGES_BYTES];
    if (v->help.shown) { /* and nothing beside it */
        help_draw(&v->help, &v->keys, canvas);
        return;
    }
    viewer_draw_path(v, canvas);
    if (v->chooser.shown) {
        const struct chooser_list list = viewer_chooser_list(v);
        chooser_draw(&v->chooser, &list, canvas);
    } else if (v->bar.shown && v->demo.open) {
        struct described_bar bar;
        viewer_describe_bar(v, &bar);
        seek_bar_draw_kept(&bar.bar, &v->demo.strip, canvas);
    }
    if (v->console.view.shown && !v->chooser.shown) { /* which lists what is said, too */
        const struct console_source lines = viewer_console_source(v);
        console_draw(&v->console.view, &lines, canvas);
        return;
    }
    osd_messages_text(&v->messages, messages, sizeof(messages));
    if (v->info && v->demo.open) {
        describe(v, text);
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "\n%s", messages);
    }
    const int bottom =
        osd_message(canvas, viewer_messages_top(v), v->info && v->demo.open ? text : messages);
    if (!v->chooser.shown) {
        draw_panel(v, canvas, bottom);
    }
}

/* The demo's picture onto the canvas, by way of a smaller one where it is to be enlarged. *made:
 * when there was nothing left to do but that. */
static int draw_picture(struct viewer *v, const struct osd_canvas *canvas, double *made)
{
    if (v->picture.fit.scale == 1) {
        const int status =
            report_draw(&v->demo.player, canvas->pixels, canvas->pitch, &v->demo.told_follow);
        *made = platform_now();
        return status;
    }
    const size_t width = (size_t)v->picture.fit.width;
    int status = array_reserve(&v->picture.small, &v->picture.small_capacity,
                               width * (size_t)v->picture.fit.height, sizeof(*v->picture.small));
    if (status < 0) {
        fprintf(stderr, "quakereel: no memory for a picture\n");
        return status;
    }
    status = report_draw(&v->demo.player, v->picture.small, width, &v->demo.told_follow);
    *made = platform_now();
    picture_enlarge(&v->picture.fit, v->picture.small, canvas->pixels, canvas->pitch);
    return status;
}

/* Notes how the picture came, from which the scale may follow. */
static void follow_pace(struct viewer *v, const struct frame_cost *cost)
{
    const bool moving = transport_is_moving(&v->demo.transport) && !v->mouse.dragging;
    const double now = platform_now();
    const double interval =
        frame_stats_add(&v->picture.frame_stats, now, cost, moving && v->picture.moved);
    if (moving && v->picture.moved) {
        viewer_follow_scale(v, now, cost, interval);
    }
    v->picture.moved = moving;
}

/* Where pixels of the window go. 0, or negative after one line on stderr. */
static int lock_window(struct viewer *v, struct osd_canvas *canvas)
{
    *canvas = (struct osd_canvas){.width = v->picture.fit.canvas_width,
                                  .height = v->picture.fit.canvas_height,
                                  .font = &v->font};
    canvas->pixels = window_lock(v->window, canvas->width, canvas->height, &canvas->pitch);
    if (!canvas->pixels) {
        fprintf(stderr, "quakereel: the window cannot be drawn to: %s\n", SDL_GetError());
        return FORMAT_BAD;
    }
    return 0;
}

/* The window when no demo is open: an even ground, and what there is to say. */
static int draw_empty(struct viewer *v)
{
    struct osd_canvas canvas;
    int width, height;
    window_size(v->window, &width, &height);
    v->picture.fit = picture_fit(width, height, 1);
    const int status = lock_window(v, &canvas);
    if (status == 0) {
        osd_fill(&canvas, 0, 0, canvas.width, canvas.height, EMPTY_COLOR, 255);
        draw_osd(v, &canvas);
        window_unlock(v->window);
        window_present(v->window);
        v->dirty = false;
    }
    return status;
}

int viewer_draw(struct viewer *v)
{
    if (!v->demo.open) {
        return draw_empty(v);
    }
    struct player *player = &v->demo.player;
    struct osd_canvas canvas;
    const double start = platform_now();
    double made = start;
    int status = follow_size(v);
    if (status) {
        return status;
    }
    status = player_go_time(player, v->demo.transport.time);
    if (status < 0) {
        fprintf(stderr, "quakereel: no memory for the client's state\n");
        return status;
    }
    player_set_light(player, v->picture.light);
    player->scene_options.camera = v->camera;
    player->scene_options.fov = player->options.fov;
    player->options.camera_path = viewer_followed_path(v);
    player->scene_options.hud = viewer_hud_at_scale(v, v->picture.fit.scale);
    player->scene_options.covered = viewer_bar_covers(v);
    status = lock_window(v, &canvas);
    if (status) {
        return status;
    }
    status = draw_picture(v, &canvas, &made);
    if (status == 0) {
        draw_osd(v, &canvas);
    }
    const double drawn = platform_now();
    window_unlock(v->window);
    const struct frame_cost cost = {
        .picture = made - start, .over = drawn - made, .upload = platform_now() - drawn};
    window_present(v->window);
    v->demo.seen = fmax(v->demo.seen, v->demo.transport.time);
    v->dirty = false;
    follow_pace(v, &cost);
    return status;
}

int viewer_draw_bare(struct viewer *v)
{
    const struct picture_fit full =
        picture_fit(v->picture.fit.canvas_width, v->picture.fit.canvas_height, 1);
    v->dirty = true; /* which also brings the scale back */
    if (v->picture.fit.scale > full.scale) {
        const int status = report_set_size(&v->demo.player, full.width, full.height);
        if (status < 0) {
            return status;
        }
    }
    v->demo.player.scene_options.covered = 0;
    v->demo.player.scene_options.hud = viewer_hud_at_scale(v, full.scale);
    return report_draw(&v->demo.player, NULL, 0, &v->demo.told_follow);
}
