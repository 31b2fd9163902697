/* Translucency in a palette: tables that mix two palette indices.
 *
 * Entry [over * 256 + under] of a table is the palette's nearest colour (least squares, the first
 * of equals) to the rounded mix of both. Liquids come in tenths, as in the reference pictures;
 * entities with an alpha, which the original lacks, in BLEND_OPACITIES steps. Tables are made
 * when first asked for and kept: each is BLEND_TABLE bytes and KERNEL_PADDING more. */
#ifndef RENDER_PALETTE_BLEND_H
#define RENDER_PALETTE_BLEND_H

#include <stddef.h>
#include <stdint.h>

enum { BLEND_TENTHS = 10, BLEND_OPACITIES = 16, BLEND_TABLE = 256 * 256 };

struct blend;

/* palette: PALETTE_BYTES, copied. */
struct blend *blend_create(const uint8_t *palette);
void blend_destroy(struct blend *blend);

/* Returns the table for `clear` tenths of the lower colour, 1..10, or NULL if out of memory. Not
 * thread-safe; the table itself is immutable. */
const uint8_t *blend_table(struct blend *blend, int clear);
/* Returns the table for `opacity` steps of the upper colour, 1..BLEND_OPACITIES - 1, or NULL if out
 * of memory. Not thread-safe. */
const uint8_t *blend_opacity_table(struct blend *blend, int opacity);

/* The nearest step of an entity's alpha: 0 shows nothing of it, BLEND_OPACITIES is opaque. */
static inline int blend_opacity(uint8_t alpha)
{
    return (alpha * BLEND_OPACITIES + 127) / 255;
}

/* The palette's nearest colour to the mean of texels, leaving out those of index `except`, which is
 * never the result either. At least one texel must be another one. */
uint8_t blend_mean(const struct blend *blend, const uint8_t *texels, size_t count, uint8_t except);

/* The palette's colour, but never number 0, that is nearest to the tint as bright as the index's
 * own colour is: its largest channel. */
uint8_t blend_tint(const struct blend *blend, const uint8_t tint[3], uint8_t index);

/* The palette's colour that is most like another one. */
uint8_t blend_nearest_other(const struct blend *blend, uint8_t color);

#endif
