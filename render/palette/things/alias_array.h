/* Growing arrays of the drawing lists: they keep their memory from frame to frame. */
#ifndef RENDER_PALETTE_THINGS_ALIAS_ARRAY_H
#define RENDER_PALETTE_THINGS_ALIAS_ARRAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for `more` elements of `size` bytes behind the first `used`. `list` is the address of
 * a pointer of any object type, hence the copies. False when memory ran out; the list is then as it
 * was. */
static inline bool alias_array_reserve(void *list, uint32_t *cap, uint32_t used, uint64_t more,
                                       size_t size)
{
    uint64_t want = used + more;
    if (want <= *cap) {
        return true;
    }
    uint64_t grown = want + want / 2 + 64;
    if (want > UINT32_MAX / 2 || grown > SIZE_MAX / size) {
        return false;
    }
    void *memory;
    memcpy(&memory, list, sizeof memory);
    memory = realloc(memory, (size_t)grown * size);
    if (memory == NULL) {
        return false;
    }
    memcpy(list, &memory, sizeof memory);
    *cap = (uint32_t)grown;
    return true;
}

#endif
