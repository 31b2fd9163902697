/* Allocations that fail on request, for sources that a test includes after this file (under other
 * names, with #define): their malloc, calloc, realloc and free become those below. */
#ifndef TESTS_SUPPORT_FAILING_MEMORY_H
#define TESTS_SUPPORT_FAILING_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static size_t failing_memory_from = SIZE_MAX; /* this call and all after it fail, counted from 1 */
static size_t failing_memory_calls;           /* so far */
static size_t failing_memory_held;            /* allocations that are not freed */

static inline bool failing_memory_gives(void)
{
    return ++failing_memory_calls < failing_memory_from;
}

static inline void *failing_malloc(size_t size)
{
    void *memory = failing_memory_gives() ? malloc(size) : NULL;
    failing_memory_held += memory != NULL;
    return memory;
}

static inline void *failing_calloc(size_t count, size_t size)
{
    void *memory = failing_memory_gives() ? calloc(count, size) : NULL;
    failing_memory_held += memory != NULL;
    return memory;
}

static inline void *failing_realloc(void *old, size_t size)
{
    void *memory = failing_memory_gives() ? realloc(old, size) : NULL;
    failing_memory_held += memory != NULL && old == NULL;
    return memory;
}

static inline void failing_free(void *memory)
{
    failing_memory_held -= memory != NULL;
    free(memory);
}

#define malloc(size) failing_malloc(size)
#define calloc(count, size) failing_calloc(count, size)
#define realloc(memory, size) failing_realloc(memory, size)
#define free(memory) failing_free(memory)

#endif
