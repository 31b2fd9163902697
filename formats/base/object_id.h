/* By what one knows a thing again after it may have been freed.
 *
 * An address does not do: another thing may come to lie there, with the same size and name. So a
 * thing that others keep knowledge about (a map, whose lit surfaces a renderer keeps) carries an
 * identity; they hold that identity and compare it with the one of the thing in hand. While
 * somebody holds an identity nothing else can get it. It decides no picture and no hash. Every call
 * is safe from any thread. */
#ifndef FORMATS_BASE_OBJECT_ID_H
#define FORMATS_BASE_OBJECT_ID_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/error.h"

struct object_id;

/* Whether two are one. What has no identity (NULL) cannot be known again: it is never the same. */
static inline bool object_id_same(const struct object_id *a, const struct object_id *b)
{
    return a != NULL && a == b;
}

/* A new one, held by the caller; NULL without memory. */
struct object_id *object_id_create(void);
/* Holds it once more and returns it. NULL stays NULL. */
struct object_id *object_id_hold(struct object_id *identity);
/* Ends one holding. NULL is allowed. */
void object_id_release(struct object_id *identity);

/* For a thing that changes: another identity in place of the one held, so that nobody takes it for
 * what it was. 0, or FORMAT_MEMORY and nothing has happened. */
int object_id_renew(struct object_id **identity) MUST_CHECK;

#endif
