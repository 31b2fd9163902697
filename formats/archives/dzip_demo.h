/* Dzip's coding of a NetQuake .dem (protocols 15 and 666): differences between blocks, which zlib
 * then packs better. What the packer did not understand is in it as it was.
 *
 * Source: the program dzip 3.2 and files that it wrote (member types 5 and 6 of dzip.h). */
#ifndef FORMATS_ARCHIVES_DZIP_DEMO_H
#define FORMATS_ARCHIVES_DZIP_DEMO_H

#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* Rebuilds the demo: exactly `size` bytes at out. Returns 0; FORMAT_BAD, FORMAT_TRUNCATED or
 * FORMAT_UNKNOWN (a protocol that dzip does not code), err->offset is then the byte in `coded`;
 * FORMAT_MEMORY. The contents of out are undefined after a failure. Safe from any thread. */
int dzip_demo_decode(const uint8_t *coded, size_t coded_size, uint8_t *out, size_t size,
                     struct format_error *err) MUST_CHECK;

#endif
