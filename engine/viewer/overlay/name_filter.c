#include "engine/viewer/overlay/name_filter.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"
#include "formats/base/latin_text.h"

enum { NAME_BYTES = 1024 };

static char lower_letter(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

static bool begins_with(const char *text, const char *with)
{
    while (*with != '\0' && lower_letter(*text) == lower_letter(*with)) {
        text++;
        with++;
    }
    return *with == '\0';
}

static bool holds_text(const char *name, const char *text)
{
    char latin[NAME_BYTES];
    latin_text(latin, sizeof(latin), name ? name : "");
    for (const char *at = latin; *at != '\0'; at++) {
        if (begins_with(at, text)) {
            return true;
        }
    }
    return false;
}

/* False if out of memory; nothing is changed then. */
static bool find_matches(struct name_filter *filter, const char text[NAME_FILTER_TEXT],
                         char *const *names, size_t count)
{
    if (text[0] != '\0' &&
        array_reserve(&filter->places, &filter->capacity, count + 1, sizeof(*filter->places)) < 0) {
        return false;
    }
    memmove(filter->text, text, NAME_FILTER_TEXT);
    filter->count = 0;
    for (size_t i = 0; text[0] != '\0' && i < count; i++) {
        if (holds_text(names[i], filter->text)) {
            filter->places[filter->count++] = i;
        }
    }
    return true;
}

bool name_filter_type(struct name_filter *filter, char *const *names, size_t count, char character)
{
    char text[NAME_FILTER_TEXT];
    const size_t length = strlen(filter->text);
    if (character < ' ' || character > '~' || length + 1 >= sizeof(text) ||
        (character == ' ' && length == 0)) {
        return false;
    }
    memcpy(text, filter->text, sizeof(text));
    text[length] = character;
    text[length + 1] = '\0';
    return find_matches(filter, text, names, count);
}

bool name_filter_erase(struct name_filter *filter, char *const *names, size_t count)
{
    char text[NAME_FILTER_TEXT];
    const size_t length = strlen(filter->text);
    if (length == 0) {
        return false;
    }
    memcpy(text, filter->text, sizeof(text));
    text[length - 1] = '\0';
    return find_matches(filter, text, names, count);
}

void name_filter_clear(struct name_filter *filter)
{
    filter->text[0] = '\0';
    filter->count = 0;
}

void name_filter_free(struct name_filter *filter)
{
    free(filter->places);
    *filter = (struct name_filter){0};
}

size_t name_filter_rows(const struct name_filter *filter, size_t count)
{
    return filter->text[0] != '\0' ? filter->count : count;
}

size_t name_filter_place(const struct name_filter *filter, size_t row)
{
    return filter->text[0] != '\0' ? filter->places[row] : row;
}

size_t name_filter_row(const struct name_filter *filter, size_t place)
{
    if (filter->text[0] == '\0') {
        return place;
    }
    size_t low = 0, high = filter->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (filter->places[middle] < place) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < filter->count || low == 0 ? low : low - 1;
}
