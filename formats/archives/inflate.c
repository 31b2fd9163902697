#include "formats/archives/inflate.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    FAST_BITS = 10, /* codes up to so long are found at once */
    MOST_BITS = 15,
    LITERALS = 288,
    DISTANCES = 32,
    LENGTH_CODES = 19,
    END_OF_BLOCK = 256,
    FIRST_ROOM = 1 << 16,
    STEP = 8 /* bytes copied at a time, where there is room to write past the end */
};

/* The stream, lowest bit first. hold has `count` bits that are not taken yet; those above them are
 * the stream's next ones or 0. */
struct bits {
    const uint8_t *at, *end;
    uint64_t hold;
    unsigned count;
};

/* A canonical Huffman code. */
struct huffman {
    uint16_t
        fast[1 << FAST_BITS]; /* symbol << 4 | its bits, by the next bits; 0 = longer or none */
    uint16_t count[MOST_BITS + 1]; /* codes of each length */
    uint16_t symbols[LITERALS];    /* by length, then by value */
};

struct sink {
    uint8_t *data;
    size_t used, room;
    size_t base;              /* distances do not reach below it */
    size_t most;              /* room it may grow to */
    struct byte_writer *grow; /* whose memory data is; NULL = it is what it is */
};

/* At least 56 bits, or all that are left: enough for a length and a distance with all they need. */
static inline void refill(struct bits *b)
{
    if (b->end - b->at >= 8) {
        b->hold |= bytes_u64(b->at) << b->count;
        b->at += (63 - b->count) >> 3;
        b->count |= 56;
        return;
    }
    while (b->count < 56 && b->at < b->end) {
        b->hold |= (uint64_t)*b->at++ << b->count;
        b->count += 8;
    }
}

/* The next n bits, at most 16; -1 when the stream ends before. */
static inline int take(struct bits *b, unsigned n)
{
    if (n > b->count) {
        return -1;
    }
    const int value = (int)(b->hold & ((1u << n) - 1));
    b->hold >>= n;
    b->count -= n;
    return value;
}

static unsigned reversed(unsigned code, unsigned length)
{
    unsigned out = 0;
    for (unsigned i = 0; i < length; i++) {
        out |= (code >> i & 1) << (length - 1 - i);
    }
    return out;
}

/* lengths: of the code of each symbol, 0 = it has none (RFC 1951 section 3.2.2). false: more codes
 * than there are. Fewer are no harm: who meets one that is not there fails. */
static bool make_huffman(struct huffman *h, const uint8_t *lengths, unsigned symbols)
{
    uint16_t place[MOST_BITS + 2] = {0};
    unsigned next[MOST_BITS + 1], code = 0;
    memset(h->count, 0, sizeof(h->count));
    memset(h->fast, 0, sizeof(h->fast));
    for (unsigned i = 0; i < symbols; i++) {
        h->count[lengths[i]]++;
    }
    h->count[0] = 0;
    for (unsigned length = 1; length <= MOST_BITS; length++) {
        next[length] = code;
        code += h->count[length];
        if (code > 1u << length) {
            return false;
        }
        code <<= 1;
        place[length + 1] = (uint16_t)(place[length] + h->count[length]);
    }
    for (unsigned i = 0; i < symbols; i++) {
        const unsigned length = lengths[i];
        if (length == 0) {
            continue;
        }
        h->symbols[place[length]++] = (uint16_t)i;
        const unsigned first = reversed(next[length]++, length);
        for (unsigned at = first; length <= FAST_BITS && at < 1u << FAST_BITS; at += 1u << length) {
            h->fast[at] = (uint16_t)(i << 4 | length);
        }
    }
    return true;
}

/* A symbol by its code of more than FAST_BITS bits, or none. */
static int decode_slowly(struct bits *b, const struct huffman *h)
{
    unsigned code = 0, first = 0, place = 0;
    for (unsigned length = 1; length <= MOST_BITS; length++) {
        if (length > b->count) {
            return FORMAT_TRUNCATED;
        }
        code = code << 1 | (b->hold >> (length - 1) & 1);
        first <<= 1;
        if (code - first < h->count[length]) {
            b->hold >>= length;
            b->count -= length;
            return h->symbols[place + code - first];
        }
        first += h->count[length];
        place += h->count[length];
    }
    return FORMAT_BAD;
}

static inline int decode(struct bits *b, const struct huffman *h)
{
    const unsigned entry = h->fast[b->hold & ((1u << FAST_BITS) - 1)];
    const unsigned length = entry & 15;
    if (entry == 0 || length > b->count) {
        return decode_slowly(b, h);
    }
    b->hold >>= length;
    b->count -= length;
    return (int)(entry >> 4);
}

/* Room for so many bytes more. */
static int make_room(struct sink *s, size_t bytes)
{
    if (bytes <= s->room - s->used) {
        return 0;
    }
    if (!s->grow || bytes > s->most - s->used) {
        return INFLATE_TOO_LONG;
    }
    size_t room = s->room < FIRST_ROOM ? FIRST_ROOM : s->room;
    while (room < s->used + bytes) {
        room *= 2;
    }
    room = room < s->most ? room : s->most;
    uint8_t *data = realloc(s->data, room);
    if (!data) {
        return FORMAT_MEMORY;
    }
    s->data = s->grow->data = data;
    s->room = s->grow->capacity = room;
    return 0;
}

/* The bytes `distance` before the end once more; the two may overlap. */
static int repeat(struct sink *s, size_t distance, size_t length)
{
    if (distance > s->used - s->base) {
        return FORMAT_BAD;
    }
    const int code = make_room(s, length);
    if (code != 0) {
        return code;
    }
    uint8_t *to = s->data + s->used;
    const uint8_t *from = to - distance;
    const uint8_t *const end = to + length;
    if (distance >= STEP && s->room - s->used >= length + STEP) {
        for (; to < end; to += STEP, from += STEP) {
            memcpy(to, from, STEP);
        }
    } else {
        while (to < end) {
            *to++ = *from++;
        }
    }
    s->used += length;
    return 0;
}

/* The length or distance of a symbol (RFC 1951 section 3.2.5): its least value and its bits. */
struct range {
    uint16_t least;
    uint8_t bits;
};

static const struct range lengths_of[] = {
    {3, 0},  {4, 0},  {5, 0},  {6, 0},   {7, 0},   {8, 0},   {9, 0},   {10, 0},  {11, 1}, {13, 1},
    {15, 1}, {17, 1}, {19, 2}, {23, 2},  {27, 2},  {31, 2},  {35, 3},  {43, 3},  {51, 3}, {59, 3},
    {67, 4}, {83, 4}, {99, 4}, {115, 4}, {131, 5}, {163, 5}, {195, 5}, {227, 5}, {258, 0}};
static const struct range distances_of[] = {
    {1, 0},     {2, 0},     {3, 0},     {4, 0},      {5, 1},      {7, 1},
    {9, 2},     {13, 2},    {17, 3},    {25, 3},     {33, 4},     {49, 4},
    {65, 5},    {97, 5},    {129, 6},   {193, 6},    {257, 7},    {385, 7},
    {513, 8},   {769, 8},   {1025, 9},  {1537, 9},   {2049, 10},  {3073, 10},
    {4097, 11}, {6145, 11}, {8193, 12}, {12289, 12}, {16385, 13}, {24577, 13}};
enum {
    LENGTH_RANGES = sizeof(lengths_of) / sizeof(lengths_of[0]),
    DISTANCE_RANGES = sizeof(distances_of) / sizeof(distances_of[0])
};

/* The value a symbol of these ranges stands for. */
static inline int take_range(struct bits *b, const struct range *ranges, int count, int symbol)
{
    if (symbol < 0 || symbol >= count) {
        return symbol < 0 ? symbol : FORMAT_BAD;
    }
    const int more = take(b, ranges[symbol].bits);
    return more < 0 ? FORMAT_TRUNCATED : ranges[symbol].least + more;
}

static int unpack_codes(struct bits *b, struct sink *s, const struct huffman *literals,
                        const struct huffman *distances)
{
    for (;;) {
        refill(b);
        const int symbol = decode(b, literals);
        if (symbol < 0 || symbol == END_OF_BLOCK) {
            return symbol < 0 ? symbol : 0;
        }
        int code = 0;
        if (symbol < END_OF_BLOCK) {
            if (s->used == s->room && (code = make_room(s, 1)) != 0) {
                return code;
            }
            s->data[s->used++] = (uint8_t)symbol;
            continue;
        }
        const int length = take_range(b, lengths_of, LENGTH_RANGES, symbol - END_OF_BLOCK - 1);
        if (length < 0) {
            return length;
        }
        const int distance = take_range(b, distances_of, DISTANCE_RANGES, decode(b, distances));
        if (distance < 0) {
            return distance;
        }
        code = repeat(s, (size_t)distance, (size_t)length);
        if (code != 0) {
            return code;
        }
    }
}

/* RFC 1951 section 3.2.4. What the stream lacks at its end is lacking in what comes out, too. */
static int unpack_stored(struct bits *b, struct sink *s)
{
    (void)take(b, b->count & 7);
    refill(b);
    const int low = take(b, 16), high = take(b, 16);
    if (low < 0 || high < 0) {
        return FORMAT_TRUNCATED;
    }
    if ((low ^ high) != 0xffff) {
        return FORMAT_BAD;
    }
    b->at -= b->count >> 3; /* whole bytes go back */
    b->hold = 0;
    b->count = 0;
    const size_t wanted = (size_t)low, left = (size_t)(b->end - b->at);
    const size_t size = wanted < left ? wanted : left;
    const int code = make_room(s, size);
    if (code == 0 && size > 0) {
        memcpy(s->data + s->used, b->at, size);
        s->used += size;
        b->at += size;
    }
    return code != 0 ? code : size < wanted ? FORMAT_TRUNCATED : 0;
}

static int unpack_fixed(struct bits *b, struct sink *s)
{
    uint8_t lengths[LITERALS];
    struct huffman literals, distances;
    for (int i = 0; i < LITERALS; i++) {
        lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    }
    (void)make_huffman(&literals, lengths, LITERALS);
    memset(lengths, 5, DISTANCES);
    (void)make_huffman(&distances, lengths, DISTANCES);
    return unpack_codes(b, s, &literals, &distances);
}

/* The lengths of the codes of both alphabets, run-length encoded (RFC 1951 section 3.2.7). */
static int read_lengths(struct bits *b, const struct huffman *h, uint8_t *lengths, int wanted)
{
    for (int done = 0; done < wanted;) {
        refill(b);
        const int symbol = decode(b, h);
        if (symbol < 0) {
            return symbol;
        }
        if (symbol < 16) {
            lengths[done++] = (uint8_t)symbol;
            continue;
        }
        if (symbol == 16 && done == 0) {
            return FORMAT_BAD; /* nothing is there to be repeated */
        }
        const uint8_t value = symbol == 16 ? lengths[done - 1] : 0;
        const int more = take(b, symbol == 16 ? 2 : symbol == 17 ? 3 : 7);
        const int times = more + (symbol == 18 ? 11 : 3);
        if (more < 0 || times > wanted - done) {
            return more < 0 ? FORMAT_TRUNCATED : FORMAT_BAD;
        }
        memset(lengths + done, value, (size_t)times);
        done += times;
    }
    return 0;
}

static int unpack_dynamic(struct bits *b, struct sink *s)
{
    static const uint8_t order[LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                11, 4,  12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERALS + DISTANCES] = {0};
    struct huffman literals, distances;
    refill(b);
    if (b->count < 14) {
        return FORMAT_TRUNCATED;
    }
    const int num_literals = take(b, 5) + 257, num_distances = take(b, 5) + 1;
    const int num_lengths = take(b, 4) + 4;
    if (num_literals > LITERALS - 2 || num_distances > DISTANCE_RANGES) {
        return FORMAT_BAD;
    }
    for (int i = 0; i < num_lengths; i++) {
        refill(b);
        const int length = take(b, 3);
        if (length < 0) {
            return FORMAT_TRUNCATED;
        }
        lengths[order[i]] = (uint8_t)length;
    }
    if (!make_huffman(&literals, lengths, LENGTH_CODES)) {
        return FORMAT_BAD;
    }
    memset(lengths, 0, sizeof(lengths));
    const int code = read_lengths(b, &literals, lengths, num_literals + num_distances);
    if (code < 0) {
        return code;
    }
    if (lengths[END_OF_BLOCK] == 0 || !make_huffman(&literals, lengths, (unsigned)num_literals) ||
        !make_huffman(&distances, lengths + num_literals, (unsigned)num_distances)) {
        return FORMAT_BAD;
    }
    return unpack_codes(b, s, &literals, &distances);
}

static int unpack(struct bits *b, struct sink *s)
{
    for (;;) {
        refill(b);
        const int last = take(b, 1), kind = take(b, 2);
        const int code = kind < 0    ? FORMAT_TRUNCATED
                         : kind == 0 ? unpack_stored(b, s)
                         : kind == 1 ? unpack_fixed(b, s)
                         : kind == 2 ? unpack_dynamic(b, s)
                                     : FORMAT_BAD;
        if (code != 0 || last) {
            return code;
        }
    }
}

int inflate_bytes(const uint8_t *packed, size_t packed_size, uint8_t *out, size_t size)
{
    struct bits bits = {.at = packed, .end = packed + packed_size};
    struct sink sink = {.data = out, .room = size, .most = size};
    const int code = unpack(&bits, &sink);
    return code < 0 ? code : code == 0 && sink.used == size ? 0 : FORMAT_BAD;
}

int inflate_append(struct byte_writer *out, const uint8_t *packed, size_t packed_size, size_t most,
                   size_t *used)
{
    struct bits bits = {.at = packed, .end = packed + packed_size};
    struct sink sink = {.data = out->data,
                        .used = out->size,
                        .room = out->capacity < most ? out->capacity : most,
                        .base = out->size,
                        .most = most,
                        .grow = out};
    *used = 0;
    if (out->size > most) {
        return INFLATE_TOO_LONG;
    }
    const int code = unpack(&bits, &sink);
    out->size = sink.used;
    *used = (size_t)(bits.at - packed) - (bits.count >> 3);
    return code;
}
