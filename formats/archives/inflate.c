#include "formats/archives/inflate.h"

#include "formats/base/stb.h"

enum { MOST_BYTES = 1 << 30 };

int inflate_bytes(const uint8_t *packed, size_t packed_size, uint8_t *out, size_t size)
{
    if (packed_size > MOST_BYTES || size > MOST_BYTES) {
        return FORMAT_BAD;
    }
    const int got = stbi_zlib_decode_noheader_buffer((char *)out, (int)size, (const char *)packed,
                                                     (int)packed_size + INFLATE_SLACK);
    return got >= 0 && (size_t)got == size ? 0 : FORMAT_BAD;
}
