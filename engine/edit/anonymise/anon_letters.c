#include "engine/edit/anonymise/anon_letters.h"

#include <stdlib.h>

#include "formats/base/arrays.h"

enum { BRIGHT = 0x80, FIRST_SHOWN = 32 };

static const uint64_t hash_base = UINT64_C(0x9e3779b97f4a7c15);

bool anon_is_word(uint8_t letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter >= BRIGHT;
}

static uint8_t small_letter(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

static uint8_t glyph_letter(uint8_t c)
{
    static const char signs[FIRST_SHOWN + 1] = "(=)....... ..>..[]0123456789.<->";
    if (c == '\n' || c == '\r' || c == '\t') {
        return ' ';
    }
    c &= BRIGHT - 1;
    return c < FIRST_SHOWN ? (uint8_t)signs[c] : small_letter(c);
}

/* --- codes --------------------------------------------------------------------------------------
 */

static bool is_hex(uint8_t c)
{
    c = small_letter(c);
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

static unsigned hex_digit(uint8_t c)
{
    c = small_letter(c);
    return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a') + 10;
}

static bool are_hex(const uint8_t *at, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_hex(at[i])) {
            return false;
        }
    }
    return true;
}

/* Bytes of the colour that begins here; 0 = none. */
static size_t color_size(const uint8_t *at, size_t left, unsigned codes)
{
    enum { AND_COLOR = 5, HAT_COLOR = 5, HAT_DIGITS = 3 };
    if (codes & ANON_AND_CODES) {
        if (*at == '{' || *at == '}') {
            return 1;
        }
        if (*at == '&' && left >= 2 && at[1] == 'r') {
            return 2;
        }
        if (*at == '&' && left >= AND_COLOR && at[1] == 'c' && are_hex(at + 2, 3)) {
            return AND_COLOR;
        }
    }
    if (codes & ANON_HAT_CODES && *at == '^' && left >= 2 && at[1] != '^') {
        return at[1] == 'x' && left >= HAT_COLOR && are_hex(at + 2, HAT_DIGITS) ? HAT_COLOR : 2;
    }
    return 0;
}

/* The character that an escape stands for; *size is set to the bytes it takes. */
static uint8_t read_escape(const uint8_t *at, size_t left, size_t *size)
{
    enum { UNICODE = 6 };
    if (*at != '\\' || left < 2) {
        *size = 1;
        return *at;
    }
    if (at[1] == 'u' && left >= UNICODE && are_hex(at + 2, 4)) {
        *size = UNICODE;
        return (uint8_t)(hex_digit(at[4]) << 4 | hex_digit(at[5]));
    }
    *size = 2;
    switch (at[1]) {
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    default:
        return at[1];
    }
}

/* --- texts --------------------------------------------------------------------------------------
 */

int anon_letters_read(struct anon_letters *letters, const void *text, size_t size, unsigned codes)
{
    const uint8_t *bytes = text;
    uint64_t hash = 0;
    letters->count = 0;
    if (array_reserve(&letters->items, &letters->room, size + 1, sizeof(*letters->items)) < 0) {
        return FORMAT_MEMORY;
    }
    for (size_t at = 0, taken; at < size; at += taken) {
        uint8_t c = bytes[at];
        taken = color_size(bytes + at, size - at, codes);
        if (taken > 0) {
            continue;
        }
        taken = 1;
        if (codes & ANON_ESCAPES) {
            c = read_escape(bytes + at, size - at, &taken);
        }
        const uint8_t letter = codes & ANON_GLYPHS ? glyph_letter(c) : small_letter(c);
        letters->items[letters->count++] =
            (struct anon_letter){.before = hash,
                                 .begin = (uint32_t)at,
                                 .end = (uint32_t)(at + taken),
                                 .letter = letter,
                                 .bright = (codes & ANON_GLYPHS) && c >= BRIGHT};
        hash = hash * hash_base + letter + 1;
    }
    letters->items[letters->count] = (struct anon_letter){.before = hash, .begin = (uint32_t)size};
    return 0;
}

void anon_letters_free(struct anon_letters *letters)
{
    free(letters->items);
    *letters = (struct anon_letters){0};
}

uint64_t anon_letters_power(size_t count)
{
    uint64_t power = 1;
    for (size_t i = 0; i < count; i++) {
        power *= hash_base;
    }
    return power;
}
