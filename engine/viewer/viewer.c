#include "engine/viewer/viewer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/process.h"
#include "assets/user_dirs.h"
#include "engine/report/report.h"
#include "engine/viewer/camera/viewer_camera.h"
#include "engine/viewer/host/turns.h"
#include "engine/viewer/host/window.h"
#include "engine/viewer/record/record_question.h"
#include "engine/viewer/viewer_autosave.h"
#include "engine/viewer/viewer_chooser.h"
#include "engine/viewer/viewer_draw.h"
#include "engine/viewer/viewer_input.h"
#include "engine/viewer/viewer_internal.h"
#include "engine/viewer/viewer_keys.h"

enum { DEFAULT_WIDTH = 960, DEFAULT_HEIGHT = 600 };
#define IDLE_SECONDS 0.05
#define SLICE_SECONDS 0.008

/* "KEY does" behind what is there, where a key does that. */
static void add_key(const struct viewer_base *base, enum action action, int sign, const char *does,
                    char text[OSD_MESSAGE_TEXT])
{
    char key[KEY_HELP_TEXT];
    const size_t used = strlen(text);
    if (key_map_name(&base->keys, action, sign, key, NULL)) {
        snprintf(text + used, OSD_MESSAGE_TEXT - used, "%s%s %s", strchr(text, ':') ? ", " : ": ",
                 key, does);
    }
}

void viewer_follow_end(const struct viewer_demo *demo, const struct viewer_mouse *mouse,
                       const struct viewer_playlist *playlist, struct viewer_base *base)
{
    const struct transport *t = &demo->transport;
    char text[OSD_MESSAGE_TEXT], key[KEY_HELP_TEXT], back[48];
    double seconds;
    if (!transport_is_at_end(t) || mouse->dragging || base->options->asked->play.no_osd) {
        base->dirty |= osd_messages_withdraw(&base->messages, OSD_MESSAGE_END);
        return;
    }
    snprintf(text, sizeof(text), t->reverse ? "the beginning" : "the end");
    if (t->reverse) {
        add_key(base, ACTION_REVERSE, 0, "plays forward", text);
        add_key(base, ACTION_PAUSE, 0, "backward from the end", text);
    } else {
        add_key(base, ACTION_PAUSE, 0, "plays again", text);
        if (key_map_name(&base->keys, ACTION_SEEK, -1, key, &seconds)) {
            snprintf(back, sizeof(back), "goes %g s back", -seconds);
            add_key(base, ACTION_SEEK, -1, back, text);
        }
        add_key(base, ACTION_PERCENT, 0, "to the beginning", text);
        if (playlist->current + 1 < playlist->count) {
            add_key(base, ACTION_PLAYLIST, 1, "to the next demo", text);
        }
    }
    base->dirty |= osd_messages_stand(&base->messages, OSD_MESSAGE_END, text);
}

static void take_events(struct viewer *v)
{
    struct input_event event;
    while (window_poll(v->window, &event)) {
        viewer_handle_event(v, &event);
    }
}

/* Nothing changes until something happens. */
static bool is_idle(const struct viewer *v)
{
    const bool moving = v->demo.open && (transport_is_moving(&v->demo.transport) ||
                                         v->camera.kind == CAMERA_FREE || v->pad.stick != 0.0);
    return !v->base.dirty && !moving;
}

/* Advances the open demo by `seconds` and updates all parts. */
static void follow_demo(struct viewer *v, double now, double seconds)
{
    viewer_follow_index(&v->demo, &v->base);
    viewer_fly(v, seconds);
    const bool waits = v->mouse.dragging || viewer_sound_is_coming(&v->sound, now);
    if (!waits && transport_advance(&v->demo.transport, seconds)) {
        v->base.dirty = true;
    }
    viewer_follow_sound(v, now);
    viewer_follow_playlist(v);
    viewer_follow_click(v, now);
    viewer_follow_end(&v->demo, &v->mouse, &v->playlist, &v->base);
    viewer_follow_missing(&v->data, &v->demo, &v->base, now);
    viewer_follow_bar(v, now);
    viewer_follow_preview(&v->preview, &v->base);
    if (viewer_pad_follow(&v->pad, &v->demo.transport, seconds)) {
        viewer_show_bar(&v->bar, &v->base);
    }
    viewer_follow_place(&v->demo, &v->base, now);
}

/* Where there are no threads: a slice of what they would do. True: there is more. */
static bool build_index(const struct viewer_demo *demo)
{
    const double until = platform_now() + SLICE_SECONDS;
    bool more = demo->open;
    while (more && platform_now() < until) {
        more = playback_build(&demo->player);
    }
    return more;
}

bool viewer_step(struct viewer *v, double *rest)
{
    *rest = 0.0;
    if (process_was_asked_to_end()) {
        return false;
    }
    take_events(v);
    const double now = platform_now();
    if (v->demo.open) {
        follow_demo(v, now, now - v->stepped);
    }
    v->stepped = now;
    viewer_follow_list(v);
    viewer_follow_settings(&v->base, v->window, now);
    viewer_follow_record(&v->record, &v->bar, &v->base);
    v->quit |= viewer_leaves_after_record(&v->record);
    v->base.dirty |= osd_messages_tick(&v->base.messages, now);
    viewer_follow_title(&v->demo, v->window, now);
    if (v->base.dirty && !v->quit) {
        const int status = viewer_draw(v);
        v->base.bad |= status < 0;
        v->quit = status != 0;
    }
    const bool builds = build_index(&v->demo); /* the picture comes first */
    *rest = !builds && is_idle(v) ? IDLE_SECONDS : 0.0;
    return !v->quit;
}

void viewer_close(struct viewer *v)
{
    viewer_close_demo(&v->demo, &v->path, &v->sound, &v->base);
    viewer_end_sound(&v->sound);
    picture_zoom_free(&v->picture.zoom);
    viewer_close_error(&v->error, &v->base);
    window_destroy(v->window);
    viewer_end_record(&v->record, &v->base); /* which may take a moment */
    settings_save(&v->base.settings, SAVED_WAIT);
    settings_free(&v->base.settings);
    key_map_free(&v->base.keys);
    osd_messages_free(&v->base.messages);
    osd_font_free(&v->font);
    viewer_free_marks(&v->marks);
    viewer_end_preview(&v->preview);
    demo_facts_end(v->facts);
    play_history_free(&v->history);
    viewer_free_playlist(&v->playlist, &v->chooser);
}

/* As asked for, or as it was left. */
static struct window *open_window(const struct viewer_base *base, char *reason, size_t reason_size)
{
    const struct options *o = base->options->asked;
    struct window_place left;
    const struct window_options window = {
        .title = "quakereel",
        .width =
            o->size.width || o->size.height ? (o->size.width ? o->size.width : DEFAULT_WIDTH) : 0,
        .height = o->size.width || o->size.height
                      ? (o->size.height ? o->size.height : DEFAULT_HEIGHT)
                      : 0,
        .left = window_place_recall(&base->settings, &left) ? &left : NULL,
        .vsync = true};
    return window_create(&window, reason, reason_size);
}

/* What was asked for, and what is remembered. 0 or FORMAT_MEMORY. */
static int begin_parts(struct viewer *v, const struct viewer_options *options)
{
    const struct options *asked = options->asked;
    v->base.options = options;
    v->camera = asked->player.camera;
    v->views.options = asked->player.views;
    v->beside.options = asked->player.beside;
    v->summary.shown = asked->player.summary;
    v->bar.mode = asked->play.no_osd ? BAR_NEVER : BAR_WHEN_NEEDED;
    v->mouse.x = v->mouse.y = -1;
    if (!viewer_make_playlist(&v->playlist, &v->base) || viewer_read_keys(&v->base) < 0 ||
        settings_load(&v->base.settings, viewer_trouble_line, &v->base) < 0) {
        return FORMAT_MEMORY;
    }
    viewer_begin_picture(&v->picture, &v->base);
    viewer_begin_questions(&v->record, &v->base);
    viewer_begin_landing(&v->landing, &v->base);
    viewer_begin_hud(&v->hud, &v->base);
    viewer_begin_sound(&v->sound, &v->base);
    return 0;
}

/* The first turn draws. */
static void begin_watching(struct viewer *v)
{
    const struct options *asked = v->base.options->asked;
    char key[KEY_HELP_TEXT];
    viewer_open_sound(&v->sound, &v->base);
    (void)!viewer_open_any(v); /* if none can be opened, the window shows why */
    if (asked->play.fullscreen) {
        window_toggle_fullscreen(v->window);
    }
    viewer_name_key(&v->base, ACTION_HELP, key);
    if (!asked->play.no_osd && user_is_new() && key[0]) {
        viewer_say(&v->base, "%s for keys", key);
    }
    v->base.dirty = true;
    viewer_show_bar(&v->bar, &v->base);
    v->stepped = platform_now();
}

struct viewer *viewer_begin(const struct viewer_options *options, enum viewer_end *end,
                            char *reason, size_t reason_size)
{
    struct viewer *v = calloc(1, sizeof(*v));
    *end = VIEWER_BAD;
    if (!v) {
        fprintf(stderr, "quakereel: out of memory\n");
        return NULL;
    }
    if (begin_parts(v, options) < 0) {
        fprintf(stderr, "quakereel: out of memory\n");
    } else {
        *end = VIEWER_NO_WINDOW;
        v->window = open_window(&v->base, reason, reason_size);
    }
    if (!v->window) {
        viewer_close(v);
        free(v);
        return NULL;
    }
    begin_watching(v);
    return v;
}

enum viewer_end viewer_finish(struct viewer *v)
{
    viewer_note_window(&v->base, v->window);
    viewer_close(v);
    const enum viewer_end end = v->base.bad ? VIEWER_BAD : VIEWER_GOOD;
    free(v);
    return end;
}

static bool take_turn(void *context, double *rest)
{
    return viewer_step(context, rest);
}

static int finish(void *context)
{
    return viewer_finish(context);
}

enum viewer_end viewer_run(const struct viewer_options *options, char *reason, size_t reason_size)
{
    struct process_guard guard;
    enum viewer_end end;
    process_guard_begin(&guard);
    struct viewer *v = viewer_begin(options, &end, reason, reason_size);
    if (v) {
        end = (enum viewer_end)host_take_turns(&(struct host_turns){
            .turn = take_turn, .end = finish, .context = v, .window = v->window});
    }
    process_guard_end(&guard);
    return end;
}
