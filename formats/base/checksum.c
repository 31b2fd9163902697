#include "formats/base/checksum.h"

#include <zlib.h>

uint32_t checksum_crc32(uint32_t crc, const uint8_t *data, size_t size)
{
    /* zlib takes NULL for a request of the initial value. */
    return size == 0 ? crc : (uint32_t)crc32_z(crc, data, size);
}
