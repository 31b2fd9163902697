#include "formats/base/checksum.h"

#include "formats/base/bytes.h"

enum {
    BLOCK_BYTES = 8,
    BLOCK_HALVES = 2 * BLOCK_BYTES,
    WORTH_TABLES = 512 /* bytes from which on making them pays */
};

/* What each half byte does to the sum. */
static const uint32_t halves[16] = {
    0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4, 0x4db26158, 0x5005713c,
    0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c, 0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c};

static uint32_t add_half(uint32_t crc)
{
    return crc >> 4 ^ halves[crc & 15];
}

/* Blocks of eight bytes: what each half byte does when the others of its block have followed is in
 * a table, so that they need not wait for each other. */
static uint32_t add_blocks(uint32_t crc, const uint8_t *data, size_t blocks)
{
    uint32_t tables[BLOCK_HALVES][16]; /* [n]: n half bytes follow */
    for (int i = 0; i < 16; i++) {
        tables[0][i] = halves[i];
        for (int n = 1; n < BLOCK_HALVES; n++) {
            tables[n][i] = add_half(tables[n - 1][i]);
        }
    }
    for (; blocks > 0; blocks--, data += BLOCK_BYTES) {
        const uint32_t x = crc ^ bytes_u32(data), y = bytes_u32(data + 4);
        crc = tables[15][x & 15] ^ tables[14][x >> 4 & 15] ^ tables[13][x >> 8 & 15] ^
              tables[12][x >> 12 & 15] ^ tables[11][x >> 16 & 15] ^ tables[10][x >> 20 & 15] ^
              tables[9][x >> 24 & 15] ^ tables[8][x >> 28] ^ tables[7][y & 15] ^
              tables[6][y >> 4 & 15] ^ tables[5][y >> 8 & 15] ^ tables[4][y >> 12 & 15] ^
              tables[3][y >> 16 & 15] ^ tables[2][y >> 20 & 15] ^ tables[1][y >> 24 & 15] ^
              tables[0][y >> 28];
    }
    return crc;
}

uint32_t checksum_crc32(uint32_t crc, const uint8_t *data, size_t size)
{
    size_t i = 0;
    crc = ~crc;
    if (size >= WORTH_TABLES) {
        i = size / BLOCK_BYTES * BLOCK_BYTES;
        crc = add_blocks(crc, data, size / BLOCK_BYTES);
    }
    for (; i < size; i++) {
        crc = add_half(add_half(crc ^ data[i]));
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
