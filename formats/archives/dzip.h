/* Dzip archives (.dz): a directory of named members, of which demos are coded before zlib packs
 * them. The usual archive of Quake's speed runs.
 *
 * Source: the program dzip 3.2 and files that it wrote. Only the directory is kept in memory.
 * Versions 2 and 3 are read; version 1 (before 2000) is rejected. A pak inside is not a member, but
 * its members are. Names are as in the file: compare them, never use them as paths. */
#ifndef FORMATS_ARCHIVES_DZIP_H
#define FORMATS_ARCHIVES_DZIP_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/byte_source.h"
#include "formats/base/error.h"

enum {
    DZIP_MAX_MEMBER = 1 << 28,   /* bytes of a member, packed or not; larger ones are rejected */
    DZIP_MAX_DIRECTORY = 1 << 24 /* bytes */
};

/* Immutable after dzip_open; threads may share it. */
struct dzip {
    struct byte_source source;
    struct byte_part entries;        /* the directory */
    size_t directory, directory_end; /* offsets of its entries in the file */
    uint32_t num_entries;            /* from the file, limited to what its size has room for */
};

struct dzip_member {
    const char *name; /* not terminated; valid until dzip_close */
    uint32_t name_length;
    size_t at;        /* offset of the directory entry */
    size_t packed_at; /* offset of its bytes */
    size_t packed_size;
    size_t coded_size; /* after zlib */
    size_t size;       /* of the file that was packed */
    uint32_t crc, type;
};

/* Reads the directory; what source->context points to is borrowed and must outlive the archive.
 * Returns 0 or a negative FORMAT_ code; fills err. FORMAT_UNKNOWN: not Dzip, or another version.
 * Free with dzip_close, after a failure, too. */
int dzip_open(struct dzip *dzip, const struct byte_source *source,
              struct format_error *err) MUST_CHECK;
/* As dzip_open, for bytes in memory, borrowed. Nothing needs closing. */
int dzip_open_memory(struct dzip *dzip, const uint8_t *data, size_t size,
                     struct format_error *err) MUST_CHECK;
void dzip_close(struct dzip *dzip);

/* Reads the next member's entry from *pos on (dzip->directory at first) and advances *pos. 1 = a
 * member; 0 = no more; negative = this member is damaged or unsupported, fills err; the next one
 * may be good (*pos has advanced). */
int dzip_next(const struct dzip *dzip, size_t *pos, struct dzip_member *member,
              struct format_error *err) MUST_CHECK;

/* Unpacks a member into out, which has room for member->size bytes, and compares its checksum.
 * FORMAT_UNREADABLE if the file changed while it was open. */
int dzip_read(const struct dzip *dzip, const struct dzip_member *member, uint8_t *out,
              struct format_error *err) MUST_CHECK;

#endif
