#include "formats/maps/lit.h"

#include <string.h>

#include "formats/base/bytes.h"

enum { HEADER_SIZE = 8, VERSION = 1, CHANNELS = 3 };

int lit_read(const uint8_t **samples, const uint8_t *data, size_t size, size_t light_size,
             struct format_error *err)
{
    *samples = NULL;
    if (size < HEADER_SIZE || memcmp(data, "QLIT", 4) != 0) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "not a QLIT file");
    }
    uint32_t version = bytes_u32(data + 4);
    if (version != VERSION) {
        return format_fail(err, FORMAT_UNKNOWN, 4, "unsupported version %u", (unsigned)version);
    }
    size_t bytes = size - HEADER_SIZE;
    if (bytes % CHANNELS != 0 || bytes / CHANNELS != light_size) {
        return format_fail(err, FORMAT_BAD, HEADER_SIZE,
                           "%zu bytes of colours do not match the map's %zu bytes of light", bytes,
                           light_size);
    }
    *samples = data + HEADER_SIZE;
    return FORMAT_OK;
}
