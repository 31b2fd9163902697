/* The growing lists of what is to be drawn: they keep their memory from frame to frame, and their
 * places are 32-bit numbers. */
#ifndef RENDER_PALETTE_ENTITIES_ENTITY_ARRAY_H
#define RENDER_PALETTE_ENTITIES_ENTITY_ARRAY_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/arrays.h"

/* Makes room for `more` elements of `size` bytes behind the first `used`, as array_reserve does.
 * False when memory, or numbers for their places, ran out; the list is then as it was. */
static inline bool entity_array_reserve(void *list, size_t *cap, uint32_t used, uint64_t more,
                                        size_t size)
{
    return more <= INT32_MAX && used <= INT32_MAX &&
           array_reserve(list, cap, (size_t)(used + more), size) == 0;
}

#endif
