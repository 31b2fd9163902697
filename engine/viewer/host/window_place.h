/* Position of a new window: about three quarters of the desktop, or the saved one; and of the
 * picture in it.
 *
 * Units of a window's position are the desktop's points, which are larger than pixels with HiDPI.
 * Positions exclude the desktop's frame. */
#ifndef ENGINE_VIEWER_HOST_WINDOW_PLACE_H
#define ENGINE_VIEWER_HOST_WINDOW_PLACE_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/viewer/saved/settings.h"

enum { WINDOW_MIN_WIDTH = 320, WINDOW_MIN_HEIGHT = 200 };

struct window_rect {
    int x, y, width, height;
};

struct window_place {
    struct window_rect rect; /* while not maximised */
    bool maximised;
};

/* The middle of a screen's usable part, three quarters as wide and high, no wider than 16:9 and no
 * higher than 4:3. */
struct window_rect window_place_default(const struct window_rect *usable);

/* True if a window there is reachable: not larger than a screen, and enough of its upper edge lies
 * in the usable part of one. */
bool window_place_is_usable(const struct window_rect *rect, const struct window_rect *screens,
                            size_t num_screens);

/* The position to request so that a window appears at `rect`: some desktops offset it by the
 * frame's size. asked, got: requested and actual position at the last start. A large difference is
 * a placement by the desktop, not a frame. */
struct window_rect window_place_to_ask(const struct window_rect *rect,
                                       const struct window_rect *asked,
                                       const struct window_rect *got);

/* Where a picture is in a window, in pixels: as large as fits, in its middle, the aspect kept. The
 * whole window for a picture without pixels. */
struct window_rect window_picture_rect(int width, int height, int picture_width,
                                       int picture_height);

/* False: nothing, or nothing sensible, is remembered. */
bool window_place_recall(const struct settings *settings, struct window_place *place);
/* 0 or a negative code, as settings_set_number. */
int window_place_remember(struct settings *settings, const struct window_place *place) MUST_CHECK;

#endif
