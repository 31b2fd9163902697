#include "formats/pictures/deflate.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/checksum.h"

enum {
    HASHES = 1 << 14,
    CHAIN = 16, /* places remembered for a hash; the older half goes when it is full */
    WINDOW = 32768,
    SHORTEST = 3,
    LONGEST = 258,
    STORED_MOST = 32767, /* bytes of a stored block */
    END_OF_BLOCK = 256,
    LENGTHS = 29,
    DISTANCES = 30
};

/* RFC 1951 section 3.2.5: the first of each code, and how many bits follow it. */
static const uint16_t length_first[LENGTHS + 1] = {3,  4,  5,  6,   7,   8,   9,   10,  11,  13,
                                                   15, 17, 19, 23,  27,  31,  35,  43,  51,  59,
                                                   67, 83, 99, 115, 131, 163, 195, 227, 258, 259};
static const uint8_t length_bits[LENGTHS] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                             2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_first[DISTANCES + 1] = {
    1,   2,   3,   4,   5,    7,    9,    13,   17,   25,   33,   49,    65,    97,    129,  193,
    257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577, 32768};
static const uint8_t distance_bits[DISTANCES] = {0, 0, 0,  0,  1,  1,  2,  2,  3,  3,
                                                 4, 4, 5,  5,  6,  6,  7,  7,  8,  8,
                                                 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

struct packer {
    const uint8_t *data;
    size_t size;
    struct byte_writer *out;
    uint32_t bits; /* waiting, the first one lowest */
    unsigned num_bits;
    uint8_t used[HASHES];
    uint32_t chains[HASHES][CHAIN]; /* places, the oldest first */
};

/* ---- Bits ---- */

static void put_bits(struct packer *p, uint32_t bits, unsigned count)
{
    p->bits |= bits << p->num_bits;
    p->num_bits += count;
    while (p->num_bits >= 8) {
        byte_writer_u8(p->out, p->bits & 255);
        p->bits >>= 8;
        p->num_bits -= 8;
    }
}

/* Codes begin with their highest bit. */
static void put_code(struct packer *p, uint32_t code, unsigned count)
{
    uint32_t turned = 0;
    for (unsigned i = 0; i < count; i++) {
        turned = turned << 1 | (code >> i & 1);
    }
    put_bits(p, turned, count);
}

/* The fixed codes: of bytes, the end of the block, and lengths. */
static void put_symbol(struct packer *p, uint32_t symbol)
{
    if (symbol <= 143) {
        put_code(p, 0x30 + symbol, 8);
    } else if (symbol <= 255) {
        put_code(p, 0x190 + symbol - 144, 9);
    } else if (symbol <= 279) {
        put_code(p, symbol - 256, 7);
    } else {
        put_code(p, 0xc0 + symbol - 280, 8);
    }
}

static void put_match(struct packer *p, uint32_t length, uint32_t distance)
{
    uint32_t i = 0;
    while (length >= length_first[i + 1]) {
        i++;
    }
    put_symbol(p, END_OF_BLOCK + 1 + i);
    put_bits(p, length - length_first[i], length_bits[i]);
    i = 0;
    while (distance >= distance_first[i + 1]) {
        i++;
    }
    put_code(p, i, 5);
    put_bits(p, distance - distance_first[i], distance_bits[i]);
}

/* ---- Matches ---- */

static uint32_t hash_at(const struct packer *p, size_t at)
{
    const uint8_t *d = p->data + at;
    uint32_t hash = d[0] + ((uint32_t)d[1] << 8) + ((uint32_t)d[2] << 16);
    hash ^= hash << 3;
    hash += hash >> 5;
    hash ^= hash << 4;
    hash += hash >> 17;
    hash ^= hash << 25;
    hash += hash >> 6;
    return hash & (HASHES - 1);
}

static uint32_t count_same(const struct packer *p, size_t before, size_t at)
{
    const size_t most = p->size - at < LONGEST ? p->size - at : LONGEST;
    uint32_t same = 0;
    while (same < most && p->data[before + same] == p->data[at + same]) {
        same++;
    }
    return same;
}

/* The longest of the places remembered that repeats at `at`, the nearest of equals; 0 = none. */
static uint32_t find_match(const struct packer *p, uint32_t hash, size_t at, uint32_t *distance)
{
    uint32_t best = 0;
    for (uint32_t i = 0; i < p->used[hash]; i++) {
        const size_t before = p->chains[hash][i];
        if (at - before < WINDOW) {
            const uint32_t same = count_same(p, before, at);
            if (same >= SHORTEST && same >= best) {
                best = same;
                *distance = (uint32_t)(at - before);
            }
        }
    }
    return best;
}

/* Whether at the next byte there begins a longer repetition. */
static bool next_is_better(const struct packer *p, size_t at, uint32_t length)
{
    const uint32_t hash = hash_at(p, at + 1);
    for (uint32_t i = 0; i < p->used[hash]; i++) {
        const size_t before = p->chains[hash][i];
        if (at + 1 - before < WINDOW && count_same(p, before, at + 1) > length) {
            return true;
        }
    }
    return false;
}

static void remember(struct packer *p, uint32_t hash, size_t at)
{
    uint32_t *chain = p->chains[hash];
    if (p->used[hash] == CHAIN) {
        memmove(chain, chain + CHAIN / 2, sizeof(*chain) * (CHAIN / 2));
        p->used[hash] = CHAIN / 2;
    }
    chain[p->used[hash]++] = (uint32_t)at;
}

static void put_block(struct packer *p)
{
    size_t at = 0;
    put_bits(p, 1, 1); /* the last block, */
    put_bits(p, 1, 2); /* of fixed codes */
    while (at + SHORTEST < p->size) {
        const uint32_t hash = hash_at(p, at);
        uint32_t distance = 0;
        const uint32_t length = find_match(p, hash, at, &distance);
        remember(p, hash, at);
        if (length > 0 && !next_is_better(p, at, length)) {
            put_match(p, length, distance);
            at += length;
        } else {
            put_symbol(p, p->data[at++]);
        }
    }
    while (at < p->size) {
        put_symbol(p, p->data[at++]);
    }
    put_symbol(p, END_OF_BLOCK);
    put_bits(p, 0, (8 - p->num_bits) % 8);
}

static void put_stored(struct byte_writer *out, const uint8_t *data, size_t size)
{
    for (size_t at = 0; at < size;) {
        const size_t part = size - at < STORED_MOST ? size - at : STORED_MOST;
        byte_writer_u8(out, at + part == size);
        byte_writer_u16(out, (uint32_t)part);
        byte_writer_u16(out, ~(uint32_t)part);
        byte_writer_bytes(out, data + at, part);
        at += part;
    }
}

int deflate_zlib(struct byte_writer *out, const uint8_t *data, size_t size)
{
    if (size > DEFLATE_MOST) {
        return FORMAT_BAD;
    }
    struct packer *p = calloc(1, sizeof(*p));
    if (!p) {
        return FORMAT_MEMORY;
    }
    p->data = data;
    p->size = size;
    p->out = out;
    byte_writer_u8(out, 0x78); /* deflate, a window of 32 KB */
    byte_writer_u8(out, 0x5e);
    const size_t start = out->size;
    put_block(p);
    free(p);
    if (!out->failed && out->size - start > size + (size + STORED_MOST - 1) / STORED_MOST * 5) {
        out->size = start;
        put_stored(out, data, size);
    }
    const uint32_t sum = checksum_adler32(data, size);
    for (int shift = 24; shift >= 0; shift -= 8) {
        byte_writer_u8(out, sum >> shift & 255);
    }
    return out->failed ? FORMAT_MEMORY : FORMAT_OK;
}
