#include "engine/viewer/viewer.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/playback/demo_time.h"
#include "engine/viewer/osd.h"
#include "engine/viewer/tell.h"
#include "engine/viewer/viewer_internal.h"
#include "formats/base/arrays.h"

enum { DEFAULT_WIDTH = 960, DEFAULT_HEIGHT = 600, IDLE_MS = 50, LEAST_FRAME_MS = 4 };

#define MESSAGE_SECONDS 2.0
#define BAR_SECONDS 2.0
/* Nobody needs to be told that he left right after the beginning or just before the end. */
#define RESUME_MARGIN 2.0

void viewer_say(struct viewer *v, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(v->message, sizeof(v->message), format, args);
    va_end(args);
    v->message_until = platform_now() + MESSAGE_SECONDS;
    v->dirty = true;
}

void viewer_show_bar(struct viewer *v)
{
    v->bar_until = platform_now() + BAR_SECONDS;
    v->dirty = true;
}

/* --- demos ------------------------------------------------------------------------------------ */

static void close_demo(struct viewer *v)
{
    if (!v->open) {
        return;
    }
    double left = v->transport.time;
    bool inside =
        left > RESUME_MARGIN && left < timeline_length(v->player.timeline) - RESUME_MARGIN;
    demo_notes_set_resume(&v->notes, inside ? left : 0.0);
    if (v->notes.path[0] && demo_notes_save(&v->notes, v->player.source.name) != 0) {
        fprintf(stderr, "quakereel: %s: %s\n", v->notes.path, strerror(errno));
    }
    demo_notes_free(&v->notes);
    v->bad |= tell_damage(&v->player);
    player_close(&v->player);
    v->open = false;
}

/* A time of the command line. Only what counts from the end needs to know where that is. */
static double find_time(const struct viewer *v, const char *text, double otherwise)
{
    double time = otherwise;
    double length = INFINITY;
    if (text && (text[0] == '-' || strchr(text, '%'))) {
        timeline_wait(v->player.timeline, false);
        length = timeline_length(v->player.timeline);
    }
    if (text && !demo_time_parse(text, length, &time)) {
        time = otherwise; /* cmd_play has checked that it is a time */
    }
    return time;
}

static void follow_index(struct viewer *v)
{
    struct timeline_extent extent = timeline_extent(v->player.timeline);
    if (extent.complete != v->transport.complete || extent.length != v->transport.length) {
        transport_set_length(&v->transport, extent.length, extent.complete);
        v->dirty = true;
    }
}

/* Where play begins: as the command line says, or where it stopped last time. */
static void begin_play(struct viewer *v)
{
    const struct viewer_options *o = v->options;
    struct transport *t = &v->transport;
    char time[OSD_TIME];
    transport_init(t);
    transport_set_speed(t, o->speed);
    t->reverse = o->reverse;
    t->repeat = o->repeat;
    t->from = find_time(v, o->start, 0.0);
    t->to = find_time(v, o->end, INFINITY);
    t->to = fmax(t->from, t->to);
    follow_index(v);
    if (v->notes.resume > 0.0 && o->resume) {
        transport_seek(t, v->notes.resume);
    } else if (o->reverse && o->end) {
        transport_seek(t, t->to);
    } else if (o->reverse) {
        transport_seek_share(t, 1.0);
    } else if (o->start) {
        transport_seek(t, t->from);
    } else if (v->notes.resume > 0.0 && !o->no_osd) {
        osd_format_time(time, v->notes.resume, 0);
        viewer_say(v, "Enter goes on at %s, where you stopped", time);
    }
    t->undo = -1.0; /* the beginning is no seek to undo */
}

void viewer_open_demo(struct viewer *v, size_t place)
{
    const struct timeline_options index = {.key_frame_bytes = v->options->seek_bytes,
                                           .background = true};
    struct player player;
    char title[512];
    const int code = tell_open(&player, v->playlist[place], &v->options->player, &index);
    v->current = place;
    if (code < 0) {
        v->bad = true;
        viewer_say(v, "cannot open %s", v->playlist[place]);
        return;
    }
    close_demo(v);
    v->player = player;
    v->open = true;
    v->seen = 0.0;
    v->dragging = false;
    demo_notes_load(&v->notes, v->player.source.data, v->player.source.size);
    begin_play(v);
    snprintf(title, sizeof(title), "%s - quakereel", v->player.source.name);
    window_set_title(v->window, title);
    viewer_show_bar(v);
}

void viewer_open_file(struct viewer *v, const char *path)
{
    char *copy = strdup(path);
    if (!copy ||
        array_reserve(&v->playlist, &v->cap_demos, v->num_demos + 1, sizeof(*v->playlist)) < 0) {
        free(copy);
        viewer_say(v, "no memory");
        return;
    }
    const size_t place = v->current + 1;
    char **name = v->playlist + place;
    memmove(name + 1, name, (v->num_demos - place) * sizeof(*name));
    *name = copy;
    v->num_demos++;
    viewer_open_demo(v, place);
}

static bool make_playlist(struct viewer *v)
{
    const struct viewer_options *options = v->options;
    v->num_demos = v->cap_demos = options->num_demos ? options->num_demos : 1;
    v->playlist = calloc(v->num_demos, sizeof(*v->playlist));
    bool good = v->playlist != NULL;
    for (size_t i = 0; good && i < options->num_demos; i++) {
        v->playlist[i] = strdup(options->demos[i]);
        good = v->playlist[i] != NULL;
    }
    return good;
}

/* The first demo that can be opened. */
static bool open_any(struct viewer *v)
{
    for (size_t i = 0; i < v->num_demos && !v->open; i++) {
        viewer_open_demo(v, i);
    }
    return v->open;
}

/* At the end of a demo the next of the playlist begins; the last one stays. */
static void follow_playlist(struct viewer *v)
{
    if (transport_has_ended(&v->transport) && !v->transport.reverse && !v->dragging &&
        v->current + 1 < v->num_demos) {
        viewer_open_demo(v, v->current + 1);
    }
}

/* --- the loop --------------------------------------------------------------------------------- */

/* What goes away by itself after a while. */
static void follow_clock(struct viewer *v, double now)
{
    bool standing = !transport_is_moving(&v->transport) || v->dragging;
    bool shown =
        v->bar == BAR_ALWAYS || (v->bar == BAR_WHEN_NEEDED && (standing || now < v->bar_until));
    if (shown != v->bar_shown) {
        v->bar_shown = shown;
        v->dirty = true;
    }
    if (v->message[0] != '\0' && now > v->message_until) {
        v->message[0] = '\0';
        v->dirty = true;
    }
}

static void handle_events(struct viewer *v)
{
    SDL_Event event;
    bool idle = !v->dirty && !transport_is_moving(&v->transport) && v->camera.kind != CAMERA_FREE;
    if (idle && SDL_WaitEventTimeout(&event, IDLE_MS)) {
        viewer_handle_event(v, &event);
    }
    while (SDL_PollEvent(&event)) {
        viewer_handle_event(v, &event);
    }
}

static int run(struct viewer *v)
{
    double last = platform_now();
    int status = 0;
    v->dirty = true;
    viewer_show_bar(v);
    while (!v->quit && status == 0) {
        handle_events(v);
        double now = platform_now();
        follow_index(v);
        viewer_fly(v, now - last);
        if (!v->dragging && transport_advance(&v->transport, now - last)) {
            v->dirty = true;
        }
        last = now;
        follow_playlist(v);
        follow_clock(v, now);
        if (v->dirty && !v->quit) {
            status = viewer_draw(v);
        }
        /* Where presenting does not wait for the screen, nothing is won by drawing faster. */
        double spent_ms = (platform_now() - now) * 1000.0;
        if (spent_ms < LEAST_FRAME_MS) {
            SDL_Delay((Uint32)(LEAST_FRAME_MS - spent_ms));
        }
    }
    return status;
}

void viewer_close(struct viewer *v)
{
    close_demo(v);
    window_destroy(v->window);
    key_map_free(&v->keys);
    for (size_t i = 0; v->playlist && i < v->num_demos; i++) {
        free(v->playlist[i]);
    }
    free(v->playlist);
}

enum viewer_end viewer_run(const struct viewer_options *options, char *reason, size_t reason_size)
{
    struct viewer v = {.options = options,
                       .camera = options->player.camera,
                       .bar = options->no_osd ? BAR_NEVER : BAR_WHEN_NEEDED,
                       .mouse_x = -1,
                       .mouse_y = -1};
    if (!make_playlist(&v) || key_map_init(&v.keys) < 0 || key_map_read_user_file(&v.keys) < 0) {
        fprintf(stderr, "quakereel: no memory\n");
        viewer_close(&v);
        return VIEWER_BAD;
    }
    v.window = window_create("quakereel", options->width ? options->width : DEFAULT_WIDTH,
                             options->height ? options->height : DEFAULT_HEIGHT, true, reason,
                             reason_size);
    if (!v.window) {
        viewer_close(&v);
        return VIEWER_NO_WINDOW;
    }
    if (open_any(&v)) {
        if (options->fullscreen) {
            window_toggle_fullscreen(v.window);
        }
        v.bad |= run(&v) < 0;
    }
    viewer_close(&v);
    return v.bad ? VIEWER_BAD : VIEWER_GOOD;
}
