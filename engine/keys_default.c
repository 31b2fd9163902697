/* The default keys: mpv's and YouTube's where those have one. The order inside an action is the
 * help's. */
#include <SDL.h>

#include "engine/keys.h"

static const struct key_binding defaults[] = {
    {{.code = SDLK_SPACE}, ACTION_PAUSE, 0},
    {{.code = SDLK_k}, ACTION_PAUSE, 0},

    {{.code = SDLK_LEFT}, ACTION_SEEK, -5},
    {{.code = SDLK_RIGHT}, ACTION_SEEK, 5},
    {{.code = SDLK_LEFT, .mods = KEY_SHIFT}, ACTION_SEEK, -1},
    {{.code = SDLK_RIGHT, .mods = KEY_SHIFT}, ACTION_SEEK, 1},
    {{.code = SDLK_j}, ACTION_SEEK, -10},
    {{.code = SDLK_l}, ACTION_SEEK, 10},
    {{.code = SDLK_DOWN}, ACTION_SEEK, -60},
    {{.code = SDLK_UP}, ACTION_SEEK, 60},
    {{.code = SDLK_0}, ACTION_PERCENT, 0},
    {{.code = SDLK_1}, ACTION_PERCENT, 10},
    {{.code = SDLK_2}, ACTION_PERCENT, 20},
    {{.code = SDLK_3}, ACTION_PERCENT, 30},
    {{.code = SDLK_4}, ACTION_PERCENT, 40},
    {{.code = SDLK_5}, ACTION_PERCENT, 50},
    {{.code = SDLK_6}, ACTION_PERCENT, 60},
    {{.code = SDLK_7}, ACTION_PERCENT, 70},
    {{.code = SDLK_8}, ACTION_PERCENT, 80},
    {{.code = SDLK_9}, ACTION_PERCENT, 90},
    {{.code = SDLK_KP_0}, ACTION_PERCENT, 0},
    {{.code = SDLK_KP_1}, ACTION_PERCENT, 10},
    {{.code = SDLK_KP_2}, ACTION_PERCENT, 20},
    {{.code = SDLK_KP_3}, ACTION_PERCENT, 30},
    {{.code = SDLK_KP_4}, ACTION_PERCENT, 40},
    {{.code = SDLK_KP_5}, ACTION_PERCENT, 50},
    {{.code = SDLK_KP_6}, ACTION_PERCENT, 60},
    {{.code = SDLK_KP_7}, ACTION_PERCENT, 70},
    {{.code = SDLK_KP_8}, ACTION_PERCENT, 80},
    {{.code = SDLK_KP_9}, ACTION_PERCENT, 90},
    {{.code = SDLK_HOME}, ACTION_PERCENT, 0},
    {{.code = SDLK_END}, ACTION_PERCENT, 100},
    {{.code = SDLK_BACKSPACE, .mods = KEY_SHIFT}, ACTION_UNDO_SEEK, 0},
    {{.code = SDLK_RETURN}, ACTION_RESUME, 0},

    {{.code = SDLK_COMMA}, ACTION_STEP, -1},
    {{.code = SDLK_PERIOD}, ACTION_STEP, 1},
    {{.code = SDLK_COMMA, .mods = KEY_SHIFT}, ACTION_FRAME, -1},
    {{.code = SDLK_PERIOD, .mods = KEY_SHIFT}, ACTION_FRAME, 1},

    {{.code = '[', .is_text = true}, ACTION_SPEED, 1 / 1.1},
    {{.code = ']', .is_text = true}, ACTION_SPEED, 1.1},
    {{.code = '{', .is_text = true}, ACTION_SPEED, 0.5},
    {{.code = '}', .is_text = true}, ACTION_SPEED, 2},
    {{.code = SDLK_BACKSPACE}, ACTION_NORMAL_SPEED, 0},
    {{.code = SDLK_r}, ACTION_REVERSE, 0},

    {{.code = SDLK_PAGEUP}, ACTION_LEVEL, -1},
    {{.code = SDLK_PAGEDOWN}, ACTION_LEVEL, 1},
    {{.code = SDLK_p}, ACTION_EVENT, -1},
    {{.code = SDLK_n}, ACTION_EVENT, 1},
    {{.code = SDLK_a}, ACTION_MARK, 0},
    {{.code = SDLK_a, .mods = KEY_SHIFT}, ACTION_UNMARK, 0},
    {{.code = SDLK_DELETE}, ACTION_UNMARK, 0},
    {{.code = SDLK_l, .mods = KEY_SHIFT}, ACTION_LOOP, 0},
    {{.code = SDLK_b}, ACTION_LOOP, 0},
    {{.code = SDLK_p, .mods = KEY_SHIFT}, ACTION_PLAYLIST, -1},
    {{.code = SDLK_n, .mods = KEY_SHIFT}, ACTION_PLAYLIST, 1},
    {{.code = '<', .is_text = true}, ACTION_PLAYLIST, -1},
    {{.code = '>', .is_text = true}, ACTION_PLAYLIST, 1},

    {{.code = SDLK_c}, ACTION_CAMERA, 0},
    {{.code = SDLK_EQUALS}, ACTION_DISTANCE, -20},
    {{.code = SDLK_MINUS}, ACTION_DISTANCE, 20},
    {{.code = SDLK_MINUS, .mods = KEY_SHIFT}, ACTION_HEIGHT, -8},
    {{.code = SDLK_EQUALS, .mods = KEY_SHIFT}, ACTION_HEIGHT, 8},

    {{.code = SDLK_m}, ACTION_MUTE, 0},
    {{.code = SDLK_o}, ACTION_BAR, 0},
    {{.code = SDLK_i}, ACTION_INFO, 0},
    {{.code = SDLK_s}, ACTION_SHOT, 0},
    {{.code = SDLK_F12}, ACTION_SHOT, 0},
    {{.code = SDLK_f}, ACTION_FULLSCREEN, 0},
    {{.code = SDLK_F11}, ACTION_FULLSCREEN, 0},
    {{.code = SDLK_h}, ACTION_HELP, 0},
    {{.code = SDLK_F1}, ACTION_HELP, 0},
    {{.code = '?', .is_text = true}, ACTION_HELP, 0},
    {{.code = SDLK_ESCAPE}, ACTION_CANCEL, 0},
    {{.code = SDLK_q}, ACTION_QUIT, 0},
};

const struct key_binding *key_defaults(size_t *count)
{
    *count = sizeof(defaults) / sizeof(defaults[0]);
    return defaults;
}
