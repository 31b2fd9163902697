/* Growing lists of entities to draw: they keep their memory from frame to frame; indices have 32
 * bits. */
#ifndef RENDER_PALETTE_ENTITIES_ENTITY_ARRAY_H
#define RENDER_PALETTE_ENTITIES_ENTITY_ARRAY_H

#include <stdbool.h>
#include <stdint.h>

#include "formats/base/arrays.h"

/* Reserves room for `more` elements of `size` bytes after the first `used`, as array_reserve does.
 * Returns false, with the list unchanged, if out of memory or of 32-bit indices. */
static inline bool entity_array_reserve(void *list, size_t *cap, uint32_t used, uint64_t more,
                                        size_t size)
{
    return more <= INT32_MAX && used <= INT32_MAX &&
           array_reserve(list, cap, (size_t)(used + more), size) == 0;
}

#endif
