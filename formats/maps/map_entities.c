#include "formats/maps/map_entities.h"

#include <stdlib.h>
#include <string.h>

#include "formats/base/bytes.h"

enum { QUAKE_LUMP = 4, QUAKE3_LUMP = 8 /* where the place and size of the entities' lump are */ };

static size_t lump_header(const uint8_t *data, size_t size)
{
    static const uint8_t version29[4] = {29, 0, 0, 0};
    if (size < QUAKE3_LUMP + 8) {
        return 0;
    }
    if (memcmp(data, "IBSP", 4) == 0) {
        return QUAKE3_LUMP;
    }
    const bool is_quake = memcmp(data, version29, 4) == 0 || memcmp(data, "BSP2", 4) == 0 ||
                          memcmp(data, "2PSB", 4) == 0;
    return is_quake ? QUAKE_LUMP : 0;
}

int map_entities_read(char **text, const uint8_t *data, size_t size, struct format_error *err)
{
    const size_t header = lump_header(data, size);
    *text = NULL;
    if (header == 0) {
        return format_fail(err, FORMAT_UNKNOWN, 0, "no map");
    }
    const uint32_t at = bytes_u32(data + header), length = bytes_u32(data + header + 4);
    if (at > size || length > size - at) {
        return format_fail(err, FORMAT_BAD, header, "the entities are not inside the file");
    }
    *text = malloc((size_t)length + 1);
    if (!*text) {
        return format_fail(err, FORMAT_MEMORY, header, "out of memory");
    }
    memcpy(*text, data + at, length);
    (*text)[length] = '\0';
    return 0;
}
