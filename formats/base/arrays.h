/* Growing arrays: one growth policy, safe against size overflow. */
#ifndef FORMATS_BASE_ARRAYS_H
#define FORMATS_BASE_ARRAYS_H

#include <stddef.h>

#include "formats/base/error.h"

/* The rare case of array_reserve, which alone calls it: there is not enough room. */
int array_grow(void *items, size_t *capacity, size_t needed, size_t element_size) MUST_CHECK;

/* Makes room for `needed` elements in all. items: the address of a pointer to objects of
 * element_size bytes (NULL at first), which may move; *capacity: elements there is room for (0 at
 * first). Grows to twice as many at least, so that adding one by one costs little. 0, or
 * FORMAT_MEMORY with both as they were. Free *items with free(). */
MUST_CHECK static inline int array_reserve(void *items, size_t *capacity, size_t needed,
                                           size_t element_size)
{
    return needed <= *capacity ? FORMAT_OK : array_grow(items, capacity, needed, element_size);
}

#endif
