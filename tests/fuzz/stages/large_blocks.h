/* Large blocks of memory for the fuzz targets, kept from one input to the next.
 *
 * AddressSanitizer maps every block above 128 KiB anew and unmaps it later, and the kernel clears
 * each page that is touched: for structures of 10 MB that is most of an input's time. Here a freed
 * block is kept without access rights and is given out again, the one that was freed first first.
 * What AddressSanitizer finds is still found: the bytes around a block are poisoned, and an access
 * to a freed one is a fault. Thread-safe. */
#ifndef TESTS_FUZZ_STAGES_LARGE_BLOCKS_H
#define TESTS_FUZZ_STAGES_LARGE_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    LARGE_BLOCKS_LEAST = 96 << 10, /* sizes of blocks, bytes */
    LARGE_BLOCKS_MOST = 64 << 20,
    LARGE_BLOCKS = 1024,   /* in use and free; those in use are never so many unless they leak */
    LARGE_BLOCKS_FREE = 48 /* kept */
};

/* Returns `size` bytes, zero if `zero` is set, any otherwise. Returns NULL if the size is not one
 * of a large block or there is no memory. */
void *large_blocks_take(size_t size, bool zero);
/* Takes a block back. Returns false if it is not one that is in use. */
bool large_blocks_give(void *block);
/* The size that was asked for; 0 = not a large block in use. */
size_t large_blocks_size(const void *block);

#endif
