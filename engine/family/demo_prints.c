#include "engine/family/demo_prints.h"

#include <string.h>

#include "engine/family/demo_events.h"
#include "formats/base/arrays.h"

/* What waits becomes a line of its own. */
static int end_line(struct demo_prints *p)
{
    char plain[DEMO_PRINT_TEXT];
    p->line[p->length] = '\0';
    p->length = 0;
    demo_plain_text(plain, sizeof(plain), p->line);
    if (plain[0] == '\0') {
        return 0;
    }
    if (array_reserve(&p->items, &p->capacity, (size_t)p->count + 1, sizeof(*p->items)) < 0) {
        return FORMAT_MEMORY;
    }
    struct demo_print *print = &p->items[p->count++];
    memset(print, 0, sizeof(*print));
    print->audience = p->audience;
    memcpy(print->text, plain, sizeof(plain));
    return 0;
}

int demo_prints_add(struct demo_prints *p, uint32_t audience, const char *text)
{
    int status = 0;
    if (!p) {
        return 0;
    }
    if (p->audience != audience && p->length > 0) {
        status = end_line(p);
    }
    p->audience = audience;
    for (; status == 0 && *text != '\0'; text++) {
        if (*text == '\n') {
            status = end_line(p);
            continue;
        }
        p->line[p->length++] = *text;
        if (p->length == DEMO_PRINT_TEXT - 1) {
            status = end_line(p);
        }
    }
    return status;
}
