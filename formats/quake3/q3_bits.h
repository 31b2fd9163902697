/* Bit streams of Quake III's messages: a bounded reader and a writer.
 *
 * Source: DM_68 section 4, and Quake III's msg.c and huffman.c. Bits are numbered from the lowest
 * of each byte. A number of n bits is n & 7 plain bits, lowest first, then n >> 3 Huffman codes for
 * its upper bytes; in protocols before 66 ("plain") it is n plain bits. The reader never reads
 * outside its data: past the end it yields zeros and q3_bits_overrun returns true. A loop whose
 * count was read must check that. */
#ifndef FORMATS_QUAKE3_Q3_BITS_H
#define FORMATS_QUAKE3_Q3_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/quake3/q3_huffman.h"

enum { Q3_BITS_REFILLED = 56 /* bits that are there after a refill, at least */ };

struct q3_bits {
    const uint8_t *data;
    size_t size;
    size_t pos;      /* index of the next byte to load; beyond size after zeros were loaded */
    uint64_t buffer; /* the next bits, the first one lowest */
    uint32_t have;   /* valid bits in the buffer: pos is ahead by them */
    bool plain;
};

static inline struct q3_bits q3_bits_make(const uint8_t *data, size_t size, bool plain)
{
    return (struct q3_bits){.data = data, .size = size, .plain = plain};
}

/* The bytes from pos on, of fewer than eight. */
uint64_t q3_bits_load_short(const uint8_t *data, size_t size, size_t pos);

/* The eight bytes at pos, zero past the end. Messages are short: a loop there would be
 * mispredicted. */
static inline uint64_t q3_bits_load(const struct q3_bits *b)
{
    if (b->pos + 8 <= b->size) {
        return bytes_u64(b->data + b->pos);
    }
    if (b->size < 8) {
        return q3_bits_load_short(b->data, b->size, b->pos);
    }
    const size_t last = b->size - 8, at = b->pos < last ? b->pos : last, beyond = b->pos - at;
    return bytes_u64(b->data + at) >> (8 * beyond & 63) & -(uint64_t)(beyond < 8);
}

/* Makes the next Q3_BITS_REFILLED bits ready for the functions below that require ready bits. Bits
 * above `have` in the buffer already have the right values, so loading them again changes nothing.
 */
static inline void q3_bits_refill(struct q3_bits *b)
{
    b->buffer |= q3_bits_load(b) << b->have;
    b->pos += (63 - b->have) >> 3;
    b->have |= 56;
}

static inline void q3_bits_drop(struct q3_bits *b, uint32_t n)
{
    b->buffer >>= n;
    b->have -= n;
}

/* n plain bits that are ready; n < 64. */
static inline uint32_t q3_bits_ready(struct q3_bits *b, uint32_t n)
{
    const uint32_t v = (uint32_t)(b->buffer & ((UINT64_C(1) << n) - 1));
    q3_bits_drop(b, n);
    return v;
}

/* One Huffman code that is ready. */
static inline uint32_t q3_bits_symbol(struct q3_bits *b)
{
    const uint32_t entry = q3_huffman_symbols[b->buffer & ((1 << Q3_HUFFMAN_BITS) - 1)];
    q3_bits_drop(b, entry & 0xff);
    return entry >> 8;
}

/* A number of 32 bits of a message that is not plain: four codes that are ready. */
static inline uint32_t q3_bits_word(struct q3_bits *b)
{
    const uint64_t mask = (1 << Q3_HUFFMAN_BITS) - 1;
    uint64_t buffer = b->buffer;
    const uint32_t first = q3_huffman_symbols[buffer & mask];
    buffer >>= first & 0xff;
    const uint32_t second = q3_huffman_symbols[buffer & mask];
    buffer >>= second & 0xff;
    const uint32_t third = q3_huffman_symbols[buffer & mask];
    buffer >>= third & 0xff;
    const uint32_t fourth = q3_huffman_symbols[buffer & mask];
    b->buffer = buffer >> (fourth & 0xff);
    b->have -= (first + second + third + fourth) & 0xff; /* the lengths: their sum fits, too */
    return first >> 8 | (second & 0xff00) | (third & 0xff00) << 8 | (fourth & 0xff00) << 16;
}

/* A number of n bits, 1..32, of a message that is not plain. Takes up to n / 8 * 11 + n % 8 ready
 * bits. */
static inline uint32_t q3_bits_number(struct q3_bits *b, uint32_t n)
{
    if (n == 32) {
        return q3_bits_word(b);
    }
    const uint32_t shift = n & 7;
    uint32_t v = q3_bits_ready(b, shift);
    if (n >= 8) {
        v |= q3_bits_symbol(b) << shift;
    }
    if (n >= 16) {
        v |= q3_bits_symbol(b) << (shift + 8);
    }
    if (n >= 24) {
        v |= q3_bits_symbol(b) << (shift + 16);
    }
    return v;
}

/* A number of n bits, 1 to 32. */
static inline uint32_t q3_bits_read(struct q3_bits *b, uint32_t n)
{
    q3_bits_refill(b);
    return b->plain ? q3_bits_ready(b, n) : q3_bits_number(b, n);
}

/* Two's complement of n bits, 2 to 32. */
static inline int32_t q3_bits_signed(uint32_t v, uint32_t n)
{
    const uint32_t sign = UINT32_C(1) << (n - 1);
    return (int32_t)((v ^ sign) - sign);
}

/* Number of bits taken. */
static inline size_t q3_bits_taken(const struct q3_bits *b)
{
    return b->pos * 8 - b->have;
}

static inline bool q3_bits_overrun(const struct q3_bits *b)
{
    return q3_bits_taken(b) > b->size * 8;
}

/* Skips to the next byte boundary, as protocols before 66 do after each command. */
static inline void q3_bits_align(struct q3_bits *b)
{
    q3_bits_drop(b, b->have & 7);
}

/* Reads a string as the original client does: '%' and, unless utf8, bytes above 127 become '.'. A
 * string that does not fit into capacity - 1 bytes is cut; its rest is left in the stream. text is
 * always terminated, also past the end of the data. Returns the length without NUL. */
size_t q3_bits_string(struct q3_bits *b, char *text, size_t capacity, bool utf8);

/* Reads a string byte by byte as it is sent. Returns false if it has more than capacity - 1 bytes,
 * or no end in the data. */
bool q3_bits_exact_string(struct q3_bits *b, char *text, size_t capacity);

/* Appends messages to `out` (borrowed): start each with q3_bits_begin and finish it with
 * q3_bits_end. out->failed is set if out of memory. */
struct q3_bits_writer {
    struct byte_writer *out;
    uint64_t buffer;
    uint32_t have; /* bits in the buffer, below 20 between calls, below 8 behind q3_bits_flush */
    bool plain;
};

static inline struct q3_bits_writer q3_bits_begin(struct byte_writer *out, bool plain)
{
    return (struct q3_bits_writer){.out = out, .plain = plain};
}

/* The low n bits of v, 1 to 32. */
void q3_bits_write(struct q3_bits_writer *w, uint32_t v, uint32_t n);
/* Writes the string and its NUL, which ends it. */
void q3_bits_write_string(struct q3_bits_writer *w, const char *text);
/* Appends the whole bytes that are there. */
void q3_bits_flush(struct q3_bits_writer *w);
/* Fills the last byte with zero bits. */
void q3_bits_write_align(struct q3_bits_writer *w);
/* Pads the last byte with zeros. Like the original, adds a byte without meaning if the message is
 * not plain and ends at a byte boundary. */
void q3_bits_end(struct q3_bits_writer *w);

#endif
