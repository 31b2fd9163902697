#include "engine/capture/picture_name.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bool picture_name_make(char *path, size_t size, const char *pattern, uint64_t number)
{
    size_t at = 0;
    int numbers = 0;
    for (const char *p = pattern; *p; p++) {
        char digits[32] = {*p};
        if (p[0] == '%' && p[1] == '%') {
            p++;
        } else if (p[0] == '%') {
            const bool zeros = p[1] == '0';
            p += zeros ? 2 : 1;
            const int width = *p >= '1' && *p <= '9' ? *p++ - '0' : 0;
            if (*p != 'd' || numbers++ > 0) {
                return false;
            }
            snprintf(digits, sizeof(digits), zeros ? "%0*" PRIu64 : "%*" PRIu64, width, number);
        }
        const size_t length = strlen(digits);
        if (at + length >= size) {
            return false;
        }
        memcpy(path + at, digits, length);
        at += length;
    }
    path[at] = '\0';
    return numbers == 1;
}

bool picture_name_is_good(const char *pattern)
{
    char path[4096];
    return picture_name_make(path, sizeof(path), pattern, UINT32_MAX);
}
