/* A small RoQ film written in a test: 32 x 16, three colours, five frames. */
#ifndef TESTS_SUPPORT_QUAKE3_ROQ_BYTES_H
#define TESTS_SUPPORT_QUAKE3_ROQ_BYTES_H

#include "formats/base/bytes.h"

enum { ROQ_BYTES_FRAMES = 5, ROQ_BYTES_RATE = 10 };

static inline void roq_bytes_chunk(struct byte_writer *w, uint32_t id, uint32_t argument,
                                   const void *payload, size_t size)
{
    byte_writer_u16(w, id);
    byte_writer_u32(w, (uint32_t)size);
    byte_writer_u16(w, argument);
    byte_writer_bytes(w, payload, size);
}

static inline void roq_bytes_begin(struct byte_writer *w, uint32_t rate, uint32_t width,
                                   uint32_t height)
{
    const uint8_t info[8] = {
        (uint8_t)width, (uint8_t)(width >> 8), (uint8_t)height, (uint8_t)(height >> 8), 8, 0, 4};
    *w = (struct byte_writer){0};
    byte_writer_u16(w, 0x1084);
    byte_writer_u32(w, UINT32_MAX);
    byte_writer_u16(w, rate);
    roq_bytes_chunk(w, 0x1001, 0, info, sizeof(info));
}

/* Cells: 0 dark, 1 light, 2 red, 3 with four levels. Quads: 0 dark, 1 light, 2 red, 3 all four.
 * Frames, each with the codes of its two blocks of 16 x 16:
 * 0: left dark, right light quads. 1: everything kept, a red quad at (0, 0). 2: a sound chunk
 * before it; kept: of frame 0; the block at (8, 0) moved from the light half. 3: the first 8 x 8
 * divided into a kept, a moved (by 4, 0 from the means), a quad and four cells. 4: kept, of
 * frame 2. */
static inline struct byte_writer roq_bytes_make(void)
{
    static const uint8_t codebook[] = {
        0,  0,  0,   0,   127, 127, 255, 255, 255, 255, 127, 127, 76, 76, 76, 76, 85, 255, 10, 20,
        30, 40, 127, 127, 0,   0,   0,   0,   1,   1,   1,   1,   2,  2,  2,  2,  0,  1,   2,  3};
    /* codes fill 16 bits from the top; words are little-endian */
    static const uint8_t frame0[] = {0xaa, 0xaa, 0, 0, 0, 0, 1, 1, 1, 1};
    static const uint8_t frame1[] = {0x00, 0x80, 2};
    static const uint8_t frame2[] = {0x00, 0x10, 0x08}; /* 8 right of (8, 0) */
    static const uint8_t frame3[] = {0xc0, 0xc6, 0x0c, 3, 0, 1, 2, 3, 0, 0};
    static const uint8_t frame4[] = {0x00, 0x00};
    struct byte_writer w;
    roq_bytes_begin(&w, ROQ_BYTES_RATE, 32, 16);
    roq_bytes_chunk(&w, 0x1002, 0x0404, codebook, sizeof(codebook));
    roq_bytes_chunk(&w, 0x1011, 0, frame0, sizeof(frame0));
    roq_bytes_chunk(&w, 0x1011, 0, frame1, sizeof(frame1));
    roq_bytes_chunk(&w, 0x1020, 0, frame4, sizeof(frame4));
    roq_bytes_chunk(&w, 0x1011, 0, frame2, sizeof(frame2));
    roq_bytes_chunk(&w, 0x1011, 0x04fc, frame3, sizeof(frame3));
    roq_bytes_chunk(&w, 0x1011, 0, frame4, sizeof(frame4));
    return w;
}

#endif
