#include "render/pixel_hash.h"

void pixel_hash_begin(struct pixel_hash *hash)
{
    for (int i = 0; i < 4; i++) {
        hash->sums[i] = (uint64_t)i + 1;
    }
}

/* Two pixels at a time, each sum depending only on the one before in it. */
void pixel_hash_row(struct pixel_hash *hash, const uint32_t *row, int width)
{
    uint64_t *sums = hash->sums;
    for (int x = 0; x < width; x += 8) {
        for (int i = 0; i < 4; i++) {
            const int at = x + 2 * i;
            const uint64_t low = at < width ? row[at] : 0;
            const uint64_t high = at + 1 < width ? row[at + 1] : 0;
            sums[i] = (sums[i] ^ (low | high << 32)) * UINT64_C(0x9e3779b97f4a7c15);
            sums[i] ^= sums[i] >> 29;
        }
    }
}

uint64_t pixel_hash_end(const struct pixel_hash *hash, int width)
{
    uint64_t mixed = (uint64_t)width;
    for (int i = 0; i < 4; i++) {
        mixed = (mixed ^ hash->sums[i]) * UINT64_C(0xbf58476d1ce4e5b9);
        mixed ^= mixed >> 32;
    }
    return mixed;
}
