#include "formats/base/hash64.h"

#define PRIME                                                                                      \
    UINT64_C(0x100000001b3) /* of FNV-1a, whose step this is, with eight bytes at a time */

enum { ROTATION = 29 /* so that high bits of a word reach low bits of the hash */ };

static uint64_t add_word(uint64_t hash, uint64_t word)
{
    hash ^= word;
    return (hash << ROTATION | hash >> (64 - ROTATION)) * PRIME;
}

uint64_t hash64_add(uint64_t hash, const void *bytes, size_t size)
{
    const uint8_t *data = bytes;
    size_t at = 0;
    for (; size - at >= 8; at += 8) {
        uint64_t word = 0;
        for (int i = 0; i < 8; i++) { /* compilers make one load of it */
            word |= (uint64_t)data[at + (size_t)i] << (8 * i);
        }
        hash = add_word(hash, word);
    }
    for (; at < size; at++) {
        hash = add_word(hash, data[at]);
    }
    return hash;
}
