/* Member lists of a client state's structs, and the hash over them.
 *
 * The hash is equal on all machines: it takes each number as its little-endian bytes, whatever
 * the machine's byte order. The structs have no pointers and no padding. */
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
    uint32_t size; /* size of the struct, bytes */
    uint32_t num_members;
    const struct state_member *members; /* what is in front of the first does not count */
};

/* One entry per run of members of equal width; for an array name its first element. */
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
