/* Memory of a client state: one block of a struct and its arrays, which grows as a whole.
 *
 * A state's struct begins with struct state_block, followed by one struct state_place for each
 * of its arrays; the arrays follow the struct, each at an offset from the block's start, in
 * order. Without pointers and padding a copy is a copy of bytes; the hash is defined by
 * state_schema.h. Separate blocks are independent. */
#ifndef ENGINE_QUAKE_STATE_BLOCK_H
#define ENGINE_QUAKE_STATE_BLOCK_H

#include <stddef.h>
#include <stdint.h>

#include "engine/quake/state_schema.h"
#include "formats/base/error.h"

struct state_block {
    uint32_t size; /* bytes of the whole block in use: the struct and its arrays' capacities */
    uint32_t allocated;
};

struct state_place {
    uint32_t offset; /* from the block's first byte, a multiple of 8 */
    uint32_t count;
    uint32_t capacity;
};

/* Layout of a kind of state; the same for all calls with a block. */
struct state_layout {
    const struct state_schema *state;           /* the struct's members after the places */
    uint32_t arrays;                            /* at most STATE_MAX_ARRAYS */
    const struct state_schema *const *elements; /* one for each array */
};

enum { STATE_MAX_ARRAYS = 16 };

/* Zeroed, with empty arrays. NULL if out of memory. Caller frees with free(). */
struct state_block *state_block_create(const struct state_layout *layout);

/* Makes room for `count` elements in all; how many are in use stays. The block may move. 0 or
 * FORMAT_MEMORY. */
int state_block_reserve(struct state_block **block, const struct state_layout *layout,
                        uint32_t array, uint32_t count) MUST_CHECK;
/* Makes the array hold at least `count` elements in use (never fewer than it has), new ones zeroed.
 * The block may move. 0 or FORMAT_MEMORY. */
int state_block_extend(struct state_block **block, const struct state_layout *layout,
                       uint32_t array, uint32_t count) MUST_CHECK;
/* No elements are in use any more; their room stays. */
void state_block_empty(struct state_block *block, const struct state_layout *layout);

/* Makes *to (NULL at first) equal to from, with no more room than it uses. 0 or FORMAT_MEMORY. */
int state_block_copy(struct state_block **to, const struct state_block *from,
                     const struct state_layout *layout) MUST_CHECK;
size_t state_block_size(const struct state_block *block,
                        const struct state_layout *layout); /* bytes a copy takes */
uint64_t state_block_hash(const struct state_block *block, const struct state_layout *layout);
/* The same by state_schema_hash_numbers. */
uint64_t state_block_hash_numbers(const struct state_block *block,
                                  const struct state_layout *layout);

#endif
