#include "formats/archives/file_magic.h"

#include <string.h>

enum { MAGIC_SIZE_MAX = 8, DZIP_VERSION_MAX = 3 };

static bool has_magic(const uint8_t *data, size_t size, size_t at, const char *magic, size_t length)
{
    return size >= at && size - at >= length && memcmp(data + at, magic, length) == 0;
}

const char *file_magic_unsupported(const uint8_t *data, size_t size)
{
    static const struct {
        const char *name;
        size_t at, length;
        char magic[MAGIC_SIZE_MAX];
    } known[] = {
        {"bzip2", 4, 6, "1AY&SY"},
        {"xz", 0, 6, "\3757zXZ"},
        {"Zstandard", 0, 4, "\050\265\057\375"},
        {"LZ4", 0, 4, "\004\042\115\030"},
        {"lzip", 0, 4, "LZIP"},
        {"compress", 0, 3, "\037\235\220"},
        {"7-Zip", 0, 6, "7z\274\257\047\034"},
        {"RAR", 0, 6, "Rar!\032\007"},
        {"tar", 257, 5, "ustar"},
    };
    for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
        if (has_magic(data, size, known[i].at, known[i].magic, known[i].length)) {
            return known[i].name;
        }
    }
    return NULL;
}

bool file_magic_is_archive(const uint8_t *data, size_t size)
{
    const bool is_dzip =
        has_magic(data, size, 0, "DZ", 2) && size > 2 && data[2] > 0 && data[2] <= DZIP_VERSION_MAX;
    return is_dzip || has_magic(data, size, 0, "PACK", 4) ||
           has_magic(data, size, 0, "PK\003\004", 4) || has_magic(data, size, 0, "PK\005\006", 4);
}
