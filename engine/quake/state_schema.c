#include "engine/quake/state_schema.h"

#include <string.h>

#include "formats/base/bytes.h"

static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9fb21c651e98df25u;
    return hash ^ hash >> 29;
}

/* Words of eight bytes; the last one is those that are left, at most seven, behind their number. */
static uint64_t hash_bytes(uint64_t hash, const uint8_t *bytes, size_t size)
{
    uint8_t last[8] = {0};
    for (; size >= sizeof last; bytes += sizeof last, size -= sizeof last) {
        hash = hash_word(hash, bytes_u64(bytes));
    }
    last[0] = (uint8_t)size;
    memcpy(last + 1, bytes, size);
    return hash_word(hash, bytes_u64(last));
}

/* The words as numbers fill them. */
struct stream {
    uint64_t hash;
    uint64_t word;
    uint32_t bits; /* filled bits of the word */
};

static uint64_t number_at(const uint8_t *at, uint32_t width)
{
    uint16_t v16;
    uint32_t v32;
    uint64_t v64;
    switch (width) {
    case 1:
        return *at;
    case 2:
        memcpy(&v16, at, sizeof v16);
        return v16;
    case 4:
        memcpy(&v32, at, sizeof v32);
        return v32;
    default:
        memcpy(&v64, at, sizeof v64);
        return v64;
    }
}

static void add_number(struct stream *s, uint64_t number, uint32_t width)
{
    const uint32_t free = 64 - s->bits;
    s->word |= number << s->bits;
    s->bits += 8 * width;
    if (s->bits >= 64) {
        s->hash = hash_word(s->hash, s->word);
        s->bits -= 64;
        s->word = s->bits > 0 ? number >> free : 0;
    }
}

static void add_struct(struct stream *s, const struct state_schema *schema, const uint8_t *bytes)
{
    for (uint32_t i = 0; i < schema->num_members; i++) {
        const struct state_member *m = &schema->members[i];
        const uint32_t end = i + 1 < schema->num_members ? m[1].offset : schema->size;
        for (uint32_t at = m->offset; at < end; at += m->width) {
            if (m->schema) {
                add_struct(s, m->schema, bytes + at); /* as deep as structs are nested */
            } else {
                add_number(s, number_at(bytes + at, m->width), m->width);
            }
        }
    }
}

uint64_t state_schema_hash_numbers(uint64_t hash, const struct state_schema *schema,
                                   const void *structs, size_t count)
{
    struct stream s = {.hash = hash};
    for (size_t i = 0; i < count; i++) {
        add_struct(&s, schema, (const uint8_t *)structs + i * schema->size);
    }
    return hash_word(s.hash, s.bits / 8 | s.word << 8);
}

uint64_t state_schema_hash(uint64_t hash, const struct state_schema *schema, const void *structs,
                           size_t count)
{
    const uint32_t skipped = schema->members[0].offset;
    if (!bytes_host_is_little() || (skipped > 0 && count != 1)) {
        return state_schema_hash_numbers(hash, schema, structs, count);
    }
    return hash_bytes(hash, (const uint8_t *)structs + skipped, count * schema->size - skipped);
}
