/* ZIP files (Quake III's .pk3): a directory of named members, stored or deflated.
 *
 * Source: PKWARE's APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16. A view over the bytes; owns
 * nothing. Not supported: encryption, ZIP64, several disks, other methods; such members are errors.
 * Names are as in the file: compare them, never use them as paths. */
#ifndef FORMATS_ARCHIVES_ZIP_H
#define FORMATS_ARCHIVES_ZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

enum {
    ZIP_MAX_MEMBER = 1 << 28 /* maximum bytes of a decompressed member; larger ones are rejected */
};

struct zip {
    const uint8_t *data;
    size_t size;
    size_t directory, directory_end; /* where its entries are */
    size_t shift;                    /* bytes before the archive that its offsets do not count */
    uint32_t num_members;            /* from the archive, limited to what its size has room for */
};

struct zip_member {
    const char *name; /* not terminated, in the archive */
    uint32_t name_length;
    size_t at; /* offset of the directory entry */
    bool deflated;
    const uint8_t *packed;
    size_t packed_size;
    size_t size; /* unpacked */
    uint32_t crc;
};

/* FORMAT_UNKNOWN: no end of a directory is in the file. */
int zip_open(struct zip *zip, const uint8_t *data, size_t size,
             struct format_error *err) MUST_CHECK;

/* Reads the entry at *pos (zip->directory at first) and advances *pos. 1 = a member; 0 = no more;
 * negative = this member is damaged or unsupported, fills err; the next one may be good (*pos has
 * advanced). */
int zip_next(const struct zip *zip, size_t *pos, struct zip_member *member,
             struct format_error *err) MUST_CHECK;

/* Unpacks a member into out, which has room for member->size bytes, and compares its checksum. Of a
 * stored one the bytes are copied. */
int zip_read(const struct zip_member *member, uint8_t *out, struct format_error *err) MUST_CHECK;

#endif
