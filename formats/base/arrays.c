#include "formats/base/arrays.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 16 }; /* elements */

int array_grow(void *items, size_t *capacity, size_t needed, size_t element_size)
{
    const size_t most = PTRDIFF_MAX / element_size;
    if (needed > most) {
        return FORMAT_MEMORY;
    }
    size_t wanted = *capacity <= most / 2 ? *capacity * 2 : most;
    wanted = wanted < FIRST && FIRST <= most ? FIRST : wanted;
    wanted = wanted < needed ? needed : wanted;
    void *memory; /* a pointer of any type is read and written by its bytes */
    memcpy(&memory, items, sizeof(memory));
    memory = realloc(memory, wanted * element_size);
    if (!memory) {
        return FORMAT_MEMORY;
    }
    memcpy(items, &memory, sizeof(memory));
    *capacity = wanted;
    return FORMAT_OK;
}
