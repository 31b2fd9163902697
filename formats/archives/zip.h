/* ZIP files (Quake III's .pk3): a directory of named members, stored or deflated.
 *
 * Source: PKWARE's APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16. Only the
 * directory is kept in memory. Not supported: encryption, ZIP64, several disks, other methods; such
 * members are errors. Names are as in the file: compare them, never use them as paths. */
#ifndef FORMATS_ARCHIVES_ZIP_H
#define FORMATS_ARCHIVES_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/byte_source.h"
#include "formats/base/error.h"

enum {
    ZIP_MAX_MEMBER = 1 << 28,   /* bytes of a member, packed or not; larger ones are rejected */
    ZIP_MAX_DIRECTORY = 1 << 26 /* bytes */
};

/* Immutable after zip_open; threads may share it. */
struct zip {
    struct byte_source source;
    struct byte_part entries;        /* the directory */
    size_t directory, directory_end; /* offsets of its entries in the file */
    size_t shift;                    /* bytes before the archive that its offsets do not count */
    uint32_t num_members;            /* from the archive, limited to what its size has room for */
};

struct zip_member {
    const char *name; /* not terminated; valid until zip_close */
    uint32_t name_length;
    size_t at;    /* offset of the directory entry */
    size_t local; /* offset of the local header */
    bool deflated;
    size_t packed_size;
    size_t size; /* unpacked */
    uint32_t crc;
};

/* Reads the directory; what source->context points to is borrowed and must outlive the zip. Returns
 * 0 or a negative FORMAT_ code; fills err. FORMAT_UNKNOWN: no end of a directory is in the file.
 * Free with zip_close, after a failure, too. */
int zip_open(struct zip *zip, const struct byte_source *source,
             struct format_error *err) MUST_CHECK;
/* As zip_open, for bytes in memory, borrowed. Nothing needs closing. */
int zip_open_memory(struct zip *zip, const uint8_t *data, size_t size,
                    struct format_error *err) MUST_CHECK;
void zip_close(struct zip *zip);

/* Reads the entry at *pos (zip->directory at first) and advances *pos. 1 = a member; 0 = no more;
 * negative = this member is damaged or unsupported, fills err; the next one may be good (*pos has
 * advanced). */
int zip_next(const struct zip *zip, size_t *pos, struct zip_member *member,
             struct format_error *err) MUST_CHECK;

/* Finds a member's packed bytes: *at is their offset. Reads the local header, whose name and extra
 * field may differ from the directory's. */
int zip_locate(const struct zip *zip, const struct zip_member *member, size_t *at,
               struct format_error *err) MUST_CHECK;

/* Unpacks a member into out, which has room for member->size bytes, and compares its checksum. Of a
 * stored one the bytes are copied. FORMAT_UNREADABLE if the file changed while it was open. */
int zip_read(const struct zip *zip, const struct zip_member *member, uint8_t *out,
             struct format_error *err) MUST_CHECK;

#endif
