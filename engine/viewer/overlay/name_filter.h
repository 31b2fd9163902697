/* The names of a list that contain a typed text, ignoring case and diacritics
 * (formats/base/latin_text.h). */
#ifndef ENGINE_VIEWER_OVERLAY_NAME_FILTER_H
#define ENGINE_VIEWER_OVERLAY_NAME_FILTER_H

#include <stdbool.h>
#include <stddef.h>

enum { NAME_FILTER_TEXT = 40 };

struct name_filter {             /* start from {0} */
    char text[NAME_FILTER_TEXT]; /* "" = all of them */
    size_t *places;              /* owned: indices of matching names, ascending */
    size_t count, capacity;
};

/* Appends a character, or removes the last one; NULL names never match. False if nothing changed:
 * not printable ASCII, too long, or out of memory. */
bool name_filter_type(struct name_filter *filter, char *const *names, size_t count, char character);
bool name_filter_erase(struct name_filter *filter, char *const *names, size_t count);
void name_filter_clear(struct name_filter *filter);
void name_filter_free(struct name_filter *filter);

/* Rows there are of a list of `count` names, the place of one, the row nearest to a place. */
size_t name_filter_rows(const struct name_filter *filter, size_t count);
size_t name_filter_place(const struct name_filter *filter, size_t row);
size_t name_filter_row(const struct name_filter *filter, size_t place);

#endif
