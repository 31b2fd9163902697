#include "engine/demo_inspect.h"

#include <stdio.h>

#include "engine/demo_family.h"

const struct demo_inspector *demo_inspector_of(const uint8_t *data, size_t size, const char *name)
{
    const struct demo_family *family = demo_family_of(data, size, name, NULL);
    return family == &quake3_family       ? &quake3_inspector
           : family == &quakeworld_family ? &quakeworld_inspector
                                          : &netquake_inspector;
}

void demo_print_text(const char *text, size_t length)
{
    static const char low[] = "_____.__________[]0123456789.___";
    for (size_t i = 0; i < length; i++) {
        const char c = (char)(text[i] & 0x7f);
        putchar(c < ' ' ? low[(int)c] : c == 0x7f ? '_' : c);
    }
}
