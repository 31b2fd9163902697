#include "engine/family/demo_events.h"

#include <string.h>

#include "formats/base/arrays.h"

/* Quake's font has each letter twice, the second time coloured, and digits of its own. */
static char plain_character(uint8_t glyph)
{
    glyph &= 127;
    if (glyph >= 18 && glyph <= 27) {
        return (char)('0' + glyph - 18);
    }
    if (glyph == 16 || glyph == 17) {
        return glyph == 16 ? '[' : ']';
    }
    return glyph >= 32 && glyph < 127 ? (char)glyph : ' ';
}

void demo_plain_text(char *to, size_t size, const char *from)
{
    size_t length = 0;
    for (; *from != '\0' && length < size - 1; from++) {
        char c = plain_character((uint8_t)*from);
        if (c != ' ' || (length > 0 && to[length - 1] != ' ')) {
            to[length++] = c;
        }
    }
    while (length > 0 && to[length - 1] == ' ') {
        length--;
    }
    memset(to + length, 0, size - length);
}

int demo_events_add(struct demo_events *events, enum demo_event_kind kind, const char *text)
{
    if (!events) {
        return 0;
    }
    if (array_reserve(&events->items, &events->capacity, (size_t)events->count + 1,
                      sizeof(*events->items)) < 0) {
        return FORMAT_MEMORY;
    }
    struct demo_event *event = &events->items[events->count++];
    memset(event, 0, sizeof(*event));
    event->kind = kind;
    demo_plain_text(event->text, sizeof(event->text), text);
    return 0;
}
