#include "tools/mkbuiltin/quake3/squeeze.h"

#include <stdlib.h>
#include <string.h>

enum {
    LITERALS = 286,
    DISTANCES = 30,
    ORDERS = 19, /* symbols that tell the lengths of codes */
    END = 256,
    SHORTEST = 3,
    LONGEST = 258,
    WINDOW = 32768,
    HASHES = 1 << 15,
    TRIES = 96,     /* earlier places looked at */
    BLOCK = 1 << 15 /* symbols of a block */
};

/* RFC 1951 section 3.2.5. */
static const uint16_t length_first[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                          15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                          67, 83, 99, 115, 131, 163, 195, 227, 258};
static const uint8_t length_bits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                        2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
static const uint16_t distance_first[30] = {
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
static const uint8_t distance_bits[30] = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                          6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};

/* A byte (distance 0), or a piece that was there before. */
struct symbol {
    uint16_t value, distance; /* the byte, or the piece's length */
};

struct bits {
    struct buf *out;
    uint32_t held;
    int count;
};

struct code {
    int count;
    uint8_t lengths[LITERALS];
    uint16_t codes[LITERALS];
};

static void put(struct bits *b, uint32_t value, int count)
{
    b->held |= value << b->count;
    b->count += count;
    while (b->count >= 8) {
        buf_u8(b->out, (int)(b->held & 255));
        b->held >>= 8;
        b->count -= 8;
    }
}

static void put_code(struct bits *b, const struct code *c, int symbol)
{
    put(b, c->codes[symbol], c->lengths[symbol]);
}

/* Depths of a Huffman tree over the counts; the deepest one. */
static int tree_depths(const uint32_t *counts, int n, uint8_t *depths)
{
    uint32_t weight[2 * LITERALS];
    int parent[2 * LITERALS];
    int used[2 * LITERALS];
    int nodes = n;
    int left = 0;
    for (int i = 0; i < n; i++) {
        weight[i] = counts[i];
        used[i] = counts[i] == 0;
        left += counts[i] != 0;
        parent[i] = -1;
    }
    while (left > 1) {
        int pair[2];
        for (int k = 0; k < 2; k++) {
            pair[k] = -1;
            for (int i = 0; i < nodes; i++) {
                if (!used[i] && (pair[k] < 0 || weight[i] < weight[pair[k]])) {
                    pair[k] = i;
                }
            }
            used[pair[k]] = 1;
            parent[pair[k]] = nodes;
        }
        weight[nodes] = weight[pair[0]] + weight[pair[1]];
        used[nodes] = 0;
        parent[nodes] = -1;
        nodes++;
        left--;
    }
    int most = 0;
    for (int i = 0; i < n; i++) {
        int depth = 0;
        for (int k = i; parent[k] >= 0; k = parent[k]) {
            depth++;
        }
        depths[i] = (uint8_t)(counts[i] ? depth ? depth : 1 : 0);
        most = depths[i] > most ? depths[i] : most;
    }
    return most;
}

/* Codes no longer than `limit`, which begin with their highest bit. */
static void make_code(struct code *c, uint32_t *counts, int n, int limit)
{
    c->count = n;
    while (tree_depths(counts, n, c->lengths) > limit) {
        for (int i = 0; i < n; i++) {
            counts[i] = counts[i] ? counts[i] / 2 + 1 : 0;
        }
    }
    uint32_t next = 0;
    for (int length = 1; length <= limit; length++) {
        for (int i = 0; i < n; i++) {
            if (c->lengths[i] == length) {
                uint32_t turned = 0;
                for (int k = 0; k < length; k++) {
                    turned = turned << 1 | (next >> k & 1);
                }
                c->codes[i] = (uint16_t)turned;
                next++;
            }
        }
        next <<= 1;
    }
}

static int slot_of(const uint16_t *first, int n, int value)
{
    int i = n - 1;
    while (first[i] > value) {
        i--;
    }
    return i;
}

/* The lengths of both codes, in the short form of RFC 1951 section 3.2.7. */
static void put_lengths(struct bits *b, const struct code *literal, const struct code *distance)
{
    static const uint8_t order[ORDERS] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                          11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t all[LITERALS + DISTANCES];
    memcpy(all, literal->lengths, LITERALS);
    memcpy(all + LITERALS, distance->lengths, DISTANCES);
    struct {
        uint8_t symbol, more;
    } told[LITERALS + DISTANCES];
    int count = 0;
    uint32_t counts[ORDERS] = {0};
    for (int i = 0; i < LITERALS + DISTANCES;) {
        int run = 1;
        while (i + run < LITERALS + DISTANCES && all[i + run] == all[i]) {
            run++;
        }
        int symbol = all[i];
        int take = 1;
        int more = 0;
        if (all[i] == 0 && run >= 3) {
            take = run > 138 ? 138 : run;
            symbol = take >= 11 ? 18 : 17;
            more = take - (take >= 11 ? 11 : 3);
        } else if (i > 0 && all[i] == all[i - 1] && run >= 3) {
            take = run > 6 ? 6 : run;
            symbol = 16;
            more = take - 3;
        }
        told[count].symbol = (uint8_t)symbol;
        told[count++].more = (uint8_t)more;
        counts[symbol]++;
        i += take;
    }
    struct code lengths;
    make_code(&lengths, counts, ORDERS, 7);
    put(b, LITERALS - 257, 5);
    put(b, DISTANCES - 1, 5);
    put(b, ORDERS - 4, 4);
    for (int i = 0; i < ORDERS; i++) {
        put(b, lengths.lengths[order[i]], 3);
    }
    for (int i = 0; i < count; i++) {
        put_code(b, &lengths, told[i].symbol);
        if (told[i].symbol >= 16) {
            put(b, told[i].more, told[i].symbol == 16 ? 2 : told[i].symbol == 17 ? 3 : 7);
        }
    }
}

static void put_block(struct bits *b, const struct symbol *symbols, int count, int is_last)
{
    uint32_t literals[LITERALS] = {0};
    uint32_t distances[DISTANCES] = {0};
    for (int i = 0; i < count; i++) {
        const struct symbol *s = &symbols[i];
        literals[s->distance ? 257 + slot_of(length_first, 29, s->value) : s->value]++;
        if (s->distance) {
            distances[slot_of(distance_first, DISTANCES, s->distance)]++;
        }
    }
    literals[END]++;
    distances[0]++; /* a code needs a symbol */
    struct code literal;
    struct code distance;
    make_code(&literal, literals, LITERALS, 15);
    make_code(&distance, distances, DISTANCES, 15);
    put(b, (uint32_t)is_last, 1);
    put(b, 2, 2);
    put_lengths(b, &literal, &distance);
    for (int i = 0; i < count; i++) {
        const struct symbol *s = &symbols[i];
        if (!s->distance) {
            put_code(b, &literal, s->value);
            continue;
        }
        int l = slot_of(length_first, 29, s->value);
        int d = slot_of(distance_first, DISTANCES, s->distance);
        put_code(b, &literal, 257 + l);
        put(b, (uint32_t)(s->value - length_first[l]), length_bits[l]);
        put_code(b, &distance, d);
        put(b, (uint32_t)(s->distance - distance_first[d]), distance_bits[d]);
    }
    put_code(b, &literal, END);
}

/* Places by the hash of their first bytes, each with the one before it. */
struct places {
    int last[HASHES];
    int *before;
};

static uint32_t hash_at(const uint8_t *p)
{
    return ((uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2]) * 0x9e3779b1u >> 17;
}

static void remember(struct places *places, const uint8_t *data, size_t size, size_t at)
{
    if (at + SHORTEST <= size) {
        uint32_t h = hash_at(data + at);
        places->before[at] = places->last[h];
        places->last[h] = (int)at;
    }
}

static int longest_match(const struct places *places, const uint8_t *data, size_t size, size_t at,
                         int *distance)
{
    int best = 0;
    if (at + SHORTEST > size) {
        return 0;
    }
    int most = size - at < LONGEST ? (int)(size - at) : LONGEST;
    int tries = TRIES;
    for (int p = places->last[hash_at(data + at)]; p >= 0 && (int)at - p < WINDOW && tries > 0;
         tries--) {
        int n = 0;
        while (n < most && data[(size_t)p + (size_t)n] == data[at + (size_t)n]) {
            n++;
        }
        if (n > best) {
            best = n;
            *distance = (int)at - p;
        }
        p = places->before[p];
    }
    return best >= SHORTEST ? best : 0;
}

void squeeze(struct buf *out, const uint8_t *data, size_t size)
{
    struct places *places = mkb_alloc(1, sizeof *places);
    struct symbol *symbols = mkb_alloc(BLOCK, sizeof *symbols);
    struct bits bits = {out, 0, 0};
    int count = 0;
    places->before = mkb_alloc(size + 1, sizeof(int));
    memset(places->last, 255, sizeof places->last);
    for (size_t at = 0; at < size;) {
        int distance = 0;
        int length = longest_match(places, data, size, at, &distance);
        remember(places, data, size, at);
        if (length && at + 1 < size) { /* a longer one may begin behind the next byte */
            int other;
            length = longest_match(places, data, size, at + 1, &other) > length ? 0 : length;
        }
        symbols[count].value = (uint16_t)(length ? length : data[at]);
        symbols[count++].distance = (uint16_t)(length ? distance : 0);
        for (int i = 1; i < length; i++) {
            remember(places, data, size, at + (size_t)i);
        }
        at += length ? (size_t)length : 1;
        if (count == BLOCK) {
            put_block(&bits, symbols, count, 0);
            count = 0;
        }
    }
    put_block(&bits, symbols, count, 1);
    put(&bits, 0, 7);
    free(places->before);
    free(places);
    free(symbols);
}
