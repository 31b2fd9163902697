/* The tables of ITU T.81 (JPEG), Annex K, that nearly all baseline pictures are coded with. */
#ifndef FORMATS_MEDIA_JPEG_TABLES_H
#define FORMATS_MEDIA_JPEG_TABLES_H

#include <stdint.h>

enum { JPEG_BLOCK = 64, JPEG_LENGTHS = 16 };

/* A Huffman code: number of codes of 1..16 bits, and their symbols in order. */
struct jpeg_huff_table {
    uint8_t id; /* as a picture names it: 0x00, 0x01 for DC; 0x10, 0x11 for AC */
    uint8_t lengths[JPEG_LENGTHS];
    const uint8_t *values;
    int count;
};

/* By luma or chroma, then DC or AC. */
extern const struct jpeg_huff_table jpeg_huff_tables[2][2];
/* Steps of quality 50, of luma and chroma, row by row: across frequencies within a row. */
extern const uint8_t jpeg_quant_tables[2][JPEG_BLOCK];
/* Row-by-row index of the i-th coefficient in coding order. */
extern const uint8_t jpeg_zigzag[JPEG_BLOCK];

#endif
