/* What the user does: keys, mouse, gamepad, dropped files, the window. Plain data, which each host
 * of the viewer fills from its own events, and tests by hand. */
#ifndef ENGINE_VIEWER_HOST_INPUT_EVENT_H
#define ENGINE_VIEWER_HOST_INPUT_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/viewer/host/keycode.h"

enum input_kind {
    INPUT_NOTHING,
    INPUT_KEY_DOWN, /* key; what it types follows as INPUT_TEXT */
    INPUT_KEY_UP,   /* key; also when the window loses the keyboard while it is down */
    INPUT_TEXT,     /* text */
    INPUT_MOUSE_MOVE,
    INPUT_MOUSE_DOWN,
    INPUT_MOUSE_UP,
    INPUT_MOUSE_LEAVE, /* it is no longer over the window */
    INPUT_WHEEL,
    INPUT_DROP_FILE, /* file: one of those dropped onto the window; INPUT_DROP_END follows them */
    INPUT_DROP_END,
    INPUT_FOCUS_LOST, /* keys go elsewhere */
    INPUT_WINDOW,     /* anything else of the window: its size may be new, it must be drawn */
    INPUT_CLOSE,      /* the user closes the window */
    INPUT_PAD_RESET,  /* another gamepad is used from now on, or none: all is released */
    INPUT_PAD_BUTTON, /* pad_button was pressed */
    INPUT_PAD_AXIS    /* pad_axis moved */
};

struct input_key {
    int32_t code;   /* see keycode.h; KEYCODE_NONE = a key without a meaning */
    uint16_t place; /* see keycode.h; 0 = unknown */
    bool repeat;    /* it was down already */
};

enum input_mouse_button { INPUT_MOUSE_LEFT = 1, INPUT_MOUSE_MIDDLE, INPUT_MOUSE_RIGHT };

struct input_mouse {
    int x, y;               /* in the window, as window_to_picture takes them */
    int moved_x, moved_y;   /* INPUT_MOUSE_MOVE: since the last one, also while it is grabbed */
    uint8_t button, clicks; /* INPUT_MOUSE_DOWN, _UP: enum input_mouse_button; 2 = a double click */
};

/* Buttons by their places on a pad of the Xbox's kind. */
enum input_pad_button {
    PAD_A,
    PAD_B,
    PAD_X,
    PAD_Y,
    PAD_BACK,
    PAD_START,
    PAD_LEFT_STICK,
    PAD_LEFT_SHOULDER,
    PAD_RIGHT_SHOULDER,
    PAD_UP,
    PAD_DOWN,
    PAD_LEFT,
    PAD_RIGHT,
    PAD_BUTTONS
};

enum input_pad_axis { PAD_LEFT_X, PAD_LEFT_TRIGGER, PAD_RIGHT_TRIGGER, PAD_AXES };

struct input_axis {
    enum input_pad_axis axis;
    int value; /* -32768..32767; triggers from 0 */
};

enum { INPUT_TEXT_BYTES = 32 };

struct input_event {
    enum input_kind kind;
    uint8_t mods; /* enum key_mod: those held after the event, of any event */
    union {
        struct input_key key;
        char text[INPUT_TEXT_BYTES]; /* UTF-8 */
        struct input_mouse mouse;
        int wheel;        /* notches: up, or away from the user, is positive */
        const char *file; /* a path; borrowed, valid until the next event */
        enum input_pad_button pad_button;
        struct input_axis pad_axis;
    };
};

#endif
