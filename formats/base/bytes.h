/* Little-endian bytes: a bounded reader with a sticky overrun flag, and a growing writer.
 *
 * All formats of the Quake family are little-endian. A reader never reads outside its data: past
 * the end it yields zeros and sets `overrun`, which the caller checks once per structure. */
#ifndef FORMATS_BASE_BYTES_H
#define FORMATS_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

struct byte_reader {
    const uint8_t *data;
    size_t size;
    size_t pos;
    bool overrun;
};

static inline struct byte_reader byte_reader_make(const uint8_t *data, size_t size)
{
    return (struct byte_reader){data, size, 0, false};
}

static inline size_t byte_reader_left(const struct byte_reader *r)
{
    return r->size - r->pos;
}

/* The next n bytes, or NULL (and overrun) when fewer are left. */
static inline const uint8_t *byte_reader_take(struct byte_reader *r, size_t n)
{
    if (n > r->size - r->pos) {
        r->pos = r->size;
        r->overrun = true;
        return NULL;
    }
    const uint8_t *p = r->data + r->pos;
    r->pos += n;
    return p;
}

static inline uint16_t bytes_u16(const uint8_t *p)
{
    return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t bytes_u32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t bytes_u64(const uint8_t *p)
{
    return (uint64_t)bytes_u32(p) | (uint64_t)bytes_u32(p + 4) << 32;
}

static inline void bytes_put_u32(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
}

/* True if this machine stores numbers little-endian. */
static inline bool bytes_host_is_little(void)
{
    const union {
        uint16_t number;
        uint8_t bytes[2];
    } one = {1};
    return one.bytes[0] == 1;
}

static inline uint8_t byte_reader_u8(struct byte_reader *r)
{
    const uint8_t *p = byte_reader_take(r, 1);
    return p ? p[0] : 0;
}

static inline uint16_t byte_reader_u16(struct byte_reader *r)
{
    const uint8_t *p = byte_reader_take(r, 2);
    return p ? bytes_u16(p) : 0;
}

static inline int16_t byte_reader_i16(struct byte_reader *r)
{
    return (int16_t)byte_reader_u16(r);
}

static inline uint32_t byte_reader_u32(struct byte_reader *r)
{
    const uint8_t *p = byte_reader_take(r, 4);
    return p ? bytes_u32(p) : 0;
}

static inline int32_t byte_reader_i32(struct byte_reader *r)
{
    return (int32_t)byte_reader_u32(r);
}

static inline float byte_reader_f32(struct byte_reader *r)
{
    union {
        uint32_t u;
        float f;
    } bits = {byte_reader_u32(r)};
    return bits.f;
}

/* A NUL-terminated string inside the data (not copied, lives as long as the data); "" and overrun
 * when no NUL is left. */
const char *byte_reader_string(struct byte_reader *r);

/* Owned, growing output. `failed` is sticky: set when memory ran out, and then nothing is added. */
struct byte_writer {
    uint8_t *data;
    size_t size;
    size_t capacity;
    bool failed;
};

void byte_writer_free(struct byte_writer *w);
/* Makes room for `size` more bytes, which the caller may write at data + size of the writer and
 * then count. False: out of memory. */
bool byte_writer_reserve(struct byte_writer *w, size_t size);
void byte_writer_bytes(struct byte_writer *w, const void *data, size_t size);
void byte_writer_u8(struct byte_writer *w, uint32_t v);
void byte_writer_u16(struct byte_writer *w, uint32_t v);
void byte_writer_u32(struct byte_writer *w, uint32_t v);
void byte_writer_f32(struct byte_writer *w, float v);
/* With its terminating NUL. */
void byte_writer_string(struct byte_writer *w, const char *text);

#endif
