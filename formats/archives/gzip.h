/* gzip files (RFC 1952): members of packed bytes that unpack to one file. */
#ifndef FORMATS_ARCHIVES_GZIP_H
#define FORMATS_ARCHIVES_GZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

/* Bombs: no more comes out than GZIP_MOST bytes, and than GZIP_RATIO times the packed bytes where
 * that is more than GZIP_ALWAYS. Demos shrink to a half or a tenth. */
enum { GZIP_ALWAYS = 1 << 24, GZIP_MOST = 1 << 28, GZIP_RATIO = 200 };

/* Whether the bytes begin as such a file. */
bool gzip_is(const uint8_t *data, size_t size);

/* Unpacks all members behind one another to *out (owned by the caller in any case). Zeros may
 * follow the last one. 0, or negative with err: FORMAT_TRUNCATED and FORMAT_BAD (damage, a wrong
 * checksum or size, other bytes behind the last member) leave in *out what was unpacked before, and
 * after a wrong checksum all of it; FORMAT_UNKNOWN (no gzip file, a bomb) and
 * FORMAT_MEMORY leave nothing. */
int gzip_read(const uint8_t *data, size_t size, struct byte_writer *out,
              struct format_error *err) MUST_CHECK;

#endif
