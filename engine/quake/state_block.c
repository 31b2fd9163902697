#include "engine/quake/state_block.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(struct state_block) % _Alignof(struct state_place) == 0,
               "the places begin right behind the head");

static inline struct state_place *places_of(const struct state_block *block)
{
    return (struct state_place *)((uintptr_t)block + sizeof(struct state_block));
}

static uint32_t round_up_8(uint32_t n)
{
    return (n + 7) & ~7u;
}

/* Sets each array's offset for the given capacities; returns the total size. */
static uint32_t lay_out(const struct state_layout *layout, const uint32_t *capacities,
                        uint32_t *offsets)
{
    uint32_t size = round_up_8(layout->state->size);
    for (uint32_t i = 0; i < layout->arrays; i++) {
        offsets[i] = size;
        size += round_up_8(capacities[i] * layout->elements[i]->size);
    }
    return size;
}

/* A block of at least `size` bytes; what it holds is kept. */
static int grow_block(struct state_block **block, uint32_t size)
{
    struct state_block *grown = realloc(*block, size);
    if (grown == NULL) {
        return FORMAT_MEMORY;
    }
    grown->allocated = size;
    *block = grown;
    return 0;
}

struct state_block *state_block_create(const struct state_layout *layout)
{
    uint32_t size = round_up_8(layout->state->size);
    struct state_block *block = calloc(1, size);
    if (block == NULL) {
        return NULL;
    }
    block->size = size;
    block->allocated = size;
    for (uint32_t i = 0; i < layout->arrays; i++) {
        places_of(block)[i].offset = size;
    }
    return block;
}

int state_block_reserve(struct state_block **block, const struct state_layout *layout,
                        uint32_t array, uint32_t count)
{
    struct state_place *places = places_of(*block);
    if (count <= places[array].capacity) {
        return 0;
    }
    uint32_t capacities[STATE_MAX_ARRAYS] = {0}, offsets[STATE_MAX_ARRAYS];
    for (uint32_t i = 0; i < layout->arrays; i++) {
        capacities[i] = places[i].capacity;
    }
    uint32_t wanted = capacities[array] + capacities[array] / 2;
    capacities[array] = count > wanted ? count : wanted;
    uint32_t size = lay_out(layout, capacities, offsets);
    if (size > (*block)->allocated && grow_block(block, size) < 0) {
        return FORMAT_MEMORY;
    }
    uint8_t *bytes = (uint8_t *)*block;
    places = places_of(*block);
    for (uint32_t i = layout->arrays - 1; i > array; i--) { /* all move up: the last one first */
        memmove(bytes + offsets[i], bytes + places[i].offset,
                places[i].count * layout->elements[i]->size);
        places[i].offset = offsets[i];
    }
    places[array].offset = offsets[array];
    places[array].capacity = capacities[array];
    (*block)->size = size;
    return 0;
}

int state_block_extend(struct state_block **block, const struct state_layout *layout,
                       uint32_t array, uint32_t count)
{
    const uint32_t used = places_of(*block)[array].count;
    const uint32_t element = layout->elements[array]->size;
    if (count <= used) {
        return 0;
    }
    int status = state_block_reserve(block, layout, array, count);
    if (status < 0) {
        return status;
    }
    struct state_place *place = &places_of(*block)[array];
    memset((uint8_t *)*block + place->offset + used * element, 0, (count - used) * element);
    place->count = count;
    return 0;
}

void state_block_empty(struct state_block *block, const struct state_layout *layout)
{
    for (uint32_t i = 0; i < layout->arrays; i++) {
        places_of(block)[i].count = 0;
    }
}

/* Copies are packed: an array takes what it uses. */
static uint32_t packed_layout(const struct state_block *block, const struct state_layout *layout,
                              uint32_t *offsets)
{
    uint32_t counts[STATE_MAX_ARRAYS];
    for (uint32_t i = 0; i < layout->arrays; i++) {
        counts[i] = places_of(block)[i].count;
    }
    return lay_out(layout, counts, offsets);
}

int state_block_copy(struct state_block **to, const struct state_block *from,
                     const struct state_layout *layout)
{
    if (*to == from) {
        return 0;
    }
    uint32_t offsets[STATE_MAX_ARRAYS];
    uint32_t size = packed_layout(from, layout, offsets);
    /* A much larger block is given back, or key frames would grow to the largest state they ever
     * held. */
    if (*to == NULL || (*to)->allocated < size || (*to)->allocated / 2 > size) {
        if (grow_block(to, size) < 0) {
            return FORMAT_MEMORY;
        }
    }
    struct state_block *block = *to;
    uint32_t allocated = block->allocated;
    memcpy(block, from, layout->state->size);
    block->size = size;
    block->allocated = allocated;
    struct state_place *places = places_of(block);
    for (uint32_t i = 0; i < layout->arrays; i++) {
        memcpy((uint8_t *)block + offsets[i], (const uint8_t *)from + places[i].offset,
               places[i].count * layout->elements[i]->size);
        places[i].offset = offsets[i];
        places[i].capacity = places[i].count;
    }
    return 0;
}

size_t state_block_size(const struct state_block *block, const struct state_layout *layout)
{
    uint32_t offsets[STATE_MAX_ARRAYS];
    return packed_layout(block, layout, offsets);
}

typedef uint64_t hash_function(uint64_t hash, const struct state_schema *schema,
                               const void *structs, size_t count);

static uint64_t hash_with(hash_function *hash_structs, const struct state_block *block,
                          const struct state_layout *layout)
{
    uint64_t hash = hash_structs(0x243f6a8885a308d3u, layout->state, block, 1);
    for (uint32_t i = 0; i < layout->arrays; i++) {
        const struct state_place *place = &places_of(block)[i];
        hash = hash_structs(hash, layout->elements[i], (const uint8_t *)block + place->offset,
                            place->count);
    }
    return hash;
}

uint64_t state_block_hash(const struct state_block *block, const struct state_layout *layout)
{
    return hash_with(state_schema_hash, block, layout);
}

uint64_t state_block_hash_numbers(const struct state_block *block,
                                  const struct state_layout *layout)
{
    return hash_with(state_schema_hash_numbers, block, layout);
}
