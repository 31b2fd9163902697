/* Deflate without a head around it, as zip files have it: stb_image's decoder, bounded. */
#ifndef FORMATS_ARCHIVES_INFLATE_H
#define FORMATS_ARCHIVES_INFLATE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* Deflate cannot shrink by more than about 1032 : 1. */
enum {
    INFLATE_MOST = 1032,
    /* stb takes the end of the data for an error while bits of the last code are left, unless so
     * many bytes follow: zlib has a checksum there. They are read and mean nothing. */
    INFLATE_SLACK = 4
};

/* Unpacks exactly `size` bytes into out. packed has packed_size bytes and INFLATE_SLACK behind
 * them. 0, or FORMAT_BAD when the bytes are no deflate or unpack to another size (then out holds
 * anything). Both sizes up to 2^30. */
int inflate_bytes(const uint8_t *packed, size_t packed_size, uint8_t *out, size_t size) MUST_CHECK;

#endif
