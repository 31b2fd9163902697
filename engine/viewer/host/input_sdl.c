#include "engine/viewer/host/input_sdl.h"

#include <string.h>

#include "assets/platform.h"

/* Codes and places are SDL's numbers, which follow the same USB table. */
_Static_assert((int)KEYCODE_BY_PLACE == (int)SDLK_SCANCODE_MASK, "keys by place");
_Static_assert((int)KEYCODE_ENDCALL == (int)SDLK_ENDCALL, "the last key of the list");
_Static_assert((int)KEY_PLACE_W == (int)SDL_SCANCODE_W, "places");
_Static_assert((int)INPUT_TEXT_BYTES == (int)SDL_TEXTINPUTEVENT_TEXT_SIZE, "typed text");
_Static_assert((int)INPUT_MOUSE_LEFT == SDL_BUTTON_LEFT, "buttons of the mouse");
_Static_assert((int)INPUT_MOUSE_RIGHT == SDL_BUTTON_RIGHT, "buttons of the mouse");

static uint8_t convert_mods(int mods)
{
    return (uint8_t)((mods & KMOD_SHIFT ? KEY_SHIFT : 0) | (mods & KMOD_CTRL ? KEY_CTRL : 0) |
                     (mods & KMOD_LALT ? KEY_ALT : 0) |
                     (mods & (KMOD_RALT | KMOD_MODE) ? KEY_ALTGR : 0));
}

static void take_key(const SDL_KeyboardEvent *key, struct input_event *event)
{
    event->kind = key->type == SDL_KEYDOWN ? INPUT_KEY_DOWN : INPUT_KEY_UP;
    event->mods = convert_mods(key->keysym.mod);
    event->key = (struct input_key){.code = key->keysym.sym,
                                    .place = (uint16_t)key->keysym.scancode,
                                    .repeat = key->repeat != 0};
}

static void take_motion(const SDL_MouseMotionEvent *motion, struct input_event *event)
{
    event->kind = INPUT_MOUSE_MOVE;
    event->mouse = (struct input_mouse){
        .x = motion->x, .y = motion->y, .moved_x = motion->xrel, .moved_y = motion->yrel};
}

static void take_button(const SDL_MouseButtonEvent *button, struct input_event *event)
{
    event->kind = button->type == SDL_MOUSEBUTTONDOWN ? INPUT_MOUSE_DOWN : INPUT_MOUSE_UP;
    event->mouse = (struct input_mouse){
        .x = button->x, .y = button->y, .button = button->button, .clicks = button->clicks};
}

static void take_window(const SDL_WindowEvent *window, struct input_event *event)
{
    event->kind = window->event == SDL_WINDOWEVENT_FOCUS_LOST ? INPUT_FOCUS_LOST
                  : window->event == SDL_WINDOWEVENT_LEAVE    ? INPUT_MOUSE_LEAVE
                                                              : INPUT_WINDOW;
}

static void take_drop(struct input_sdl *input, char *file, struct input_event *event)
{
    SDL_free(input->dropped);
    input->dropped = file;
    if (file) {
        platform_clean_path(file);
    }
    event->kind = file ? INPUT_DROP_FILE : INPUT_NOTHING;
    event->file = file;
}

static void close_pad(struct input_sdl *input)
{
    if (input->pad) {
        SDL_GameControllerClose(input->pad);
        input->pad = NULL;
    }
}

/* A gamepad was plugged in, or unplugged. */
static void take_pad(struct input_sdl *input, const SDL_ControllerDeviceEvent *device,
                     struct input_event *event)
{
    if (device->type == SDL_CONTROLLERDEVICEADDED) {
        close_pad(input);
        input->pad = SDL_GameControllerOpen(device->which);
        event->kind = INPUT_PAD_RESET;
    } else if (input->pad && SDL_GameControllerFromInstanceID(device->which) == input->pad) {
        close_pad(input);
        event->kind = INPUT_PAD_RESET;
    }
}

static void take_pad_button(int button, struct input_event *event)
{
    static const SDL_GameControllerButton buttons[PAD_BUTTONS] = {
        [PAD_A] = SDL_CONTROLLER_BUTTON_A,
        [PAD_B] = SDL_CONTROLLER_BUTTON_B,
        [PAD_X] = SDL_CONTROLLER_BUTTON_X,
        [PAD_Y] = SDL_CONTROLLER_BUTTON_Y,
        [PAD_BACK] = SDL_CONTROLLER_BUTTON_BACK,
        [PAD_START] = SDL_CONTROLLER_BUTTON_START,
        [PAD_LEFT_STICK] = SDL_CONTROLLER_BUTTON_LEFTSTICK,
        [PAD_LEFT_SHOULDER] = SDL_CONTROLLER_BUTTON_LEFTSHOULDER,
        [PAD_RIGHT_SHOULDER] = SDL_CONTROLLER_BUTTON_RIGHTSHOULDER,
        [PAD_UP] = SDL_CONTROLLER_BUTTON_DPAD_UP,
        [PAD_DOWN] = SDL_CONTROLLER_BUTTON_DPAD_DOWN,
        [PAD_LEFT] = SDL_CONTROLLER_BUTTON_DPAD_LEFT,
        [PAD_RIGHT] = SDL_CONTROLLER_BUTTON_DPAD_RIGHT};
    for (int i = 0; i < PAD_BUTTONS; i++) {
        if ((int)buttons[i] == button) {
            event->kind = INPUT_PAD_BUTTON;
            event->pad_button = (enum input_pad_button)i;
        }
    }
}

static void take_pad_axis(const SDL_ControllerAxisEvent *axis, struct input_event *event)
{
    static const SDL_GameControllerAxis axes[PAD_AXES] = {
        [PAD_LEFT_X] = SDL_CONTROLLER_AXIS_LEFTX,
        [PAD_LEFT_TRIGGER] = SDL_CONTROLLER_AXIS_TRIGGERLEFT,
        [PAD_RIGHT_TRIGGER] = SDL_CONTROLLER_AXIS_TRIGGERRIGHT};
    for (int i = 0; i < PAD_AXES; i++) {
        if ((int)axes[i] == axis->axis) {
            event->kind = INPUT_PAD_AXIS;
            event->pad_axis =
                (struct input_axis){.axis = (enum input_pad_axis)i, .value = axis->value};
        }
    }
}

bool input_sdl_take(struct input_sdl *input, const SDL_Event *sdl, struct input_event *event)
{
    *event = (struct input_event){.kind = INPUT_NOTHING, .mods = convert_mods(SDL_GetModState())};
    switch (sdl->type) {
    case SDL_QUIT:
        event->kind = INPUT_CLOSE;
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        take_key(&sdl->key, event);
        break;
    case SDL_TEXTINPUT:
        event->kind = INPUT_TEXT;
        memcpy(event->text, sdl->text.text, sizeof(event->text));
        break;
    case SDL_MOUSEMOTION:
        take_motion(&sdl->motion, event);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        take_button(&sdl->button, event);
        break;
    case SDL_MOUSEWHEEL:
        event->kind = INPUT_WHEEL;
        event->wheel = sdl->wheel.y;
        break;
    case SDL_DROPFILE:
        take_drop(input, sdl->drop.file, event);
        break;
    case SDL_DROPCOMPLETE:
        event->kind = INPUT_DROP_END;
        break;
    case SDL_WINDOWEVENT:
        take_window(&sdl->window, event);
        break;
    case SDL_CONTROLLERDEVICEADDED:
    case SDL_CONTROLLERDEVICEREMOVED:
        take_pad(input, &sdl->cdevice, event);
        break;
    case SDL_CONTROLLERBUTTONDOWN:
        take_pad_button(sdl->cbutton.button, event);
        break;
    case SDL_CONTROLLERAXISMOTION:
        take_pad_axis(&sdl->caxis, event);
        break;
    default:
        break;
    }
    return event->kind != INPUT_NOTHING;
}

void input_sdl_end(struct input_sdl *input)
{
    close_pad(input);
    SDL_free(input->dropped);
    *input = (struct input_sdl){0};
}
