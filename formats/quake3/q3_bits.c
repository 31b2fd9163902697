#include "formats/quake3/q3_bits.h"

/* Bits that may wait in the writer's buffer: the next call adds 44, four codes of 11, at most. */
enum { MOST_WAITING = 63 - 44 };

uint64_t q3_bits_load_short(const uint8_t *data, size_t size, size_t pos)
{
    uint64_t v = 0;
    for (size_t i = 0; i < 8 && pos + i < size; i++) {
        v |= (uint64_t)data[pos + i] << 8 * i;
    }
    return v;
}

size_t q3_bits_string(struct q3_bits *b, char *text, size_t capacity, bool utf8)
{
    struct q3_bits bits = *b; /* that writing to text cannot change: it stays in registers */
    size_t length = 0;
    while (length + 1 < capacity) {
        const uint32_t c = q3_bits_read(&bits, 8);
        if (c == 0 || q3_bits_overrun(&bits)) {
            break;
        }
        text[length++] = c == '%' || (c > 127 && !utf8) ? '.' : (char)c;
    }
    text[length] = '\0';
    *b = bits;
    return length;
}

bool q3_bits_exact_string(struct q3_bits *b, char *text, size_t capacity)
{
    struct q3_bits bits = *b; /* in registers */
    bool ended = false;
    for (size_t i = 0; i < capacity && !ended; i++) {
        text[i] = (char)q3_bits_read(&bits, 8);
        ended = text[i] == '\0';
    }
    *b = bits;
    return ended && !q3_bits_overrun(b);
}

/* At most 63 bits are there. */
void q3_bits_flush(struct q3_bits_writer *w)
{
    const uint32_t bytes = w->have >> 3;
    if (bytes > 0 && byte_writer_reserve(w->out, sizeof(w->buffer))) {
        uint8_t *to = w->out->data + w->out->size;
        bytes_put_u32(to, (uint32_t)w->buffer);
        bytes_put_u32(to + 4, (uint32_t)(w->buffer >> 32));
        w->out->size += bytes;
    }
    w->buffer >>= 8 * bytes;
    w->have &= 7;
}

static void put_bits(struct q3_bits_writer *w, uint32_t v, uint32_t n)
{
    w->buffer |= ((uint64_t)v & ((UINT64_C(1) << n) - 1)) << w->have;
    w->have += n;
}

void q3_bits_write(struct q3_bits_writer *w, uint32_t v, uint32_t n)
{
    if (w->plain) {
        put_bits(w, v, n);
    } else {
        put_bits(w, v, n & 7);
        v = (uint32_t)((uint64_t)v >> (n & 7));
        for (uint32_t i = n >> 3; i > 0; i--, v >>= 8) {
            const uint16_t code = q3_huffman_codes[v & 0xff];
            put_bits(w, code >> 4, code & 15);
        }
    }
    if (w->have > MOST_WAITING) {
        q3_bits_flush(w);
    }
}

void q3_bits_write_string(struct q3_bits_writer *w, const char *text)
{
    do {
        q3_bits_write(w, (uint8_t)*text, 8);
    } while (*text++ != '\0');
}

void q3_bits_write_align(struct q3_bits_writer *w)
{
    w->have = (w->have + 7) & ~7u;
    q3_bits_flush(w);
}

void q3_bits_end(struct q3_bits_writer *w)
{
    q3_bits_flush(w);
    if (!w->plain) {
        w->have = 8;
    }
    q3_bits_write_align(w);
}
