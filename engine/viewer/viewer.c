#include "engine/viewer/viewer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/user_dirs.h"
#include "engine/report/report.h"
#include "engine/viewer/viewer_internal.h"

enum { DEFAULT_WIDTH = 960, DEFAULT_HEIGHT = 600, IDLE_MS = 50, MIN_FRAME_MS = 4 };

void viewer_say(struct viewer *v, const char *format, ...)
{
    char text[OSD_MESSAGE_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    osd_messages_say(&v->messages, platform_now(), text);
    v->dirty = true;
}

void viewer_trouble_line(void *context, const char *line)
{
    struct viewer *v = context;
    fprintf(stderr, "quakereel: %s\n", line);
    osd_messages_trouble(&v->messages, platform_now(), line);
    v->dirty = true;
}

void viewer_trouble(struct viewer *v, const char *format, ...)
{
    char text[OSD_MESSAGE_TEXT];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    viewer_trouble_line(v, text);
}

/* "x.dem: byte 7: ..." of the same with a folder, which may be longer than a line. */
static const char *without_folder(const char *line)
{
    const char *end = strstr(line, ": "), *name = line;
    for (const char *p = line; end && p < end; p++) {
        name = *p == '/' ? p + 1 : name;
    }
    return name;
}

void viewer_hear(void *context, enum report_kind kind, const char *line)
{
    struct viewer *v = context;
    if (kind == REPORT_DAMAGE && !v->options->no_osd) {
        osd_messages_stand(&v->messages, OSD_MESSAGE_DAMAGE, without_folder(line));
    } else if (kind == REPORT_TROUBLE || kind == REPORT_DAMAGE) {
        osd_messages_trouble(&v->messages, platform_now(), line);
    } else {
        message_log_add(&v->messages.log, line);
    }
    v->dirty = true;
}

void viewer_name_key(const struct viewer *v, enum action action, char name[KEY_HELP_TEXT])
{
    (void)!key_map_name(&v->keys, action, 0, name, NULL);
}

void viewer_keep(struct viewer *v, int code)
{
    if (code < 0) {
        viewer_trouble(v, "no memory to remember that");
    }
}

/* "KEY does" behind what is there, where a key does that. */
static void add_key(const struct viewer *v, enum action action, int sign, const char *does,
                    char text[OSD_MESSAGE_TEXT])
{
    char key[KEY_HELP_TEXT];
    const size_t used = strlen(text);
    if (key_map_name(&v->keys, action, sign, key, NULL)) {
        snprintf(text + used, OSD_MESSAGE_TEXT - used, "%s%s %s", strchr(text, ':') ? ", " : ": ",
                 key, does);
    }
}

void viewer_follow_end(struct viewer *v)
{
    const struct transport *t = &v->demo.transport;
    char text[OSD_MESSAGE_TEXT], key[KEY_HELP_TEXT], back[48];
    double seconds;
    if (!transport_is_at_end(t) || v->mouse.dragging || v->options->no_osd) {
        v->dirty |= osd_messages_withdraw(&v->messages, OSD_MESSAGE_END);
        return;
    }
    snprintf(text, sizeof(text), t->reverse ? "the beginning" : "the end");
    if (t->reverse) {
        add_key(v, ACTION_REVERSE, 0, "plays forward", text);
        add_key(v, ACTION_PAUSE, 0, "backward from the end", text);
    } else {
        add_key(v, ACTION_PAUSE, 0, "plays again", text);
        if (key_map_name(&v->keys, ACTION_SEEK, -1, key, &seconds)) {
            snprintf(back, sizeof(back), "goes %g s back", -seconds);
            add_key(v, ACTION_SEEK, -1, back, text);
        }
        add_key(v, ACTION_PERCENT, 0, "to the beginning", text);
        if (v->playlist.current + 1 < v->playlist.count) {
            add_key(v, ACTION_PLAYLIST, 1, "to the next demo", text);
        }
    }
    v->dirty |= osd_messages_stand(&v->messages, OSD_MESSAGE_END, text);
}

static void handle_events(struct viewer *v)
{
    SDL_Event event;
    const bool moving =
        v->demo.open && (transport_is_moving(&v->demo.transport) || v->camera.kind == CAMERA_FREE);
    const bool idle = !v->dirty && !moving;
    if (idle && SDL_WaitEventTimeout(&event, IDLE_MS)) {
        viewer_handle_event(v, &event);
    }
    while (SDL_PollEvent(&event)) {
        viewer_handle_event(v, &event);
    }
}

/* What goes on in the demo that is open, `seconds` after the last look at it. */
static void follow_demo(struct viewer *v, double now, double seconds)
{
    viewer_follow_index(v);
    viewer_fly(v, seconds);
    const bool waits = v->mouse.dragging || viewer_sound_is_coming(v, now);
    if (!waits && transport_advance(&v->demo.transport, seconds)) {
        v->dirty = true;
    }
    viewer_follow_sound(v, now);
    viewer_follow_playlist(v);
    viewer_follow_click(v, now);
    viewer_follow_end(v);
    viewer_follow_missing(v, now);
    viewer_follow_bar(v, now);
}

static int run(struct viewer *v)
{
    double last = platform_now();
    int status = 0;
    v->dirty = true;
    viewer_show_bar(v);
    while (!v->quit && status == 0) {
        handle_events(v);
        const double now = platform_now();
        if (v->demo.open) {
            follow_demo(v, now, now - last);
        }
        last = now;
        viewer_follow_record(v);
        v->dirty |= osd_messages_tick(&v->messages, now);
        viewer_follow_title(v, now);
        if (v->dirty && !v->quit) {
            status = viewer_draw(v);
        }
        /* Where presenting does not wait for the screen, nothing is won by drawing faster. */
        const double spent_ms = (platform_now() - now) * 1000.0;
        if (spent_ms < MIN_FRAME_MS) {
            SDL_Delay((Uint32)(MIN_FRAME_MS - spent_ms));
        }
    }
    return status;
}

void viewer_close(struct viewer *v)
{
    viewer_close_demo(v);
    viewer_end_sound(v);
    viewer_close_error(v);
    window_destroy(v->window);
    viewer_end_record(v); /* which may take a moment */
    settings_save(&v->settings);
    settings_free(&v->settings);
    key_map_free(&v->keys);
    osd_messages_free(&v->messages);
    osd_font_free(&v->font);
    free(v->picture.small);
    viewer_free_playlist(v);
}

/* As asked for, or as it was left. */
static struct window *open_window(const struct viewer *v, char *reason, size_t reason_size)
{
    const struct viewer_options *o = v->options;
    struct window_place left;
    const struct window_options window = {
        .title = "quakereel",
        .width = o->width || o->height ? (o->width ? o->width : DEFAULT_WIDTH) : 0,
        .height = o->width || o->height ? (o->height ? o->height : DEFAULT_HEIGHT) : 0,
        .left = window_place_recall(&v->settings, &left) ? &left : NULL,
        .vsync = true};
    return window_create(&window, reason, reason_size);
}

/* A size that was asked for is for this time alone. */
static void remember_window(struct viewer *v)
{
    if (v->window && !v->options->width && !v->options->height) {
        const struct window_place place = window_get_place(v->window);
        viewer_keep(v, window_place_remember(&v->settings, &place));
    }
}

enum viewer_end viewer_run(const struct viewer_options *options, char *reason, size_t reason_size)
{
    struct viewer v = {.options = options,
                       .camera = options->player.camera,
                       .bar.mode = options->no_osd ? BAR_NEVER : BAR_WHEN_NEEDED,
                       .mouse = {.x = -1, .y = -1}};
    if (!viewer_make_playlist(&v) || viewer_read_keys(&v) < 0 ||
        settings_load(&v.settings, viewer_trouble_line, &v) < 0) {
        fprintf(stderr, "quakereel: no memory\n");
        viewer_close(&v);
        return VIEWER_BAD;
    }
    char key[KEY_HELP_TEXT];
    viewer_begin_picture(&v);
    viewer_begin_hud(&v);
    viewer_begin_sound(&v);
    v.window = open_window(&v, reason, reason_size);
    if (!v.window) {
        viewer_close(&v);
        return VIEWER_NO_WINDOW;
    }
    viewer_open_sound(&v);
    (void)!viewer_open_any(&v); /* where none can be, the window says why */
    if (options->fullscreen) {
        window_toggle_fullscreen(v.window);
    }
    viewer_name_key(&v, ACTION_HELP, key);
    if (!options->no_osd && user_is_new() && key[0]) {
        viewer_say(&v, "%s for keys", key);
    }
    v.bad |= run(&v) < 0;
    remember_window(&v);
    viewer_close(&v);
    return v.bad ? VIEWER_BAD : VIEWER_GOOD;
}
