#include "engine/family/demo_events.h"

#include <string.h>

#include "formats/base/arrays.h"
#include "formats/base/quake_text.h"

/* Quake's font has each letter twice, plain and coloured, and extra digits. */
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

void demo_plain_read(char *to, uint16_t *colors, size_t size, struct quake_text *text)
{
    size_t length = 0;
    uint8_t glyph;
    bool again = false; /* text after a carriage return overwrites the line */
    while (length < size - 1 && quake_text_next(text, &glyph)) {
        const char c = plain_character(glyph);
        again = glyph == '\r' || (again && glyph != '\n');
        if (again && c != ' ') {
            length = 0;
            again = false;
        }
        if (c != ' ' || (length > 0 && to[length - 1] != ' ')) {
            if (colors) {
                colors[length] = text->color;
            }
            to[length++] = c;
        }
    }
    while (length > 0 && to[length - 1] == ' ') {
        length--;
    }
    memset(to + length, 0, size - length);
}

void demo_plain_text(char *to, size_t size, const char *from)
{
    struct quake_text text;
    quake_text_begin(&text, from, strlen(from), false);
    demo_plain_read(to, NULL, size, &text);
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
    event->player = event->other = -1;
    demo_plain_text(event->text, sizeof(event->text), text);
    return 0;
}

static int16_t slot_of(int32_t slot)
{
    return slot >= 0 && slot <= INT16_MAX ? (int16_t)slot : -1;
}

int demo_events_add_kill(struct demo_events *events, enum demo_event_kind kind, const char *text,
                         int32_t player, int32_t other)
{
    const int status = demo_events_add(events, kind, text);
    if (events && status == 0) {
        events->items[events->count - 1].player = slot_of(player);
        events->items[events->count - 1].other = slot_of(other);
    }
    return status;
}
