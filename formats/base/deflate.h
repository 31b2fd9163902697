/* Deflate, compressed and decompressed by zlib: raw streams (zip), gzip members and zlib streams
 * (PNG).
 *
 * Source: RFC 1950, 1951 and 1952. Sizes are bounded by the caller; memory comes from malloc. No
 * state; safe from any thread. */
#ifndef FORMATS_BASE_DEFLATE_H
#define FORMATS_BASE_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

enum {
    INFLATE_RATIO_MAX = 1032, /* decompressed : compressed; deflate cannot exceed it */
    DEFLATE_SIZE_MAX = 1 << 30,
    DEFLATE_FAST = 6, /* compression levels; a higher level gains 2 % and takes six times longer */
    DEFLATE_BEST = 9,
    DEFLATE_HEADER = 2, /* bytes of a zlib stream before and after its raw stream */
    DEFLATE_TRAILER = 4
};

/* Decompresses one raw stream to exactly `size` bytes at out. Bytes after the stream are ignored.
 * Returns 0; FORMAT_TRUNCATED: packed ends too early; FORMAT_BAD: invalid stream, or another size;
 * FORMAT_MEMORY. On failure the contents of out are undefined. */
int inflate_bytes(const uint8_t *packed, size_t packed_size, uint8_t *out, size_t size) MUST_CHECK;

/* Decompresses the gzip member at data + *pos and appends it to *out, which must not grow beyond
 * size_max bytes. Moves *pos to the end of the member, or to about the byte that failed. The
 * member's checksum and size are checked; that of its header is ignored.
 * Returns 0; FORMAT_TRUNCATED; FORMAT_BAD: invalid, err holds zlib's reason; FORMAT_UNKNOWN: more
 * than size_max bytes; FORMAT_MEMORY. What was decompressed before a failure stays in *out. */
int inflate_gzip(struct byte_writer *out, const uint8_t *data, size_t size, size_t *pos,
                 size_t size_max, struct format_error *err) MUST_CHECK;

/* Compresses data and appends one zlib stream to *out. The same bytes and level give the same
 * stream with the same version of zlib. Returns 0; FORMAT_BAD: above DEFLATE_SIZE_MAX bytes;
 * FORMAT_MEMORY: the contents of out after its old size are undefined. */
int deflate_zlib(struct byte_writer *out, const uint8_t *data, size_t size, int level) MUST_CHECK;

#endif
