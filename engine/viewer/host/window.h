/* The window: 32-bit pixels that frames are drawn straight into, and what the user does in it. One
 * at a time: there is one keyboard and one mouse. Main thread only. */
#ifndef ENGINE_VIEWER_HOST_WINDOW_H
#define ENGINE_VIEWER_HOST_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/viewer/host/input_event.h"
#include "engine/viewer/host/window_place.h"

struct window;

struct window_options {
    const char *title;
    int width, height; /* 0 = last size, or three quarters of the desktop */
    const struct window_place
        *left;  /* last position; NULL = unknown. Ignored if no screen shows it now */
    bool vsync; /* window_present waits for the screen */
};

/* The window appears with its first frame. Returns NULL without a display, with the cause in
 * reason. */
struct window *window_create(const struct window_options *options, char *reason,
                             size_t reason_size);
void window_destroy(struct window *window);

/* The next thing the user did; false: nothing more for now. */
bool window_poll(struct window *window, struct input_event *event);
/* Waits until there is one, or so many seconds; where a host cannot wait, returns at once. */
void window_wait(struct window *window, double seconds);

/* Position of the window, or its position before fullscreen. */
struct window_place window_get_place(const struct window *window);

/* Refresh rate of the window's screen, per second; 60 if unknown. */
double window_refresh_rate(const struct window *window);

/* The size in pixels the window has now. */
void window_size(const struct window *window, int *width, int *height);
void window_toggle_fullscreen(struct window *window);
bool window_is_fullscreen(const struct window *window);
/* Does nothing if the title is the same. */
void window_set_title(struct window *window, const char *title);
/* Hides the mouse and reports relative motion (for looking around), or releases it. */
void window_grab_mouse(bool grab);
/* Converts a mouse position of input events to picture pixels; they may be outside the picture. */
void window_to_picture(const struct window *window, int x, int y, int *picture_x, int *picture_y);

/* Pixels 0x00RRGGBB of a picture of this size, pitch in pixels; NULL on failure, which
 * window_failure explains. Between lock and
 * present every pixel must be written (and may be read again once it is). A picture of another size
 * than the window's is scaled, its aspect kept. */
uint32_t *window_lock(struct window *window, int width, int height, size_t *pitch);
void window_present(struct window *window);
const char *window_failure(const struct window *window);
/* Hands the pixels on: the part of window_present that does not wait for the screen. */
void window_unlock(struct window *window);

#endif
