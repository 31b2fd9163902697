/* The window as a canvas of a page, whose thread draws it and queues what the user does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/viewer/host/web_page.h"
#include "engine/viewer/host/window.h"

enum { QUEUE = 512, PATH = 1024, TITLE = 512 };

struct queued {
    struct input_event event;
    char path[PATH]; /* of INPUT_DROP_FILE */
};

struct window {
    struct queued queue[QUEUE];
    unsigned first, count;
    uint32_t *pixels;
    int width, height; /* of the picture */
    bool fullscreen;
    char title[TITLE];
};

struct window *window_create(const struct window_options *options, char *reason, size_t reason_size)
{
    struct window *w = calloc(1, sizeof(*w));
    if (!w) {
        snprintf(reason, reason_size, "out of memory");
        return NULL;
    }
    web_opened(w);
    window_set_title(w, options->title);
    return w;
}

void window_destroy(struct window *w)
{
    if (w) {
        web_opened(NULL);
        free(w->pixels);
        free(w);
    }
}

/* --- what the user does ----------------------------------------------------------------------- */

/* NULL: the queue is full. */
static struct queued *add_event(struct window *w, enum input_kind kind, int mods)
{
    if (!w || w->count == QUEUE) {
        return NULL;
    }
    struct queued *added = &w->queue[(w->first + w->count++) % QUEUE];
    added->event = (struct input_event){.kind = kind, .mods = (uint8_t)mods};
    return added;
}

bool window_poll(struct window *w, struct input_event *event)
{
    if (w->count == 0) {
        return false;
    }
    struct queued *next = &w->queue[w->first];
    w->first = (w->first + 1) % QUEUE;
    w->count--;
    *event = next->event;
    if (event->kind == INPUT_DROP_FILE) {
        event->file = next->path;
    }
    return true;
}

void window_wait(struct window *w, double seconds)
{
    (void)w, (void)seconds;
}

void web_key(struct window *w, int down, int code, int place, int repeat, int mods)
{
    struct queued *added = add_event(w, down ? INPUT_KEY_DOWN : INPUT_KEY_UP, mods);
    if (added) {
        added->event.key =
            (struct input_key){.code = code, .place = (uint16_t)place, .repeat = repeat != 0};
    }
}

void web_text(struct window *w, const char *text, int mods)
{
    struct queued *added = strlen(text) < INPUT_TEXT_BYTES ? add_event(w, INPUT_TEXT, mods) : NULL;
    if (added) {
        memcpy(added->event.text, text, strlen(text) + 1);
    }
}

void web_mouse(struct window *w, int x, int y, int moved_x, int moved_y, int mods)
{
    struct queued *added = add_event(w, INPUT_MOUSE_MOVE, mods);
    if (added) {
        added->event.mouse =
            (struct input_mouse){.x = x, .y = y, .moved_x = moved_x, .moved_y = moved_y};
    }
}

void web_button(struct window *w, int down, int button, int clicks, int x, int y, int mods)
{
    struct queued *added = add_event(w, down ? INPUT_MOUSE_DOWN : INPUT_MOUSE_UP, mods);
    if (added) {
        added->event.mouse = (struct input_mouse){
            .x = x, .y = y, .button = (uint8_t)button, .clicks = (uint8_t)clicks};
    }
}

void web_wheel(struct window *w, int notches, int mods)
{
    struct queued *added = add_event(w, INPUT_WHEEL, mods);
    if (added) {
        added->event.wheel = notches;
    }
}

void web_leave(struct window *w)
{
    (void)!add_event(w, INPUT_MOUSE_LEAVE, 0);
}

void web_blur(struct window *w)
{
    (void)!add_event(w, INPUT_FOCUS_LOST, 0);
}

void web_resized(struct window *w, int fullscreen)
{
    if (add_event(w, INPUT_WINDOW, 0)) {
        w->fullscreen = fullscreen != 0; /* which the user may have left by the browser's key */
    }
}

void web_drop(struct window *w, const char *path)
{
    struct queued *added = strlen(path) < PATH ? add_event(w, INPUT_DROP_FILE, 0) : NULL;
    if (added) {
        memcpy(added->path, path, strlen(path) + 1);
    }
}

void web_drop_end(struct window *w)
{
    (void)!add_event(w, INPUT_DROP_END, 0);
}

/* --- the canvas ------------------------------------------------------------------------------- */

struct window_place window_get_place(const struct window *w)
{
    (void)w; /* the page's place is the browser's business */
    return (struct window_place){.rect = {0, 0, web_width(), web_height()}};
}

double window_refresh_rate(const struct window *w)
{
    (void)w;
    return web_rate();
}

void window_size(const struct window *w, int *width, int *height)
{
    (void)w;
    *width = web_width();
    *height = web_height();
}

void window_toggle_fullscreen(struct window *w)
{
    w->fullscreen = !w->fullscreen;
    web_fullscreen(w->fullscreen);
}

bool window_is_fullscreen(const struct window *w)
{
    return w->fullscreen;
}

void window_set_title(struct window *w, const char *title)
{
    if (strncmp(w->title, title, sizeof(w->title) - 1) != 0) {
        snprintf(w->title, sizeof(w->title), "%s", title);
        web_title(w->title);
    }
}

void window_grab_mouse(bool grab)
{
    web_grab(grab);
}

void window_to_picture(const struct window *w, int x, int y, int *picture_x, int *picture_y)
{
    const struct window_rect place =
        window_picture_rect(web_width(), web_height(), w->width, w->height);
    *picture_x = *picture_y = -1;
    if (place.width > 0 && place.height > 0) {
        *picture_x = (x - place.x) * w->width / place.width;
        *picture_y = (y - place.y) * w->height / place.height;
    }
}

uint32_t *window_lock(struct window *w, int width, int height, size_t *pitch)
{
    if (!w->pixels || w->width != width || w->height != height) {
        free(w->pixels);
        w->pixels = calloc((size_t)width * (size_t)height, sizeof(*w->pixels));
        w->width = w->pixels ? width : 0;
        w->height = w->pixels ? height : 0;
    }
    *pitch = (size_t)width;
    return w->pixels;
}

const char *window_failure(const struct window *w)
{
    (void)w;
    return "out of memory";
}

void window_unlock(struct window *w)
{
    (void)w;
}

void window_present(struct window *w)
{
    const size_t count = (size_t)w->width * (size_t)w->height;
    for (size_t i = 0; i < count; i++) { /* a canvas has red first */
        const uint32_t p = w->pixels[i];
        w->pixels[i] = 0xff000000u | (p & 0xffu) << 16 | (p & 0xff00u) | (p >> 16 & 0xffu);
    }
    web_show(w->pixels, w->width, w->height);
}
