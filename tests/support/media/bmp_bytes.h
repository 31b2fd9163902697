/* A Windows bitmap made by code. */
#ifndef TESTS_SUPPORT_MEDIA_BMP_BYTES_H
#define TESTS_SUPPORT_MEDIA_BMP_BYTES_H

#include "formats/base/bytes.h"
#include "formats/pictures/bmp.h"

/* pixels: width * height * bits / 8 bytes as the file has them. With 8 bits, entry i of the palette
 * is blue i, green 2 i, red 3 i (modulo 256). height < 0: marked as top-down. */
static inline struct byte_writer bmp_bytes(int width, int height, unsigned bits,
                                           const uint8_t *pixels)
{
    struct byte_writer w = {0};
    const size_t count = (size_t)width * (size_t)(height < 0 ? -height : height) * (bits / 8);
    const uint32_t at = BMP_HEADER + (bits == 8 ? BMP_PALETTE : 0);
    byte_writer_bytes(&w, "BM", 2);
    byte_writer_u32(&w, at + (uint32_t)count);
    byte_writer_u32(&w, 0);
    byte_writer_u32(&w, at);
    byte_writer_u32(&w, 40); /* size of the second header */
    byte_writer_u32(&w, (uint32_t)width);
    byte_writer_u32(&w, (uint32_t)height);
    byte_writer_u16(&w, 1);
    byte_writer_u16(&w, (uint16_t)bits);
    for (int i = 0; i < 6; i++) { /* no compression, sizes that nobody reads */
        byte_writer_u32(&w, 0);
    }
    for (unsigned i = 0; bits == 8 && i < 256; i++) {
        const uint8_t entry[4] = {(uint8_t)i, (uint8_t)(2 * i), (uint8_t)(3 * i), 0};
        byte_writer_bytes(&w, entry, sizeof(entry));
    }
    byte_writer_bytes(&w, pixels, count);
    return w;
}

#endif
