/* One picture of the viewer: the demo's, and over it the player's own. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/follow.h"
#include "engine/viewer/tell.h"
#include "engine/viewer/viewer_internal.h"

enum { NOTICES_BYTES = 2560, INFO_BYTES = NOTICES_BYTES + 768 };

static int clamp(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

/* Keeps the renderer at the window's size, inside the sizes it can draw. */
static int follow_size(struct viewer *v)
{
    int width, height;
    struct player *player = &v->player;
    window_size(v->window, &width, &height);
    width = clamp(width, RENDER_MIN_WIDTH, RENDER_MAX_WIDTH);
    height = clamp(height, RENDER_MIN_HEIGHT, RENDER_MAX_HEIGHT);
    if (player->renderer && width == player->scene_options.width &&
        height == player->scene_options.height) {
        return 0;
    }
    return tell_set_size(player, width, height);
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

/* Numbers about the playback, below the message. */
static void describe(const struct viewer *v, char *text, size_t size)
{
    const struct timeline *timeline = v->player.timeline;
    const struct scene_options *picture = &v->player.scene_options;
    struct timeline_extent extent = timeline_extent(timeline);
    uint32_t update = timeline_update_at(timeline, v->transport.time);
    struct demo_event level;
    char time[OSD_TIME], eyes[FOLLOW_TEXT];
    name_followed(v, eyes);
    viewer_level(v, &level);
    osd_format_time(time, v->transport.time, 3);
    snprintf(text, size,
             "%.80s\n%s\n%s%s%stime %s, update %u, step %u\n"
             "%dx%d, %d threads, %.2f ms a picture\n%u key frames, %.1f MB\nstate %016" PRIx64,
             v->player.source.name, level.text, eyes[0] ? "eyes of " : "", eyes,
             eyes[0] ? "\n" : "", time, update, timeline_update_step(timeline, update),
             picture->width, picture->height, v->player.options.threads, v->frame_seconds * 1000.0,
             extent.num_key_frames, (double)extent.key_frame_bytes / 1e6,
             timeline_state_hash(timeline));
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
    struct viewer_data data;
    if (!v->chooser.shown && viewer_describe_data(v, &data)) {
        data_panel_draw(&data.panel, canvas);
    }
    /* The game's own lines stay readable. */
    const struct scene_options *picture = &v->player.scene_options;
    const int top = picture->no_hud ? 0
                                    : hud_options_notify_bottom(&picture->hud, canvas->width,
                                                                canvas->height);
    if (v->info) {
        describe(v, text, sizeof(text));
        notices_text(&v->notices, notices, sizeof(notices));
        snprintf(text + strlen(text), sizeof(text) - strlen(text), "\n%s", notices);
        osd_message(canvas, top, text);
    } else {
        notices_text(&v->notices, text, sizeof(text));
        osd_message(canvas, top, text);
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
    const int rows = bar_covers(&bar.bar, picture->width, picture->height);
    return rows < picture->height / 3 ? rows : 0;
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
    canvas.width = player->scene_options.width;
    canvas.height = player->scene_options.height;
    canvas.pixels = window_lock(v->window, canvas.width, canvas.height, &canvas.pitch);
    if (!canvas.pixels) {
        fprintf(stderr, "quakereel: the window cannot be drawn to: %s\n", SDL_GetError());
        return FORMAT_BAD;
    }
    status = tell_draw(player, canvas.pixels, canvas.pitch, &v->told_follow);
    if (status == 0) {
        draw_osd(v, &canvas);
    }
    v->frame_seconds = platform_now() - start;
    window_present(v->window);
    v->seen = fmax(v->seen, v->transport.time);
    v->dirty = false;
    return status;
}

int viewer_draw_bare(struct viewer *v)
{
    v->player.scene_options.covered = 0;
    v->dirty = true;
    return tell_draw(&v->player, NULL, 0, &v->told_follow);
}
