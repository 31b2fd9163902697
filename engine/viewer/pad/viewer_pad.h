/* A gamepad as a jog wheel: the stick scrubs, the triggers step, buttons do what keys do. */
#ifndef ENGINE_VIEWER_PAD_VIEWER_PAD_H
#define ENGINE_VIEWER_PAD_VIEWER_PAD_H

#include <stdbool.h>

#include "engine/actions/actions.h"
#include "engine/viewer/host/input_event.h"

struct transport;

enum { PAD_TRIGGERS = 2 };

struct viewer_pad { /* start from {0} */
    double stick;   /* of the left stick, -1 (left) .. 1; 0 inside the dead zone */
    bool scrubs;    /* the stick was out at the last viewer_pad_follow */
    bool pulled[PAD_TRIGGERS];
};

/* What a button or a trigger does; ACTION_NONE = nothing. */
struct pad_action {
    enum action action;
    double amount;
};

/* Handles an event of a gamepad; *does is what the viewer is to do then. False: it is another
 * event. */
bool viewer_pad_event(struct viewer_pad *pad, const struct input_event *event,
                      struct pad_action *does);

/* Scrubs for `seconds` of real time as far as the stick is out: up to PAD_SPEED seconds of the demo
 * a second, slowly near the middle. True if the time changed. */
#define PAD_SPEED 20.0
bool viewer_pad_follow(struct viewer_pad *pad, struct transport *transport, double seconds);

#endif
