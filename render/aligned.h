/* Memory at the beginning of a cache line, with malloc alone: not every C library has
 * aligned_alloc. */
#ifndef RENDER_ALIGNED_H
#define RENDER_ALIGNED_H

#include <stddef.h>

enum { ALIGNED_UNIT = 64 };

/* A block that begins at a multiple of ALIGNED_UNIT; free with aligned_free. Returns NULL if out of
 * memory. */
void *aligned_block(size_t size);
/* block may be NULL. */
void aligned_free(void *block);

#endif
