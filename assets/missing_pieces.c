#include "assets/missing_pieces.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

enum { NAMED = 4 /* of more, one fewer are named */, NAME_SHOWN = 64 };

int missing_pieces_add(struct missing_pieces *pieces, const char *name)
{
    for (size_t i = 0; i < pieces->count; i++) {
        if (strcmp(pieces->names[i], name) == 0) {
            return FORMAT_OK;
        }
    }
    if (array_reserve(&pieces->names, &pieces->capacity, pieces->count + 1,
                      sizeof(*pieces->names)) < 0) {
        return FORMAT_MEMORY;
    }
    const size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    if (!copy) {
        return FORMAT_MEMORY;
    }
    memcpy(copy, name, size);
    pieces->names[pieces->count++] = copy;
    return FORMAT_OK;
}

int missing_pieces_join(struct missing_pieces *pieces, const struct missing_pieces *others)
{
    int code = FORMAT_OK;
    for (size_t i = 0; i < others->count && code == FORMAT_OK; i++) {
        code = missing_pieces_add(pieces, others->names[i]);
    }
    return code;
}

void missing_pieces_free(struct missing_pieces *pieces)
{
    for (size_t i = 0; i < pieces->count; i++) {
        free(pieces->names[i]);
    }
    free(pieces->names);
    *pieces = (struct missing_pieces){0};
}

void missing_pieces_describe(const struct missing_pieces *pieces, char text[MISSING_PIECES_TEXT])
{
    const size_t named = pieces->count > NAMED ? NAMED - 1 : pieces->count;
    int length =
        snprintf(text, MISSING_PIECES_TEXT, "%zu piece%s of game data %s missing: ", pieces->count,
                 pieces->count == 1 ? "" : "s", pieces->count == 1 ? "is" : "are");
    for (size_t i = 0; i < named; i++) {
        const char *between = i == 0 ? "" : i + 1 == pieces->count ? " and " : ", ";
        length += snprintf(text + length, MISSING_PIECES_TEXT - (size_t)length, "%s%.*s", between,
                           (int)NAME_SHOWN, pieces->names[i]);
    }
    if (named < pieces->count) {
        length += snprintf(text + length, MISSING_PIECES_TEXT - (size_t)length, " and %zu more",
                           pieces->count - named);
    }
    (void)snprintf(text + length, MISSING_PIECES_TEXT - (size_t)length, " (see --verbose)");
}
