/* Reads consecutive fields of fixed size without a bounds check each.
 *
 * The message decoders check once per message instead: if fewer bytes are left than their longest
 * message of fixed layout takes, they read from a padded copy and compare the length afterwards. */
#ifndef FORMATS_BASE_FIELDS_H
#define FORMATS_BASE_FIELDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "formats/base/bytes.h"

typedef const uint8_t *fields;

static inline uint8_t take_u8(fields *p)
{
    return *(*p)++;
}

static inline int8_t take_i8(fields *p)
{
    return (int8_t)take_u8(p);
}

static inline uint16_t take_u16(fields *p)
{
    uint16_t v = bytes_u16(*p);
    *p += 2;
    return v;
}

static inline int16_t take_i16(fields *p)
{
    return (int16_t)take_u16(p);
}

static inline uint32_t take_u32(fields *p)
{
    uint32_t v = bytes_u32(*p);
    *p += 4;
    return v;
}

static inline float take_f32(fields *p)
{
    union {
        uint32_t u;
        float f;
    } bits = {take_u32(p)};
    return bits.f;
}

/* Copies the last `left` bytes of data to padded (2 * slack bytes), followed by `slack` zeros.
 * Copies a constant number of bytes where data has them: that compiles to a few instructions, a
 * variable length to a call. left < slack. */
static inline fields fields_pad_tail(uint8_t *padded, size_t slack, const uint8_t *data,
                                     size_t size, size_t left)
{
    uint8_t *end;
    if (size >= slack) {
        memcpy(padded, data + size - slack, slack);
        end = padded + slack;
    } else {
        memcpy(padded, data, size);
        end = padded + size;
    }
    memset(end, 0, slack);
    return end - left;
}

/* For encoders: v rounded to the nearest integer in low..high; 0 for NaN. */
static inline int32_t fields_nearest(double v, double low, double high)
{
    if (!(v == v)) {
        return 0;
    }
    if (v <= low) {
        return (int32_t)low;
    }
    if (v >= high) {
        return (int32_t)high;
    }
    return (int32_t)(v < 0 ? v - 0.5 : v + 0.5);
}

#endif
