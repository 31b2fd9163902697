/* SDL's events, as the viewer gets them. */
#include <criterion/criterion.h>

#include "engine/viewer/host/input_sdl.h"

static struct input_event take(const SDL_Event *sdl)
{
    struct input_sdl input = {0};
    struct input_event event;
    const bool taken = input_sdl_take(&input, sdl, &event);
    cr_expect_eq(taken, event.kind != INPUT_NOTHING);
    input_sdl_end(&input);
    return event;
}

Test(input_sdl, keys)
{
    SDL_Event sdl = {.key = {.type = SDL_KEYDOWN, .repeat = 1}};
    sdl.key.keysym = (SDL_Keysym){.sym = SDLK_LEFT, .scancode = SDL_SCANCODE_LEFT};
    struct input_event event = take(&sdl);
    cr_expect_eq(event.kind, INPUT_KEY_DOWN);
    cr_expect_eq(event.key.code, KEYCODE_LEFT);
    cr_expect_eq(event.key.place, 80);
    cr_expect(event.key.repeat);
    sdl.key.type = SDL_KEYUP;
    sdl.key.repeat = 0;
    sdl.key.keysym = (SDL_Keysym){.sym = SDLK_w, .scancode = SDL_SCANCODE_W};
    event = take(&sdl);
    cr_expect_eq(event.kind, INPUT_KEY_UP);
    cr_expect_eq(event.key.code, 'w');
    cr_expect_eq(event.key.place, KEY_PLACE_W);
    cr_expect_not(event.key.repeat);
}

/* Either Shift or Ctrl, but the right Alt types characters. Locks mean nothing. */
Test(input_sdl, modifiers)
{
    static const struct {
        SDL_Keymod sdl;
        int mods;
    } mods[] = {{KMOD_NONE, 0},
                {KMOD_LSHIFT, KEY_SHIFT},
                {KMOD_RSHIFT, KEY_SHIFT},
                {KMOD_LCTRL, KEY_CTRL},
                {KMOD_RCTRL, KEY_CTRL},
                {KMOD_LALT, KEY_ALT},
                {KMOD_RALT, KEY_ALTGR},
                {KMOD_MODE, KEY_ALTGR},
                {KMOD_CAPS, 0},
                {KMOD_NUM, 0},
                {KMOD_LGUI, 0}};
    SDL_Event key = {.key.type = SDL_KEYDOWN}, wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .y = -2}};
    for (size_t i = 0; i < sizeof(mods) / sizeof(mods[0]); i++) {
        key.key.keysym.mod = (Uint16)mods[i].sdl;
        cr_expect_eq(take(&key).mods, mods[i].mods, "%zu", i);
        SDL_SetModState(mods[i].sdl);
        cr_expect_eq(take(&wheel).mods, mods[i].mods, "%zu", i);
    }
    SDL_SetModState(KMOD_NONE);
    cr_expect_eq(take(&wheel).kind, INPUT_WHEEL);
    cr_expect_eq(take(&wheel).wheel, -2);
}

Test(input_sdl, mouse)
{
    const SDL_Event motion = {
        .motion = {.type = SDL_MOUSEMOTION, .x = 7, .y = 8, .xrel = -3, .yrel = 4}};
    SDL_Event button = {
        .button = {.type = SDL_MOUSEBUTTONDOWN, .button = SDL_BUTTON_RIGHT, .x = 5, .clicks = 2}};
    struct input_event event = take(&motion);
    cr_expect_eq(event.kind, INPUT_MOUSE_MOVE);
    cr_expect(event.mouse.x == 7 && event.mouse.y == 8);
    cr_expect(event.mouse.moved_x == -3 && event.mouse.moved_y == 4);
    event = take(&button);
    cr_expect_eq(event.kind, INPUT_MOUSE_DOWN);
    cr_expect(event.mouse.button == INPUT_MOUSE_RIGHT && event.mouse.clicks == 2);
    cr_expect_eq(event.mouse.x, 5);
    button.button.type = SDL_MOUSEBUTTONUP;
    cr_expect_eq(take(&button).kind, INPUT_MOUSE_UP);
}

Test(input_sdl, window_and_text)
{
    static const struct {
        Uint8 sdl;
        enum input_kind kind;
    } windows[] = {{SDL_WINDOWEVENT_FOCUS_LOST, INPUT_FOCUS_LOST},
                   {SDL_WINDOWEVENT_LEAVE, INPUT_MOUSE_LEAVE},
                   {SDL_WINDOWEVENT_EXPOSED, INPUT_WINDOW},
                   {SDL_WINDOWEVENT_RESIZED, INPUT_WINDOW}};
    for (size_t i = 0; i < sizeof(windows) / sizeof(windows[0]); i++) {
        const SDL_Event sdl = {.window = {.type = SDL_WINDOWEVENT, .event = windows[i].sdl}};
        cr_expect_eq(take(&sdl).kind, windows[i].kind, "%zu", i);
    }
    const SDL_Event text = {.text = {.type = SDL_TEXTINPUT, .text = "\xc3\xa4"}};
    const SDL_Event quit = {.type = SDL_QUIT}, other = {.type = SDL_KEYMAPCHANGED};
    cr_expect_eq(take(&text).kind, INPUT_TEXT);
    cr_expect_str_eq(take(&text).text, "\xc3\xa4");
    cr_expect_eq(take(&quit).kind, INPUT_CLOSE);
    cr_expect_eq(take(&other).kind, INPUT_NOTHING);
}

/* The path is good until the next one. */
Test(input_sdl, dropped_files)
{
    struct input_sdl input = {0};
    struct input_event event;
    SDL_Event sdl = {.drop = {.type = SDL_DROPFILE}};
    for (int i = 0; i < 2; i++) {
        sdl.drop.file = SDL_strdup(i == 0 ? "/a.dem" : "/b.dem");
        cr_expect(input_sdl_take(&input, &sdl, &event));
        cr_expect_eq(event.kind, INPUT_DROP_FILE);
        cr_expect_str_eq(event.file, i == 0 ? "/a.dem" : "/b.dem");
    }
    sdl.type = SDL_DROPCOMPLETE;
    sdl.drop.file = NULL;
    cr_expect(input_sdl_take(&input, &sdl, &event));
    cr_expect_eq(event.kind, INPUT_DROP_END);
    sdl.type = SDL_DROPFILE; /* without memory for its path */
    cr_expect_not(input_sdl_take(&input, &sdl, &event));
    input_sdl_end(&input);
}

Test(input_sdl, gamepads)
{
    SDL_Event button = {.cbutton = {.type = SDL_CONTROLLERBUTTONDOWN}};
    SDL_Event axis = {.caxis = {.type = SDL_CONTROLLERAXISMOTION, .value = -32768}};
    SDL_Event device = {.cdevice = {.type = SDL_CONTROLLERDEVICEADDED, .which = 99}};
    bool seen[PAD_BUTTONS] = {false};
    unsigned buttons = 0;
    for (int i = 0; i < SDL_CONTROLLER_BUTTON_MAX; i++) {
        button.cbutton.button = (Uint8)i;
        const struct input_event event = take(&button);
        buttons += event.kind == INPUT_PAD_BUTTON && !seen[event.pad_button];
        seen[event.kind == INPUT_PAD_BUTTON ? event.pad_button : 0] = true;
    }
    cr_expect_eq(buttons, PAD_BUTTONS);
    button.cbutton.button = SDL_CONTROLLER_BUTTON_DPAD_LEFT;
    cr_expect_eq(take(&button).pad_button, PAD_LEFT);
    axis.caxis.axis = SDL_CONTROLLER_AXIS_LEFTX;
    cr_expect_eq(take(&axis).kind, INPUT_PAD_AXIS);
    cr_expect_eq(take(&axis).pad_axis.axis, PAD_LEFT_X);
    cr_expect_eq(take(&axis).pad_axis.value, -32768);
    axis.caxis.axis = SDL_CONTROLLER_AXIS_RIGHTY;
    cr_expect_eq(take(&axis).kind, INPUT_NOTHING);
    cr_expect_eq(take(&device).kind, INPUT_PAD_RESET);
    device.type = SDL_CONTROLLERDEVICEREMOVED;
    cr_expect_eq(take(&device).kind, INPUT_NOTHING, "that one was not used");
}
