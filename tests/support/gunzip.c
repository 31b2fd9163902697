#include "tests/support/gunzip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Only stb's inflate, which comes with its PNG reader. The warnings are stb's own. */
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

enum { HEADER = 10, TRAILER = 8, FLAG_NAME = 8 };

uint8_t *gunzip_read(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        return NULL;
    }
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    uint8_t *data = malloc(*size + 1);
    if (data && fread(data, 1, *size, f) != *size) {
        free(data);
        data = NULL;
    }
    fclose(f);
    return data;
}

char *gunzip_file(const char *path, size_t *size)
{
    size_t packed = 0, start = HEADER;
    int unpacked = 0;
    uint8_t *data = gunzip_read(path, &packed);
    char *text = NULL;
    if (data && packed >= HEADER + TRAILER && data[0] == 0x1f && data[1] == 0x8b) {
        if (data[3] & FLAG_NAME) {
            const uint8_t *end = memchr(data + start, 0, packed - start);
            start = end ? (size_t)(end - data) + 1 : packed;
        }
        if (start + TRAILER <= packed) {
            /* With the trailer: this inflate looks two bytes ahead, and takes their lack for
             * damage. */
            text = stbi_zlib_decode_malloc_guesssize_headerflag(
                (const char *)data + start, (int)(packed - start), 1 << 20, &unpacked, 0);
        }
    }
    free(data);
    if (text) {
        char *grown = realloc(text, (size_t)unpacked + 1);
        if (grown) {
            text = grown;
            text[unpacked] = '\0';
            *size = (size_t)unpacked;
        }
    }
    return text;
}
