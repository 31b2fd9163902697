/* Where the readers of films take their bytes from, a stretch at a time, so that a film of any
 * length takes no more memory than a frame. What media_sink is to the writers. */
#ifndef FORMATS_MEDIA_SOURCE_H
#define FORMATS_MEDIA_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

struct media_source {
    void *context;
    uint64_t size; /* bytes there are */
    /* bytes[0 .. size) from `at` on, all of them inside. 0, or a negative code when they cannot be
     * had after all. */
    int (*read)(void *context, uint64_t at, uint8_t *bytes, size_t size);
};

struct media_bytes {
    const uint8_t *data;
    size_t size;
};

/* What is in memory; bytes outlives the source. */
struct media_source media_source_memory(struct media_bytes *bytes);

/* Reads when all of it is inside; fails with a line of words otherwise (FORMAT_TRUNCATED), or when
 * the source does (FORMAT_BAD). `what`: of what the bytes are: "a frame". */
int media_source_read(const struct media_source *source, uint64_t at, uint8_t *bytes, size_t size,
                      const char *what, struct format_error *err) MUST_CHECK;

#endif
