/* The fixed Huffman code of Quake III's messages (protocols 66 and later), as two tables.
 *
 * Source: DM_68 section 7. Codes are written first bit lowest, as everything in these messages. One
 * code of 11 bits belongs to no byte and is never sent; it reads as 0. */
#ifndef FORMATS_QUAKE3_Q3_HUFFMAN_H
#define FORMATS_QUAKE3_Q3_HUFFMAN_H

#include <stdint.h>

enum { Q3_HUFFMAN_BITS = 11 /* length of the longest code */ };

/* By byte: code << 4 | its length in bits. */
extern const uint16_t q3_huffman_codes[256];

/* By the next 11 bits of a message: byte << 8 | length of its code in bits, 2 to 11. */
extern const uint16_t q3_huffman_symbols[1 << Q3_HUFFMAN_BITS];

#endif
