#include "engine/viewer/pad/viewer_pad.h"

#include <stddef.h>

#include "engine/playback/transport.h"

/* Of an axis' 32767. Triggers rest at 0. */
enum { DEAD_ZONE = 6000, FULL = 32767, PULLED = 16000, RELEASED = 8000 };

/* Buttons by their places on a pad of the Xbox's kind. */
static const struct {
    SDL_GameControllerButton button;
    struct pad_action does;
} buttons[] = {
    {SDL_CONTROLLER_BUTTON_A, {ACTION_PAUSE, 0}},
    {SDL_CONTROLLER_BUTTON_B, {ACTION_CANCEL, 0}},
    {SDL_CONTROLLER_BUTTON_X, {ACTION_MARK, 0}},
    {SDL_CONTROLLER_BUTTON_Y, {ACTION_CAMERA, 0}},
    {SDL_CONTROLLER_BUTTON_DPAD_LEFT, {ACTION_SEEK, -5}},
    {SDL_CONTROLLER_BUTTON_DPAD_RIGHT, {ACTION_SEEK, 5}},
    {SDL_CONTROLLER_BUTTON_DPAD_UP, {ACTION_EVENT, -1}},
    {SDL_CONTROLLER_BUTTON_DPAD_DOWN, {ACTION_EVENT, 1}},
    {SDL_CONTROLLER_BUTTON_LEFTSHOULDER, {ACTION_FOLLOW, -1}},
    {SDL_CONTROLLER_BUTTON_RIGHTSHOULDER, {ACTION_FOLLOW, 1}},
    {SDL_CONTROLLER_BUTTON_LEFTSTICK, {ACTION_NORMAL_SPEED, 0}},
    {SDL_CONTROLLER_BUTTON_START, {ACTION_FULLSCREEN, 0}},
    {SDL_CONTROLLER_BUTTON_BACK, {ACTION_UNDO_SEEK, 0}},
};

static void find_button(int button, struct pad_action *does)
{
    for (size_t i = 0; i < sizeof(buttons) / sizeof(buttons[0]); i++) {
        if ((int)buttons[i].button == button) {
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

static void move_axis(struct viewer_pad *pad, const SDL_ControllerAxisEvent *event,
                      struct pad_action *does)
{
    const int value = event->value;
    switch (event->axis) {
    case SDL_CONTROLLER_AXIS_LEFTX:
        pad->stick = value > DEAD_ZONE    ? (double)(value - DEAD_ZONE) / (FULL - DEAD_ZONE)
                     : value < -DEAD_ZONE ? (double)(value + DEAD_ZONE) / (FULL + 1 - DEAD_ZONE)
                                          : 0.0;
        break;
    case SDL_CONTROLLER_AXIS_TRIGGERLEFT:
        move_trigger(pad, 0, value, does);
        break;
    case SDL_CONTROLLER_AXIS_TRIGGERRIGHT:
        move_trigger(pad, 1, value, does);
        break;
    default:
        break;
    }
}

void viewer_pad_close(struct viewer_pad *pad)
{
    if (pad->open) {
        SDL_GameControllerClose(pad->open);
    }
    *pad = (struct viewer_pad){0};
}

bool viewer_pad_event(struct viewer_pad *pad, const SDL_Event *event, struct pad_action *does)
{
    *does = (struct pad_action){ACTION_NONE, 0};
    switch (event->type) {
    case SDL_CONTROLLERDEVICEADDED:
        viewer_pad_close(pad);
        pad->open = SDL_GameControllerOpen(event->cdevice.which);
        return true;
    case SDL_CONTROLLERDEVICEREMOVED:
        if (pad->open && SDL_GameControllerFromInstanceID(event->cdevice.which) == pad->open) {
            viewer_pad_close(pad);
        }
        return true;
    case SDL_CONTROLLERBUTTONDOWN:
        find_button(event->cbutton.button, does);
        return true;
    case SDL_CONTROLLERAXISMOTION:
        move_axis(pad, &event->caxis, does);
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
