#include "engine/demo_family.h"

#include <stdlib.h>
#include <string.h>

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

static void copy_plain(char to[DEMO_EVENT_TEXT], const char *from)
{
    size_t length = 0;
    for (; *from != '\0' && length < DEMO_EVENT_TEXT - 1; from++) {
        char c = plain_character((uint8_t)*from);
        if (c != ' ' || (length > 0 && to[length - 1] != ' ')) {
            to[length++] = c;
        }
    }
    while (length > 0 && to[length - 1] == ' ') {
        length--;
    }
    memset(to + length, 0, DEMO_EVENT_TEXT - length);
}

int demo_events_add(struct demo_events *events, enum demo_event_kind kind, const char *text)
{
    if (events->count == events->capacity) {
        uint32_t capacity = events->capacity ? events->capacity * 2 : 64;
        struct demo_event *items = realloc(events->items, capacity * sizeof(*items));
        if (!items) {
            return FORMAT_MEMORY;
        }
        events->items = items;
        events->capacity = capacity;
    }
    struct demo_event *event = &events->items[events->count++];
    memset(event, 0, sizeof(*event));
    event->kind = kind;
    copy_plain(event->text, text);
    return 0;
}

const struct demo_family *demo_family_of(const uint8_t *data, size_t size, struct format_error *err)
{
    (void)data; /* every demo is NetQuake's as long as there is one family; its open says no */
    (void)size;
    (void)err;
    return &netquake_family;
}
