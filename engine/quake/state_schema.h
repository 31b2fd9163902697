/* How the structs of a client state are made of numbers, and the hash that follows from it.
 *
 * A hash is the same on all machines, so it takes numbers in their order, whatever the order of a
 * number's bytes in memory: each counts as a little-endian machine has it, where all of this is a
 * hash of bytes. The structs have no pointers and no padding. */
#ifndef ENGINE_QUAKE_STATE_SCHEMA_H
#define ENGINE_QUAKE_STATE_SCHEMA_H

#include <stddef.h>
#include <stdint.h>

struct state_schema;

/* From `offset` to the next member that is named, or to the end of the struct: numbers of `width`
 * bytes, 1, 2, 4 or 8, or structs of that schema and width. */
struct state_member {
    uint32_t offset;
    uint32_t width;
    const struct state_schema *schema; /* NULL: numbers */
};

struct state_schema {
    uint32_t size; /* of the struct */
    uint32_t num_members;
    const struct state_member *members; /* what is in front of the first does not count */
};

/* Members are named where a width begins that is not that of the one before; of an array its first
 * element. */
#define STATE_NUMBERS(type, member)                                                                \
    {                                                                                              \
        .offset = offsetof(type, member), .width = sizeof(((type *)0)->member)                     \
    }
#define STATE_STRUCTS(type, member, its_schema)                                                    \
    {                                                                                              \
        .offset = offsetof(type, member), .width = sizeof(((type *)0)->member),                    \
        .schema = (its_schema)                                                                     \
    }
#define STATE_SCHEMA(type, list)                                                                   \
    {                                                                                              \
        .size = sizeof(type), .num_members = sizeof(list) / sizeof((list)[0]), .members = (list)   \
    }

/* Goes on from `hash` with structs one behind the other. */
uint64_t state_schema_hash(uint64_t hash, const struct state_schema *schema, const void *structs,
                           size_t count);
/* The same, number by number: the way of machines with another order of bytes, for tests on the
 * others. */
uint64_t state_schema_hash_numbers(uint64_t hash, const struct state_schema *schema,
                                   const void *structs, size_t count);

#endif
