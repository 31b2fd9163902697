/* gzip files (RFC 1952): one or more compressed members that decompress to one file. */
#ifndef FORMATS_ARCHIVES_GZIP_H
#define FORMATS_ARCHIVES_GZIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

/* Limits against decompression bombs: the output is at most GZIP_SIZE_MAX bytes, and at most
 * GZIP_RATIO_MAX times the input where that exceeds GZIP_ALWAYS bytes. Demos shrink to a half or a
 * tenth. */
enum { GZIP_ALWAYS = 1 << 24, GZIP_SIZE_MAX = 1 << 28, GZIP_RATIO_MAX = 200 };

/* True if the data begins with a gzip header. */
bool gzip_is(const uint8_t *data, size_t size);

/* Decompresses all members to *out (owned; byte_writer_free, also on failure). Zeros may follow the
 * last member. Returns 0 or a negative code and fills err: FORMAT_TRUNCATED and FORMAT_BAD (damage,
 * a wrong checksum or size, other trailing bytes) keep in *out what was decompressed before, with
 * a wrong checksum all of it; FORMAT_UNKNOWN (not gzip, a bomb) and FORMAT_MEMORY keep nothing. */
int gzip_read(const uint8_t *data, size_t size, struct byte_writer *out,
              struct format_error *err) MUST_CHECK;

#endif
