/* Input of the film readers: reads byte ranges, so a film of any length needs the memory of one
 * frame. The counterpart of media_sink. */
#ifndef FORMATS_MEDIA_SOURCE_H
#define FORMATS_MEDIA_SOURCE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

struct media_source {
    void *context;
    uint64_t size; /* bytes there are */
    /* Reads bytes [at, at + size), which are all inside. Returns 0, or a negative code if reading
     * fails. */
    int (*read)(void *context, uint64_t at, uint8_t *bytes, size_t size);
};

struct media_bytes {
    const uint8_t *data;
    size_t size;
};

/* A source for bytes in memory. bytes is borrowed; must outlive the source. */
struct media_source media_source_memory(struct media_bytes *bytes);

/* Reads a range. Returns 0, FORMAT_TRUNCATED with a message if it is not all inside, or FORMAT_BAD
 * if the source fails. what: names the data in messages: "a frame". */
int media_source_read(const struct media_source *source, uint64_t at, uint8_t *bytes, size_t size,
                      const char *what, struct format_error *err) MUST_CHECK;

#endif
