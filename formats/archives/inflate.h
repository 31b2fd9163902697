/* Deflate without a head around it (RFC 1951), as zip and gzip files have it.
 *
 * A decoder of our own and not stb's, which reads pictures: gzip files hold streams of unknown
 * length one behind the other, so one has to learn where a stream ends, stop where too much comes
 * out, and keep what was good before damage. It is the faster one, too (a large pk3: 280 MB/s,
 * stb's 235). */
#ifndef FORMATS_ARCHIVES_INFLATE_H
#define FORMATS_ARCHIVES_INFLATE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

enum {
    INFLATE_MOST = 1032, /* deflate cannot shrink by more than about that : 1 */
    INFLATE_TOO_LONG = 1 /* more comes out than there is room for */
};

/* Unpacks exactly `size` bytes into out. 0; FORMAT_TRUNCATED when packed ends too early, FORMAT_BAD
 * when it is no deflate or unpacks to another size (then out holds anything). What follows the
 * stream in packed is ignored. */
int inflate_bytes(const uint8_t *packed, size_t packed_size, uint8_t *out, size_t size) MUST_CHECK;

/* Unpacks one stream behind what *out holds, up to `most` bytes in all; *used is how many bytes of
 * packed it took, also where it broke off. 0, FORMAT_TRUNCATED, FORMAT_BAD, INFLATE_TOO_LONG or
 * FORMAT_MEMORY; what was unpacked until then is in *out. */
int inflate_append(struct byte_writer *out, const uint8_t *packed, size_t packed_size, size_t most,
                   size_t *used) MUST_CHECK;

#endif
