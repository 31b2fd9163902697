#include "engine/quake/console_text.h"

#include <stdbool.h>
#include <string.h>

_Static_assert(sizeof(struct console_line) == 20 + CONSOLE_LINE_RUNS * 4 + CONSOLE_LINE_BYTES &&
                   sizeof(struct console_center) ==
                       28 + CONSOLE_CENTER_RUNS * 4 + CONSOLE_CENTER_BYTES,
               "padding inside a client state");

uint32_t console_copy_text(char *to, uint32_t size, const char *from)
{
    size_t length = strlen(from);
    length = length < size ? length : size - 1;
    memset(to, 0, size);
    memcpy(to, from, length);
    return (uint32_t)length;
}

/* A glyph at `place` has that colour. */
static void note_color(struct quake_text_run *runs, uint32_t *count, uint32_t most, uint32_t place,
                       uint16_t color)
{
    const uint16_t before = *count > 0 ? runs[*count - 1].color : 0;
    if (color != before && *count < most) {
        runs[(*count)++] = (struct quake_text_run){(uint16_t)place, color};
    }
}

/* The unfinished line of this audience, or a new one. */
static struct console_line *open_line(struct console_ring *ring, struct console_line *lines,
                                      uint32_t capacity, uint32_t audience, double time)
{
    for (uint32_t i = ring->count; i > 0; i--) {
        struct console_line *line = console_line_at(ring, lines, capacity, i - 1);
        if (line->open && line->audience == audience) {
            return line;
        }
    }
    if (ring->count == capacity) {
        ring->first = (ring->first + 1) % capacity;
    } else {
        ring->count++;
    }
    struct console_line *fresh = console_line_at(ring, lines, capacity, ring->count - 1);
    memset(fresh, 0, sizeof *fresh);
    fresh->time = time;
    fresh->audience = audience;
    fresh->open = 1;
    return fresh;
}

void console_print(struct console_ring *ring, struct console_line *lines, uint32_t capacity,
                   const struct console_print *print)
{
    const char *text = print->text;
    const uint16_t *colors = print->colors;
    uint8_t bit = 0;
    if (text[0] == 1 || text[0] == 2) {
        bit = 128;
        text++;
        if (colors != NULL) {
            colors++;
        }
    }
    struct console_line *line = NULL;
    for (size_t i = 0; text[i] != 0; i++) {
        if (line == NULL) {
            line = open_line(ring, lines, capacity, print->audience, print->time);
        }
        if (text[i] == '\n') {
            line->open = 0;
        } else if (text[i] == '\r') {
            memset(line->text, 0, sizeof line->text);
            memset(line->runs, 0, sizeof line->runs);
            line->length = 0;
            line->num_runs = 0;
        } else {
            note_color(line->runs, &line->num_runs, CONSOLE_LINE_RUNS, line->length,
                       colors != NULL ? colors[i] : 0);
            line->text[line->length++] = (uint8_t)text[i] | bit;
            line->open = line->length < CONSOLE_LINE_BYTES;
        }
        line = line->open ? line : NULL;
    }
}

void console_print_center(struct console_center *centers, uint32_t count, uint32_t audience,
                          double time, const char *text, const uint16_t *colors)
{
    struct console_center *to = &centers[0];
    double since = time;
    for (uint32_t i = 0; i < count; i++) {
        struct console_center *center = &centers[i];
        if ((center->audience & audience) != 0 && center->time <= time &&
            time - center->time < QUAKE_CENTER_SECONDS &&
            strncmp((const char *)center->text, text, CONSOLE_CENTER_BYTES - 1) == 0) {
            since = center->since;
        }
        center->audience &= ~audience;
        /* The same print sent to one player after another counts once. */
        if (center->audience && center->time == time && center->length < CONSOLE_CENTER_BYTES - 1 &&
            strcmp((const char *)center->text, text) == 0) {
            center->audience |= audience;
            audience = 0;
        }
        bool frees = center->audience == 0 && to->audience != 0;
        bool older = (center->audience == 0) == (to->audience == 0) && center->time < to->time;
        to = frees || older ? center : to;
    }
    if (audience != 0) {
        to->length = console_copy_text((char *)to->text, sizeof to->text, text);
        to->time = time;
        to->since = since;
        to->audience = audience;
        to->num_runs = 0;
        memset(to->runs, 0, sizeof to->runs);
        for (uint32_t i = 0; colors != NULL && i < to->length; i++) {
            note_color(to->runs, &to->num_runs, CONSOLE_CENTER_RUNS, i, colors[i]);
        }
    }
}

const struct console_center *console_find_center(const struct console_center *centers,
                                                 uint32_t count, uint32_t players)
{
    for (uint32_t i = 0; i < count; i++) {
        if (centers[i].audience & players) {
            return &centers[i];
        }
    }
    return NULL;
}
