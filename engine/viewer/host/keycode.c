#include "engine/viewer/host/keycode.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

static const struct {
    int32_t code;
    const char *name;
} names[] = {
    {KEYCODE_RETURN, "Return"}, {KEYCODE_ESCAPE, "Escape"}, {KEYCODE_BACKSPACE, "Backspace"},
    {KEYCODE_TAB, "Tab"},       {KEYCODE_SPACE, "Space"},   {KEYCODE_DELETE, "Delete"},
#define KEYCODE(id, place, name) {KEYCODE_##id, name},
#include "engine/viewer/host/keycode_list.h"
#undef KEYCODE
};

enum { NAMES = sizeof(names) / sizeof(names[0]) };

bool keycode_types(int32_t code)
{
    return code >= ' ' && code < KEYCODE_BY_PLACE && code != KEYCODE_DELETE;
}

const char *keycode_name(int32_t code)
{
    for (size_t i = 0; i < NAMES; i++) {
        if (names[i].code == code) {
            return names[i].name;
        }
    }
    return "";
}

/* The character that is all of the text; 0 = it is not one, or not in UTF-8's shortest form. */
static int32_t single_character(const char *text)
{
    static const int32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const uint8_t first = (uint8_t)text[0];
    const size_t length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (strlen(text) != length || (first >= 0x80 && first < 0xc0) || first >= 0xf8) {
        return 0;
    }
    int32_t code = length == 1 ? first : first & (0x7f >> length);
    for (size_t i = 1; i < length; i++) {
        if (((uint8_t)text[i] & 0xc0) != 0x80) {
            return 0;
        }
        code = code << 6 | ((uint8_t)text[i] & 0x3f);
    }
    return code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : code;
}

int32_t keycode_find(const char *name)
{
    const int32_t character = single_character(name);
    for (size_t i = 0; character == 0 && i < NAMES; i++) {
        if (strcasecmp(names[i].name, name) == 0) {
            return names[i].code;
        }
    }
    return character >= 'A' && character <= 'Z' ? character - 'A' + 'a' : character;
}
