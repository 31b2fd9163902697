/* Codes of keys, and their names in keys.conf.
 *
 * The code of a key that types a character is that character (Unicode) as it is without modifiers:
 * 'a', ';'. Return, Escape, Backspace, Tab, Space and Delete have their ASCII codes. The code of
 * any other key is KEYCODE_BY_PLACE plus its place.
 *
 * A place is where a key lies on the keyboard, whatever the layout: its usage in the keyboard page
 * of the USB HID Usage Tables, and for keys without one the numbers from 257 of keycode_list.h. */
#ifndef ENGINE_VIEWER_HOST_KEYCODE_H
#define ENGINE_VIEWER_HOST_KEYCODE_H

#include <stdbool.h>
#include <stdint.h>

enum { KEYCODE_BY_PLACE = 1 << 30 };

enum keycode {
    KEYCODE_NONE = 0,
    KEYCODE_BACKSPACE = '\b',
    KEYCODE_TAB = '\t',
    KEYCODE_RETURN = '\r',
    KEYCODE_ESCAPE = 0x1b,
    KEYCODE_SPACE = ' ',
    KEYCODE_DELETE = 0x7f,
/* clang-format off */
#define KEYCODE(id, place, name) KEYCODE_##id = KEYCODE_BY_PLACE + (place),
#include "engine/viewer/host/keycode_list.h"
#undef KEYCODE
    /* clang-format on */
};

/* Places of the keys that fly the camera; they have characters for codes. */
enum key_place { KEY_PLACE_A = 4, KEY_PLACE_D = 7, KEY_PLACE_S = 22, KEY_PLACE_W = 26 };

/* Modifiers that are held, as bits. */
enum key_mod {
    KEY_SHIFT = 1,
    KEY_CTRL = 2,
    KEY_ALT = 4,
    KEY_ALTGR = 8 /* the right Alt, too: on many layouts it types characters */
};

/* True if the key types a character: a printable one. */
bool keycode_types(int32_t code);
/* Name of a key that keycode_list.h or the enumeration names, else "". Static. */
const char *keycode_name(int32_t code);
/* The key of a name, in upper or lower case, or of a single character in UTF-8; KEYCODE_NONE =
 * there is none. */
int32_t keycode_find(const char *name);

#endif
