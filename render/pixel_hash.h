/* Hash of a picture of 32-bit pixels, row by row. Equal pictures of one width have equal hashes on
 * every machine. Not for secrets. */
#ifndef RENDER_PIXEL_HASH_H
#define RENDER_PIXEL_HASH_H

#include <stdint.h>

struct pixel_hash {
    uint64_t sums[4];
};

void pixel_hash_begin(struct pixel_hash *hash);
void pixel_hash_row(struct pixel_hash *hash, const uint32_t *row, int width);
uint64_t pixel_hash_end(const struct pixel_hash *hash, int width);

#endif
