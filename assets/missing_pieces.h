/* Names of the pieces of game data that a demo wants and that are not there, each once, for one
 * line to the user. */
#ifndef ASSETS_MISSING_PIECES_H
#define ASSETS_MISSING_PIECES_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/error.h"

enum { MISSING_PIECES_TEXT = 400 };

struct missing_pieces { /* initialise to {0} */
    char **names;       /* in the order they were added */
    size_t count, capacity;
};

/* Adds a name that it does not have. Returns 0 or FORMAT_MEMORY. */
int missing_pieces_add(struct missing_pieces *pieces, const char *name) MUST_CHECK;
/* Adds those of another list. */
int missing_pieces_join(struct missing_pieces *pieces,
                        const struct missing_pieces *others) MUST_CHECK;
void missing_pieces_free(struct missing_pieces *pieces);

/* Writes "3 pieces of game data are missing: a, b and c (see --verbose)". Of more than four names
 * it writes three and how many more there are. */
void missing_pieces_describe(const struct missing_pieces *pieces, char text[MISSING_PIECES_TEXT]);

#endif
