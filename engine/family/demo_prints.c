#include "engine/family/demo_prints.h"

#include <string.h>

#include "engine/family/demo_events.h"
#include "formats/base/arrays.h"
#include "formats/base/quake_text.h"

static void note_colors(struct demo_print *print, const uint16_t *colors, size_t length)
{
    uint16_t before = 0;
    for (size_t i = 0; i < length && print->num_runs < DEMO_PRINT_RUNS; i++) {
        if (colors[i] != before) {
            print->runs[print->num_runs++] = (struct quake_text_run){(uint16_t)i, colors[i]};
            before = colors[i];
        }
    }
}

static int add_part(struct demo_prints *p, const char *text, const uint16_t *colors, size_t length)
{
    if (array_reserve(&p->items, &p->capacity, (size_t)p->count + 1, sizeof(*p->items)) < 0) {
        return FORMAT_MEMORY;
    }
    struct demo_print *print = &p->items[p->count++];
    memset(print, 0, sizeof(*print));
    print->audience = p->audience;
    length = length < DEMO_PRINT_TEXT ? length : DEMO_PRINT_TEXT - 1;
    memcpy(print->text, text, length);
    note_colors(print, colors, length);
    return 0;
}

/* Adds the incomplete line, split if it is too long. */
static int end_line(struct demo_prints *p)
{
    char plain[DEMO_PRINT_LINE];
    uint16_t colors[DEMO_PRINT_LINE];
    struct quake_text text;
    int status = 0;
    p->line[p->length] = '\0';
    p->length = 0;
    quake_text_begin(&text, p->line, strlen(p->line), p->chat);
    demo_plain_read(plain, colors, sizeof(plain), &text);
    const size_t length = strlen(plain);
    for (size_t at = 0; status == 0 && at < length; at += DEMO_PRINT_TEXT - 1) {
        status = add_part(p, plain + at, colors + at, length - at);
    }
    return status;
}

int demo_prints_add(struct demo_prints *p, uint32_t audience, bool chat, const char *text)
{
    int status = 0;
    if (!p) {
        return 0;
    }
    if ((p->audience != audience || p->chat != chat) && p->length > 0) {
        status = end_line(p);
    }
    p->audience = audience;
    p->chat = chat;
    for (; status == 0 && *text != '\0'; text++) {
        if (*text == '\n') {
            status = end_line(p);
            continue;
        }
        p->line[p->length++] = *text;
        if (p->length == DEMO_PRINT_LINE - 1) {
            status = end_line(p);
        }
    }
    return status;
}
