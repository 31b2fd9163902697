/* Mouse input: seek bar, wheel, clicks on the picture, free look. */
#ifndef ENGINE_VIEWER_VIEWER_MOUSE_H
#define ENGINE_VIEWER_VIEWER_MOUSE_H

#include <stdbool.h>

#include "engine/playback/transport.h"

struct input_event;
struct viewer;
struct viewer_base;

/* A click on the picture pauses; a double click toggles fullscreen only. */
struct viewer_click {
    double due;              /* when it pauses, platform_now(); 0 = no click waits */
    struct transport before; /* paused before the click */
    bool done;               /* the click changed it; a double click undoes that */
};

struct viewer_mouse {
    int x, y;      /* picture pixels, negative: not over the picture */
    bool dragging; /* the play head */
    bool flying;   /* it turns the free camera */
    struct viewer_click click;
};

/* Handlers of mouse events, called by viewer_handle_event. */
void viewer_mouse_up(struct viewer_mouse *mouse, struct viewer_base *base,
                     const struct input_event *event);
void viewer_mouse_motion(struct viewer *viewer, const struct input_event *event);
void viewer_mouse_button(struct viewer *viewer, const struct input_event *event);
void viewer_mouse_wheel(struct viewer *viewer, const struct input_event *event);
/* A click on the picture that was not followed by another one does what it means. */
void viewer_follow_click(struct viewer *viewer, double now);

#endif
