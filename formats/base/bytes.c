#include "formats/base/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/arrays.h"

const char *byte_reader_string(struct byte_reader *r)
{
    size_t left = byte_reader_left(r);
    const uint8_t *start = r->data + r->pos;
    const uint8_t *end = left ? memchr(start, 0, left) : NULL;
    if (!end) {
        r->pos = r->size;
        r->overrun = true;
        return "";
    }
    r->pos += (size_t)(end - start) + 1;
    return (const char *)start;
}

void byte_writer_free(struct byte_writer *w)
{
    free(w->data);
    *w = (struct byte_writer){0};
}

bool byte_writer_reserve(struct byte_writer *w, size_t size)
{
    if (!w->failed && size > w->capacity - w->size &&
        (size > SIZE_MAX - w->size ||
         array_reserve(&w->data, &w->capacity, w->size + size, 1) < 0)) {
        w->failed = true;
    }
    return !w->failed;
}

void byte_writer_bytes(struct byte_writer *w, const void *data, size_t size)
{
    if (size == 0 || !byte_writer_reserve(w, size)) {
        return;
    }
    memcpy(w->data + w->size, data, size);
    w->size += size;
}

void byte_writer_u8(struct byte_writer *w, uint32_t v)
{
    uint8_t b = (uint8_t)v;
    byte_writer_bytes(w, &b, 1);
}

void byte_writer_u16(struct byte_writer *w, uint32_t v)
{
    uint8_t b[2] = {(uint8_t)v, (uint8_t)(v >> 8)};
    byte_writer_bytes(w, b, sizeof(b));
}

void byte_writer_u32(struct byte_writer *w, uint32_t v)
{
    uint8_t b[4] = {(uint8_t)v, (uint8_t)(v >> 8), (uint8_t)(v >> 16), (uint8_t)(v >> 24)};
    byte_writer_bytes(w, b, sizeof(b));
}

void byte_writer_f32(struct byte_writer *w, float v)
{
    union {
        float f;
        uint32_t u;
    } bits = {v};
    byte_writer_u32(w, bits.u);
}

void byte_writer_string(struct byte_writer *w, const char *text)
{
    byte_writer_bytes(w, text, strlen(text) + 1);
}
