/* Input of the readers of archives and films: reads byte ranges, so that a file of any size needs
 * the memory of its directory, or of one frame. The counterpart of media_sink. */
#ifndef FORMATS_BASE_BYTE_SOURCE_H
#define FORMATS_BASE_BYTE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

struct byte_source {
    void *context;
    uint64_t size;         /* bytes there are, or were when a file was opened */
    const uint8_t *memory; /* all bytes, borrowed; NULL: `read` reads them */
    /* Reads bytes [at, at + size), which are all inside. *got: the bytes read, fewer if the file
     * got shorter. Returns 0, or a negative code if reading fails. */
    int (*read)(void *context, uint64_t at, uint8_t *bytes, size_t size, size_t *got);
    /* True if the bytes may not be those of the opening. NULL: they are. */
    bool (*changed)(void *context);
};

/* A source for bytes in memory. data is borrowed; must outlive the source. */
struct byte_source byte_source_memory(const uint8_t *data, size_t size);

/* Reads a range. Returns 0, FORMAT_TRUNCATED if it is not all inside source->size, or
 * FORMAT_UNREADABLE if the file got shorter or reading fails; fills err, with the byte where the
 * source ends. what: names the data in messages: "a frame". */
int byte_source_read(const struct byte_source *source, uint64_t at, uint8_t *bytes, size_t size,
                     const char *what, struct format_error *err) MUST_CHECK;

/* A range of a source: part of its memory, or a copy. */
struct byte_part {
    const uint8_t *data;
    uint8_t *owned; /* the copy, or NULL */
};

/* As byte_source_read, without copying what is in memory; also FORMAT_MEMORY. The caller limits
 * `size`. Release with byte_part_free, after a failure, too. */
int byte_source_load(const struct byte_source *source, uint64_t at, size_t size, const char *what,
                     struct byte_part *part, struct format_error *err) MUST_CHECK;
void byte_part_free(struct byte_part *part);

bool byte_source_changed(const struct byte_source *source);

#endif
