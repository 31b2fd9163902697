/* Packs bytes for PNG: a zlib stream (RFC 1950) of one block with the fixed codes (RFC 1951 section
 * 3.2.6), or of stored blocks where that would be longer. */
#ifndef FORMATS_PICTURES_DEFLATE_H
#define FORMATS_PICTURES_DEFLATE_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/bytes.h"
#include "formats/base/error.h"

enum { DEFLATE_MOST = 1 << 30 };

/* Appends the stream to *out. The same bytes give the same stream, which is the one stb_image_write
 * gives (at its level 8). FORMAT_BAD above DEFLATE_MOST bytes, FORMAT_MEMORY (out then holds
 * anything behind what it held). */
int deflate_zlib(struct byte_writer *out, const uint8_t *data, size_t size) MUST_CHECK;

#endif
