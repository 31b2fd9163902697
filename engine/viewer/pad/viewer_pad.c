#include "engine/viewer/pad/viewer_pad.h"

#include <stddef.h>

#include "engine/playback/transport.h"

/* Of an axis' 32767. Triggers rest at 0. */
enum { DEAD_ZONE = 6000, FULL = 32767, PULLED = 16000, RELEASED = 8000 };

static const struct {
    enum input_pad_button button;
    struct pad_action does;
} buttons[] = {
    {PAD_A, {ACTION_PAUSE, 0}},
    {PAD_B, {ACTION_CANCEL, 0}},
    {PAD_X, {ACTION_MARK, 0}},
    {PAD_Y, {ACTION_CAMERA, 0}},
    {PAD_LEFT, {ACTION_SEEK, -5}},
    {PAD_RIGHT, {ACTION_SEEK, 5}},
    {PAD_UP, {ACTION_EVENT, -1}},
    {PAD_DOWN, {ACTION_EVENT, 1}},
    {PAD_LEFT_SHOULDER, {ACTION_FOLLOW, -1}},
    {PAD_RIGHT_SHOULDER, {ACTION_FOLLOW, 1}},
    {PAD_LEFT_STICK, {ACTION_NORMAL_SPEED, 0}},
    {PAD_START, {ACTION_FULLSCREEN, 0}},
    {PAD_BACK, {ACTION_UNDO_SEEK, 0}},
};

static void find_button(enum input_pad_button button, struct pad_action *does)
{
    for (size_t i = 0; i < sizeof(buttons) / sizeof(buttons[0]); i++) {
        if (buttons[i].button == button) {
            *does = buttons[i].does;
        }
    }
}

/* A trigger steps once each time it is pulled. */
static void move_trigger(struct viewer_pad *pad, int trigger, int value, struct pad_action *does)
{
    if (!pad->pulled[trigger] && value > PULLED) {
        pad->pulled[trigger] = true;
        *does = (struct pad_action){ACTION_STEP, trigger == 0 ? -1 : 1};
    } else if (value < RELEASED) {
        pad->pulled[trigger] = false;
    }
}

static void move_axis(struct viewer_pad *pad, const struct input_axis *moved,
                      struct pad_action *does)
{
    const int value = moved->value;
    switch (moved->axis) {
    case PAD_LEFT_X:
        pad->stick = value > DEAD_ZONE    ? (double)(value - DEAD_ZONE) / (FULL - DEAD_ZONE)
                     : value < -DEAD_ZONE ? (double)(value + DEAD_ZONE) / (FULL + 1 - DEAD_ZONE)
                                          : 0.0;
        break;
    case PAD_LEFT_TRIGGER:
        move_trigger(pad, 0, value, does);
        break;
    case PAD_RIGHT_TRIGGER:
        move_trigger(pad, 1, value, does);
        break;
    default:
        break;
    }
}

bool viewer_pad_event(struct viewer_pad *pad, const struct input_event *event,
                      struct pad_action *does)
{
    *does = (struct pad_action){ACTION_NONE, 0};
    switch (event->kind) {
    case INPUT_PAD_RESET:
        *pad = (struct viewer_pad){0};
        return true;
    case INPUT_PAD_BUTTON:
        find_button(event->pad_button, does);
        return true;
    case INPUT_PAD_AXIS:
        move_axis(pad, &event->pad_axis, does);
        return true;
    default:
        return false;
    }
}

bool viewer_pad_follow(struct viewer_pad *pad, struct transport *transport, double seconds)
{
    const bool begins = pad->stick != 0.0 && !pad->scrubs;
    pad->scrubs = pad->stick != 0.0;
    if (!pad->scrubs) {
        return false;
    }
    const double before = transport->time;
    const double speed = pad->stick * pad->stick * pad->stick * PAD_SPEED;
    transport_scrub(transport, transport->time + speed * seconds, begins);
    return transport->time != before;
}
