/* The fuzz targets are linked with --wrap=malloc etc. (Makefile), so that the project's large
 * blocks are those of large_blocks.h. Allocations inside the C library and other libraries are not.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/stages/large_blocks.h"

#include <malloc.h> /* malloc_usable_size */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);

void *__wrap_malloc(size_t size)
{
    void *block = large_blocks_take(size, false);
    return block ? block : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *block = NULL;
    if (size == 0 || count <= SIZE_MAX / size) {
        block = large_blocks_take(count * size, true);
    }
    return block ? block : __real_calloc(count, size);
}

void __wrap_free(void *block)
{
    if (!large_blocks_give(block)) {
        __real_free(block);
    }
}

void *__wrap_realloc(void *block, size_t size)
{
    size_t old = large_blocks_size(block);
    if (!block || (old == 0 && size < LARGE_BLOCKS_LEAST)) {
        return block ? __real_realloc(block, size) : __wrap_malloc(size);
    }
    old = old ? old : malloc_usable_size(block);
    void *moved = __wrap_malloc(size);
    if (moved) {
        memcpy(moved, block, old < size ? old : size);
        __wrap_free(block);
    }
    return moved;
}
