#include "formats/archives/inflate.h"

#include <stdlib.h>
#include <string.h>

/* Only stb's inflate, private to this file. The warnings are stb's own; that for unused functions
 * is given at the end of the file, so that it stays off. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wsign-compare"
#endif
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_ASSERT(x) ((void)0)
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

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
