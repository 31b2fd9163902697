/* Where the window opens: about three quarters of the desktop, or as it was left last time.
 *
 * In the desktop's units (points), which with HiDPI are larger than pixels; the place is that of
 * the window's inside, without the frame the desktop puts around it. */
#ifndef ENGINE_VIEWER_WINDOW_PLACE_H
#define ENGINE_VIEWER_WINDOW_PLACE_H

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

/* Whether a window there can be reached and seen: it is no larger than one of the screens, and
 * enough of its upper edge, where one drags it, lies in their usable parts. */
bool window_place_is_usable(const struct window_rect *rect, const struct window_rect *screens,
                            size_t num_screens);

/* What to ask for so that a window comes to lie at `rect`: desktops that put a frame around it move
 * it by the frame's size, or not. asked, got: what was asked for when it opened, and where it then
 * was. Far moves are the desktop's own choice of a place, not a frame. */
struct window_rect window_place_to_ask(const struct window_rect *rect,
                                       const struct window_rect *asked,
                                       const struct window_rect *got);

/* False: nothing, or nothing sensible, is remembered. */
bool window_place_recall(const struct settings *settings, struct window_place *place);
/* 0 or a negative code, as settings_set_number. */
int window_place_remember(struct settings *settings, const struct window_place *place) MUST_CHECK;

#endif
