/* CRC-32, the checksum of zip, gzip and PNG. */
#ifndef FORMATS_BASE_CHECKSUM_H
#define FORMATS_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* CRC-32 (PNG 1.2 section 3.4). crc: 0, or the result for the bytes before data. */
uint32_t checksum_crc32(uint32_t crc, const uint8_t *data, size_t size);

#endif
