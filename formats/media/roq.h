/* RoQ films: codebook video of 2 x 2 and 4 x 4 cells, for pictures on walls. No sound.
 *
 * Chunks: number, 2 bytes; size, 4 bytes; argument, 2 bytes. The first has the rate, "info" the
 * size. A codebook chunk replaces cells; a frame chunk has a tree of codes for each 16 x 16 block:
 * keep, move, 4 x 4 cell, or divide. Frames alternate between two pictures, so a kept block is that
 * of the frame before the last. Source: the format as publicly described (MultimediaWiki, "RoQ").
 * A damaged or truncated frame keeps what was decoded of it. Allocates nothing. Not thread-safe. */
#ifndef FORMATS_MEDIA_ROQ_H
#define FORMATS_MEDIA_ROQ_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum {
    ROQ_MAX_SIDE = 1024, /* pixels; sides are multiples of ROQ_BLOCK */
    ROQ_BLOCK = 16,
    ROQ_CELLS = 256
};

struct roq {
    const uint8_t *data; /* borrowed */
    size_t size;
    size_t start; /* offset of the chunk after "info" */
    int width, height;
    uint32_t rate;       /* frames per second, at least 1 */
    uint32_t num_frames; /* at least 1; the last one may be truncated */
};

/* FORMAT_UNKNOWN: not a RoQ. FORMAT_BAD: no size, a size that cannot be, or no frame. */
int roq_open(struct roq *film, const uint8_t *data, size_t size,
             struct format_error *err) MUST_CHECK;

/* Decoder's state after a number of frames: a block of plain memory of roq_state_bytes bytes, which
 * may be copied. */
struct roq_state {
    size_t at;       /* offset of the next chunk */
    uint32_t frames; /* decoded so far */
    uint8_t cells[ROQ_CELLS][4][4];
    uint8_t quads[ROQ_CELLS][4]; /* cells of a 4 x 4 cell: two rows of two */
    uint8_t pixels[];            /* two pictures of RGBA bytes, rows top to bottom */
};

size_t roq_state_bytes(const struct roq *film);
/* Before the first frame: black. */
void roq_begin(const struct roq *film, struct roq_state *state);
/* Decodes the next frame; after the last one nothing changes. */
void roq_next(const struct roq *film, struct roq_state *state);
/* The last frame decoded. */
const uint8_t *roq_picture(const struct roq *film, const struct roq_state *state);

#endif
