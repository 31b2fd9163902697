#include "engine/viewer/viewer_draw.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/frame_2d.h"
#include "engine/report/report.h"
#include "engine/viewer/host/window.h"
#include "engine/viewer/overlay/panel.h"
#include "engine/viewer/places/viewer_goto.h"
#include "engine/viewer/study/viewer_stats.h"
#include "engine/viewer/viewer_chooser.h"
#include "engine/viewer/viewer_internal.h"
#include "formats/base/arrays.h"

#define EMPTY_COLOR 0x00181b20u

enum { MESSAGES_BYTES = 2560, INFO_BYTES = MESSAGES_BYTES + STATS_OVERLAY_TEXT };

/* Gives the renderers the size and scale of a fit, the look, and the views and demos, if they have
 * others. */
static int set_fit(struct viewer *v, const struct picture_fit *fit)
{
    struct playback_context *player = &v->demo.player;
    const bool views = viewer_changes_views(&v->views, player);
    const bool beside = viewer_changes_beside(&v->beside, player);
    const bool labels = player->beside && beside_labels_change(player->beside, player);
    const bool look = playback_set_look(player, v->picture.look);
    if (!views && !beside && !labels && !look && player->renderer &&
        fit->canvas_width == player->scene_options.width &&
        fit->canvas_height == player->scene_options.height && fit->scale == player->options.scale) {
        return 0;
    }
    player->options.scale = fit->scale;
    return report_set_size(player, fit->canvas_width, fit->canvas_height);
}

/* Keeps the renderer at the size that the window and the scale ask for. */
static int follow_size(struct viewer *v)
{
    int width, height;
    window_size(v->window, &width, &height);
    v->picture.fit = picture_fit(width, height, viewer_scale(&v->picture, width, height));
    return set_fit(v, &v->picture.fit);
}

int viewer_messages_top(const struct viewer_demo *demo)
{
    const struct scene_options *scene = &demo->player.scene_options;
    if (!demo->open || !scene_options_have_hud(scene)) {
        return 0;
    }
    const struct playback_part first = demo->player.views.places[0].part; /* at the top left */
    return first.top + hud_options_notify_bottom(&scene->hud, first.width, first.height);
}

int viewer_messages_place(const struct viewer_demo *demo, const struct osd_canvas *canvas,
                          const char *text, int bottom)
{
    const int first = viewer_messages_top(demo);
    const int step = osd_line_height(osd_text_size(canvas->width, canvas->height));
    double least = INFINITY;
    int best = first;
    for (int top = first; least > 0.0; top += step) {
        const struct osd_area box = osd_message_area(canvas, top, text);
        const bool last = box.y + box.height > bottom;
        const struct playback_part area = {box.x, last ? box.y - top : box.y, box.width,
                                           box.height};
        const double covered = frame_2d_covered(&demo->player, area);
        if (covered < least) {
            least = covered;
            best = last ? 0 : top;
        }
        if (last) {
            break;
        }
    }
    return best;
}

/* Our lines, and above them the numbers about the playback if they are shown. Returns the row
 * below. */
static int draw_messages(struct viewer *v, const struct osd_canvas *canvas, bool has_panel)
{
    const int top = viewer_messages_top(&v->demo), bottom = canvas->height - viewer_bar_height(v);
    char text[INFO_BYTES], messages[MESSAGES_BYTES];
    osd_messages_text(&v->base.messages, messages, sizeof(messages));
    if (!v->info || !v->demo.open) {
        const bool fixed = has_panel || !v->demo.open || messages[0] == '\0';
        return osd_message(canvas,
                           fixed ? top : viewer_messages_place(&v->demo, canvas, messages, bottom),
                           messages);
    }
    viewer_describe_stats(&v->demo, &v->picture, &v->sound, v->window, text);
    snprintf(text + strlen(text), sizeof(text) - strlen(text), "\n%s", messages);
    const int below = osd_message(canvas, top, text);
    viewer_draw_speeds(&v->demo, canvas, top, bottom);
    return below;
}

/* The panel about a demo that cannot be opened, or a missing level. */
struct described_panel {
    bool error;
    char text[ERROR_PANEL_BYTES];
    struct described_data data;
};

/* False: there is none. */
static bool describe_panel(const struct viewer *v, struct described_panel *panel)
{
    if (v->chooser.shown) {
        return false;
    }
    panel->error = v->error.shown;
    if (panel->error) {
        viewer_describe_error(&v->error, &v->demo, &v->base, panel->text);
    }
    return panel->error || viewer_describe_data(&v->data, &v->demo, &v->base, &panel->data);
}

static void draw_panel(const struct viewer *v, const struct osd_canvas *canvas,
                       const struct described_panel *panel, int top)
{
    const int bottom = canvas->height - viewer_bar_height(v);
    if (panel->error) {
        panel_draw(canvas, panel->text, top, bottom);
    } else {
        data_panel_draw(&panel->data.panel, canvas, top, bottom);
    }
}

static void draw_under_question(struct viewer *v, const struct osd_canvas *canvas)
{
    struct described_panel panel;
    if (v->help.shown) { /* the help page hides everything else */
        help_draw(&v->help, &v->base.keys, canvas);
        return;
    }
    viewer_draw_path(&v->path, &v->camera, &v->demo, &v->base, canvas);
    if (v->demo.open && !v->base.options->asked->play.no_osd && v->picture.zoom.factor <= 0.0) {
        viewer_draw_view_frame(&v->demo, canvas);
    }
    if (v->chooser.shown) {
        const struct chooser_list list = viewer_chooser_list(v);
        chooser_draw(&v->chooser, &list, canvas);
    } else if (v->bar.shown && v->demo.open) {
        struct described_bar bar;
        viewer_describe_bar(v, &bar);
        seek_bar_draw_kept(&bar.bar, &v->demo.strip, canvas);
        if (!v->base.options->asked->play.no_previews) {
            viewer_draw_preview(&v->preview, &v->demo, &bar.bar, canvas);
        }
    }
    if (v->go_to.shown && !v->chooser.shown) {
        prompt_draw(&v->go_to, canvas, VIEWER_GOTO_TITLE, canvas->height - viewer_bar_height(v));
    } else if (v->marks.name.shown && !v->chooser.shown) {
        prompt_draw(&v->marks.name, canvas, VIEWER_MARK_TITLE,
                    canvas->height - viewer_bar_height(v));
    }
    if (v->console.view.shown && !v->chooser.shown) { /* the console lists messages as well */
        const struct console_source lines = viewer_console_source(&v->console, &v->demo, &v->base);
        console_draw(&v->console.view, &lines, canvas);
        return;
    }
    const bool has_panel = !v->demo.player.summary.is_shown && describe_panel(v, &panel);
    const int below = draw_messages(v, canvas, has_panel);
    if (has_panel) {
        draw_panel(v, canvas, &panel, below);
    }
}

static void draw_osd(struct viewer *v, const struct osd_canvas *canvas)
{
    draw_under_question(v, canvas);
    if (v->record.question.shown) {
        question_draw(&v->record.question, canvas);
    }
}

/* Notes how the picture came, from which the scale may follow. */
static void follow_pace(struct viewer_picture *picture, const struct viewer_demo *demo,
                        const struct viewer_mouse *mouse, const struct window *window,
                        const struct frame_cost *cost)
{
    const bool moving = transport_is_moving(&demo->transport) && !mouse->dragging;
    const double now = platform_now();
    const double interval =
        frame_stats_add(&picture->frame_stats, now, cost, moving && picture->moved);
    if (moving && picture->moved) {
        viewer_follow_scale(picture, window, now, cost, interval);
    }
    picture->moved = moving;
}

/* Locks the window's pixels. Returns 0, or a negative code after a message on stderr. */
static int lock_window(struct viewer *v, struct osd_canvas *canvas)
{
    *canvas = (struct osd_canvas){.width = v->picture.fit.canvas_width,
                                  .height = v->picture.fit.canvas_height,
                                  .font = &v->font};
    canvas->pixels = window_lock(v->window, canvas->width, canvas->height, &canvas->pitch);
    if (!canvas->pixels) {
        fprintf(stderr, "quakereel: the window cannot be drawn to: %s\n",
                window_failure(v->window));
        return FORMAT_BAD;
    }
    return 0;
}

/* Draws the window without a demo: plain background and messages. */
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
        v->base.dirty = false;
    }
    return status;
}

int viewer_draw(struct viewer *v)
{
    if (!v->demo.open) {
        return draw_empty(v);
    }
    struct playback_context *player = &v->demo.player;
    struct osd_canvas canvas;
    const double start = platform_now();
    player->scene_options.hud = v->hud.options;
    int status = follow_size(v);
    if (status) {
        return status;
    }
    status = playback_go_time(player, v->demo.transport.time);
    if (status < 0) {
        fprintf(stderr, "quakereel: out of memory (client's state)\n");
        return status;
    }
    viewer_tell_views(&v->views, &v->demo, &v->base);
    playback_set_light(player, v->picture.light);
    player->scene_options.camera = v->camera;
    player->scene_options.fov = player->options.fov;
    player->options.camera_path = viewer_followed_path(&v->path);
    player->scene_options.hidden_blends = v->picture.hidden_blends;
    player->hide_ghosts = v->picture.hide_ghosts;
    player->scene_options.covered = viewer_bar_covers(v);
    player->summary_from =
        viewer_summary_is_shown(&v->summary, &v->demo, &v->base) ? 0.0 : INFINITY;
    status = lock_window(v, &canvas);
    if (status) {
        return status;
    }
    status = report_draw(player, canvas.pixels, canvas.pitch, &v->demo.told_follow);
    const double made = renderer_world_done(player->renderer);
    if (status == 0) {
        status = picture_zoom_apply(&v->picture.zoom, canvas.pixels, canvas.pitch, canvas.width,
                                    canvas.height, v->mouse.x, v->mouse.y);
        draw_osd(v, &canvas);
    }
    const double drawn = platform_now();
    window_unlock(v->window);
    const struct frame_cost cost = {
        .picture = made - start, .over = drawn - made, .upload = platform_now() - drawn};
    window_present(v->window);
    v->demo.seen = fmax(v->demo.seen, v->demo.transport.time);
    v->base.dirty = false;
    follow_pace(&v->picture, &v->demo, &v->mouse, v->window, &cost);
    return status;
}

int viewer_draw_bare(struct viewer *v)
{
    const struct picture_fit full =
        picture_fit(v->picture.fit.canvas_width, v->picture.fit.canvas_height, 1);
    v->base.dirty = true; /* which also brings the scale back */
    const int status = set_fit(v, &full);
    if (status < 0) {
        return status;
    }
    v->demo.player.scene_options.covered = 0;
    v->demo.player.scene_options.hud = v->hud.options;
    return report_draw(&v->demo.player, NULL, 0, &v->demo.told_follow);
}
