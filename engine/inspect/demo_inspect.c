#include "engine/inspect/demo_inspect.h"

#include <stdio.h>

void demo_print_text(const char *text, size_t length)
{
    static const char low[] = "_____.__________[]0123456789.___";
    for (size_t i = 0; i < length; i++) {
        const char c = (char)(text[i] & 0x7f);
        putchar(c < ' ' ? low[(int)c] : c == 0x7f ? '_' : c);
    }
}
