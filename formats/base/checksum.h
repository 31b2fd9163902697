/* The checksums of zip, PNG and zlib. */
#ifndef FORMATS_BASE_CHECKSUM_H
#define FORMATS_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 of zip and PNG (PNG 1.2 section 3.4): of bytes in several parts when `crc` is what the
 * part before gave; 0 at first. */
uint32_t checksum_crc32(uint32_t crc, const uint8_t *data, size_t size);

/* Adler-32 of zlib streams (RFC 1950 section 8.2). */
uint32_t checksum_adler32(const uint8_t *data, size_t size);

#endif
