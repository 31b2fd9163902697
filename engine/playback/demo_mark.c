#include "engine/playback/demo_mark.h"

#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "formats/base/latin_text.h"

enum { LETTERS = 4 /* of UTF-8 for each that is kept, at most */ };

void demo_mark_set_name(struct demo_mark *mark, const char *text, size_t length)
{
    char utf8[DEMO_MARK_NAME * LETTERS];
    char *name = mark->name;
    while (length > 0 && (*text == ' ' || *text == '\t')) {
        text++;
        length--;
    }
    length = length < sizeof(utf8) ? length : sizeof(utf8) - 1;
    memcpy(utf8, text, length);
    utf8[length] = '\0';
    latin_text(name, DEMO_MARK_NAME, utf8);
    size_t end = strlen(name);
    for (size_t i = 0; i < end; i++) {
        name[i] = name[i] < ' ' || name[i] > '~' ? ' ' : name[i];
    }
    while (end > 0 && name[end - 1] == ' ') {
        name[--end] = '\0';
    }
    const size_t start = strspn(name, " "); /* of control characters */
    memmove(name, name + start, end - start + 1);
}

static bool holds(const char *name, const char *part, size_t length)
{
    for (; strlen(name) >= length; name++) {
        if (strncasecmp(name, part, length) == 0) {
            return true;
        }
    }
    return false;
}

int demo_mark_find(const struct demo_mark *marks, size_t count, const char *name, size_t length)
{
    int with_part = -1;
    if (length == 0 || length >= DEMO_MARK_NAME) {
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        const char *other = marks[i].name;
        if (strlen(other) == length && strncasecmp(other, name, length) == 0) {
            return (int)i;
        }
        if (with_part < 0 && holds(other, name, length)) {
            with_part = (int)i;
        }
    }
    return with_part;
}
