/* Reference-counted object ids; an id outlives its object.
 *
 * A cache cannot recognise an object by its address: after a free another object of the same size
 * and name may get it. So an object that caches refer to (a map, for the renderer's lit surfaces)
 * has an id; a cache holds a reference to the id and compares it with that of the object it is
 * given. No other object gets the id while a reference is held. Ids influence no picture and no
 * hash. Safe from any thread. */
#ifndef FORMATS_BASE_OBJECT_ID_H
#define FORMATS_BASE_OBJECT_ID_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/error.h"

struct object_id;

/* True if both are the same id; false if either is NULL: an object without an id is never
 * recognised. */
static inline bool object_id_same(const struct object_id *a, const struct object_id *b)
{
    return a != NULL && a == b;
}

/* Returns a new id with one reference, or NULL if out of memory. */
struct object_id *object_id_create(void);
/* Adds a reference and returns identity. NULL is allowed. */
struct object_id *object_id_hold(struct object_id *identity);
/* Removes a reference; the last one frees it. NULL is allowed. */
void object_id_release(struct object_id *identity);

/* For an object that changed: releases *identity and puts a new id there, so that caches do not
 * recognise it. Returns 0, or FORMAT_MEMORY with *identity unchanged. */
int object_id_renew(struct object_id **identity) MUST_CHECK;

#endif
