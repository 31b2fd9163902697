/* Seeing through things in a palette: tables that mix two palette indices.
 *
 * One table per tenth of clearness: entry [over * 256 + under] is the palette's nearest colour
 * (least squares, the first of equals) to the rounded mix of both. Tables are made when first asked
 * for and kept. */
#ifndef RENDER_BLEND_H
#define RENDER_BLEND_H

#include <stdint.h>

enum { BLEND_TENTHS = 10, BLEND_TABLE = 256 * 256 };

struct blend;

/* palette: PALETTE_BYTES, copied. */
struct blend *blend_create(const uint8_t *palette);
void blend_destroy(struct blend *blend);

/* The table for `clear` tenths (1 .. 10) of the colour under showing through; NULL without memory.
 * Not thread-safe; the table itself is immutable. */
const uint8_t *blend_table(struct blend *blend, int clear);

#endif
