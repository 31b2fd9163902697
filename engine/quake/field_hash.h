/* Hashes of what a client knows, field by field: 64-bit FNV-1a over numbers as little-endian bytes,
 * the same on every machine. */
#ifndef ENGINE_QUAKE_FIELD_HASH_H
#define ENGINE_QUAKE_FIELD_HASH_H

#include <stdint.h>
#include <string.h>

#define FIELD_HASH_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t field_hash_byte(uint64_t hash, uint32_t byte)
{
    return (hash ^ (byte & 0xff)) * UINT64_C(0x100000001b3);
}

static inline uint64_t field_hash_u32(uint64_t hash, uint32_t v)
{
    for (int i = 0; i < 4; i++, v >>= 8) {
        hash = field_hash_byte(hash, v);
    }
    return hash;
}

static inline uint64_t field_hash_numbers(uint64_t hash, const uint32_t *v, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        hash = field_hash_u32(hash, v[i]);
    }
    return hash;
}

static inline uint64_t field_hash_floats(uint64_t hash, const float *v, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &v[i], sizeof bits);
        hash = field_hash_u32(hash, bits);
    }
    return hash;
}

/* With its end. */
static inline uint64_t field_hash_text(uint64_t hash, const char *text)
{
    for (; *text != '\0'; text++) {
        hash = field_hash_byte(hash, (uint8_t)*text);
    }
    return field_hash_byte(hash, 0);
}

#endif
