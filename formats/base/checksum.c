#include "formats/base/checksum.h"

/* A half byte at a time. */
uint32_t checksum_crc32(uint32_t crc, const uint8_t *data, size_t size)
{
    static const uint32_t table[16] = {0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac,
                                       0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
                                       0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
                                       0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};
    crc = ~crc;
    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

uint32_t checksum_adler32(const uint8_t *data, size_t size)
{
    enum { BASE = 65521, BLOCK = 5552 /* the most bytes whose sums fit */ };
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < size;) {
        const size_t end = size - i < BLOCK ? size : i + BLOCK;
        for (; i < end; i++) {
            a += data[i];
            b += a;
        }
        a %= BASE;
        b %= BASE;
    }
    return b << 16 | a;
}
