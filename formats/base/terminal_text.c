#include "formats/base/terminal_text.h"

#include <stdbool.h>
#include <string.h>

/* Bytes of the character of UTF-8 at p that may be printed; 0 = none. */
static size_t measure_character(const unsigned char *p)
{
    if (p[0] < 0x80) {
        return p[0] >= ' ' && p[0] != 0x7f;
    }
    const size_t length = p[0] >= 0xc2 && p[0] < 0xe0   ? 2
                          : p[0] >= 0xe0 && p[0] < 0xf0 ? 3
                          : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                                        : 0;
    for (size_t i = 1; i < length; i++) {
        if ((p[i] & 0xc0) != 0x80) { /* which a NUL is not, either */
            return 0;
        }
    }
    const bool overlong = (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90);
    const bool control = p[0] == 0xc2 && p[1] < 0xa0;
    return overlong || control ? 0 : length;
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
