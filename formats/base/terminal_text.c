#include "formats/base/terminal_text.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Format characters (Unicode category Cf), line and paragraph separator: invisible, and those for
 * text from right to left change the order of what is printed after them. Without U+200C and
 * U+200D, which join letters and are part of words. */
static const struct {
    uint32_t first, last;
} format_ranges[] = {
    {0xad, 0xad},       {0x600, 0x605},     {0x61c, 0x61c},     {0x6dd, 0x6dd},
    {0x70f, 0x70f},     {0x890, 0x891},     {0x8e2, 0x8e2},     {0x180e, 0x180e},
    {0x200b, 0x200b},   {0x200e, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},
    {0xfeff, 0xfeff},   {0xfff9, 0xfffb},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd},
    {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe007f},
};

/* True if the code point may be printed; length: the bytes that encode it. */
static bool is_printable(uint32_t c, size_t length)
{
    const bool overlong = (length == 3 && c < 0x800) || (length == 4 && c < 0x10000);
    const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
    const bool surrogate = c >= 0xd800 && c < 0xe000;
    for (size_t i = 0; i < sizeof(format_ranges) / sizeof(format_ranges[0]); i++) {
        if (c >= format_ranges[i].first && c <= format_ranges[i].last) {
            return false;
        }
    }
    return !overlong && !control && !surrogate && c <= 0x10ffff;
}

/* Bytes of the character of UTF-8 at p that may be printed; 0 = none. */
static size_t measure_character(const unsigned char *p)
{
    const size_t length = p[0] < 0x80                   ? 1
                          : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
                          : p[0] >= 0xe0 && p[0] < 0xf0 ? 3
                          : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                                        : 0;
    if (length == 0) {
        return 0;
    }
    uint32_t c = length == 1 ? p[0] : p[0] & (0x7fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80) { /* which a NUL is not, either */
            return 0;
        }
        c = c << 6 | (p[i] & 0x3f);
    }
    return is_printable(c, length) ? length : 0;
}

void terminal_text(char *out, size_t size, const char *text)
{
    const unsigned char *p = (const unsigned char *)text;
    size_t used = 0;
    while (*p) {
        const size_t length = measure_character(p), wanted = length ? length : 1;
        if (wanted >= size - used) {
            break;
        }
        if (length) {
            memcpy(out + used, p, length);
        } else {
            out[used] = '?';
        }
        used += wanted;
        p += wanted;
    }
    out[used] = '\0';
}
