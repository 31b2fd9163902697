/* PAK files: a directory of named members. Only the directory is kept in memory. */
#ifndef FORMATS_ARCHIVES_PAK_H
#define FORMATS_ARCHIVES_PAK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/byte_source.h"
#include "formats/base/error.h"

enum {
    PAK_HEADER_SIZE = 12,
    PAK_MAX_DIRECTORY = 1 << 26, /* bytes; larger ones are rejected */
    PAK_MAX_MEMBER = 1 << 30     /* bytes */
};

/* Immutable after pak_open; threads may share it. */
struct pak {
    struct byte_source source;
    uint8_t head[PAK_HEADER_SIZE];
    struct byte_part entries; /* the directory */
    uint32_t num_members;
    size_t directory; /* its offset in the file */
};

struct pak_member {
    char name[57];
    size_t offset, size;
    const uint8_t *data; /* the bytes of a pak in memory, borrowed; else NULL */
};

/* Reads the directory; what source->context points to is borrowed and must outlive the pak. Returns
 * 0 or a negative FORMAT_ code; fills err. FORMAT_BAD or FORMAT_TRUNCATED with num_members > 0: the
 * end of the directory is damaged or missing; those members are usable. Free with pak_close, after
 * a failure, too. */
int pak_open(struct pak *pak, const struct byte_source *source,
             struct format_error *err) MUST_CHECK;
/* As pak_open, for bytes in memory, borrowed. Nothing needs closing. */
int pak_open_memory(struct pak *pak, const uint8_t *data, size_t size,
                    struct format_error *err) MUST_CHECK;
void pak_close(struct pak *pak);

/* The member at a 0-based position; a damaged entry is an error, the others stay usable. */
int pak_get(const struct pak *pak, uint32_t i, struct pak_member *member,
            struct format_error *err) MUST_CHECK;
/* Reads a member into `out`, which has room for member->size bytes. FORMAT_UNREADABLE if the file
 * is not as it was when it was opened: it ends before the member's last byte, or its header or
 * directory has changed. */
int pak_read(const struct pak *pak, const struct pak_member *member, uint8_t *out,
             struct format_error *err) MUST_CHECK;

#endif
