/* JSON as a tree: read, joined with another, written.
 *
 * For files of the bench: strings are bytes, \u beyond 255 becomes '?', numbers are doubles. */
#ifndef TOOLS_PLOTS_TREE_H
#define TOOLS_PLOTS_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "formats/base/error.h"

enum tree_kind { TREE_NULL, TREE_BOOL, TREE_NUMBER, TREE_STRING, TREE_ARRAY, TREE_OBJECT };

enum { TREE_MAX_DEPTH = 32 };

struct tree {
    enum tree_kind kind;
    double number;      /* TREE_NUMBER; TREE_BOOL: 0 or 1 */
    char *text;         /* TREE_STRING */
    struct tree *items; /* elements of an array or object */
    char **keys;        /* keys of an object */
    size_t count;
};

/* 0 and a tree to be freed, or FORMAT_BAD, FORMAT_TRUNCATED or FORMAT_MEMORY and nothing. */
int tree_read(struct tree *tree, const char *text, size_t size,
              struct format_error *err) MUST_CHECK;
void tree_free(struct tree *tree);

/* The member of an object; NULL: there is none, or it is none. */
const struct tree *tree_get(const struct tree *object, const char *key);
/* Its number, or 0. */
double tree_number(const struct tree *object, const char *key);
/* Its text, or "". */
const char *tree_text(const struct tree *object, const char *key);

/* Takes what `more` has into `tree` (two objects, or two arrays): objects get its members, arrays
 * its items behind theirs, and of anything else the newer counts. `more` is empty then. Returns 0
 * or FORMAT_MEMORY, which leaves both to be freed. */
int tree_join(struct tree *tree, struct tree *more) MUST_CHECK;

void tree_write(const struct tree *tree, FILE *out);

#endif
