#include "render/aligned.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The block that malloc returned stands before the aligned one. */
void *aligned_block(size_t size)
{
    char *whole = size < SIZE_MAX - 2 * ALIGNED_UNIT ? malloc(size + 2 * ALIGNED_UNIT) : NULL;
    if (whole == NULL) {
        return NULL;
    }
    char *block = whole + 2 * ALIGNED_UNIT - (uintptr_t)whole % ALIGNED_UNIT;
    memcpy(block - sizeof whole, &whole, sizeof whole);
    return block;
}

void aligned_free(void *block)
{
    void *whole = NULL;
    if (block != NULL) {
        memcpy(&whole, (char *)block - sizeof whole, sizeof whole);
    }
    free(whole);
}
