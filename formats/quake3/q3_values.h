/* Values of fields in messages; for the files of this folder alone.
 *
 * Source: Quake III's msg.c. A float that is a small integer takes 13 bits ("snapped"), others 32.
 */
#ifndef FORMATS_QUAKE3_Q3_VALUES_H
#define FORMATS_QUAKE3_Q3_VALUES_H

#include "formats/quake3/q3_bits.h"
#include "formats/quake3/q3_fields.h"

enum {
    Q3_SNAPPED_BITS = 13,      /* bits of a float that is a small integer */
    Q3_SNAPPED_ZERO = 1 << 12, /* is added to it */
    Q3_PLAIN_MASKS = 31,       /* masks with a number; this value = the mask follows explicitly */
    Q3_PLAIN_MASK_BITS = 5
};

/* Field masks of entities that are sent by number before protocol 66: bit n = field n of the wire.
 */
extern const uint64_t q3_plain_masks[Q3_PLAIN_MASKS];

static inline int32_t q3_unsnap_float(uint32_t v)
{
    return q3_float_bits((float)((int32_t)v - Q3_SNAPPED_ZERO));
}

enum {
    /* A field takes at most a bit for "not zero", one for "not snapped" and four codes. */
    Q3_FIELD_BITS = 2 + 4 * Q3_HUFFMAN_BITS,
    Q3_SKIP_AT_ONCE = Q3_BITS_REFILLED - Q3_FIELD_BITS
};

/* One bit tells of each field whether it changed. Finds the next one that did, from field *at on,
 * behind whose bit the others of the field are ready; runs of unchanged ones are skipped at once.
 * False: none of the first `last` did. */
static inline bool q3_next_changed(struct q3_bits *b, uint32_t *at, uint32_t last)
{
    for (uint32_t i = *at; i < last;) {
        q3_bits_refill(b);
        const uint32_t most = last - i < Q3_SKIP_AT_ONCE ? last - i : Q3_SKIP_AT_ONCE - 1;
        const uint32_t unchanged = (uint32_t)__builtin_ctzll(b->buffer | UINT64_C(1) << most);
        i += unchanged;
        if (unchanged < most) {
            q3_bits_drop(b, unchanged + 1);
            *at = i;
            return true;
        }
        q3_bits_drop(b, most);
    }
    return false;
}

/* Before protocol 66: which of an entity's fields changed, bit n = field n of the wire. */
static inline uint64_t q3_read_plain_mask(struct q3_bits *b, const struct q3_protocol *protocol)
{
    const uint32_t index = q3_bits_read(b, Q3_PLAIN_MASK_BITS);
    uint64_t mask = 0;
    if (index < Q3_PLAIN_MASKS) {
        return q3_plain_masks[index];
    }
    for (uint32_t i = 0; i < protocol->entity_count; i++) {
        mask |= (uint64_t)q3_bits_read(b, 1) << i;
    }
    return mask;
}

/* The value of a field; all its bits are ready. */
static inline int32_t q3_read_value(struct q3_bits *b, int bits)
{
    if (bits == 0) {
        return q3_bits_ready(b, 1) ? (int32_t)q3_bits_word(b)
                                   : q3_unsnap_float(q3_bits_number(b, Q3_SNAPPED_BITS));
    }
    if (bits > 0) {
        return (int32_t)q3_bits_number(b, (uint32_t)bits);
    }
    return q3_bits_signed(q3_bits_number(b, (uint32_t)-bits), (uint32_t)-bits);
}

/* Before protocol 66. */
static inline int32_t q3_read_plain_value(struct q3_bits *b, int bits)
{
    if (bits == 0) {
        return q3_bits_read(b, 1) ? (int32_t)q3_bits_read(b, 32)
                                  : q3_unsnap_float(q3_bits_read(b, Q3_SNAPPED_BITS));
    }
    if (bits > 0) {
        return (int32_t)q3_bits_read(b, (uint32_t)bits);
    }
    return q3_bits_signed(q3_bits_read(b, (uint32_t)-bits), (uint32_t)-bits);
}

/* Compared by bits: minus zero is not sent as an integer, so that it round-trips. */
static inline bool q3_is_snapped(int32_t value)
{
    const float f = q3_float(value);
    return f >= -Q3_SNAPPED_ZERO && f < Q3_SNAPPED_ZERO &&
           q3_float_bits((float)(int32_t)f) == value;
}

static inline void q3_write_value(struct q3_bits_writer *w, int32_t value, int bits)
{
    if (bits != 0) {
        q3_bits_write(w, (uint32_t)value, (uint32_t)(bits < 0 ? -bits : bits));
    } else if (q3_is_snapped(value)) {
        q3_bits_write(w, 0, 1);
        q3_bits_write(w, (uint32_t)((int32_t)q3_float(value) + Q3_SNAPPED_ZERO), Q3_SNAPPED_BITS);
    } else {
        q3_bits_write(w, 1, 1);
        q3_bits_write(w, (uint32_t)value, 32);
    }
}

#endif
