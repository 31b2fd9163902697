#include "engine/capture/clip_name.h"

#include <errno.h>
#include <stdio.h>

#include "assets/platform.h"
#include "engine/capture/saved_name.h"

enum { NUMBERS_MAX = 9999 };

int clip_name_find(char *path, size_t size, const char *demo, const char *extension)
{
    char folder[4096], stem[SAVED_NAME_STEM];
    if (saved_name_folder(folder, sizeof(folder)) < 0) {
        return -1;
    }
    saved_name_stem(stem, demo);
    for (int number = 1; number <= NUMBERS_MAX; number++) {
        const int length = snprintf(path, size, "%s%s%s-clip-%04d%s", folder, folder[0] ? "/" : "",
                                    stem, number, extension);
        if (length < 0 || (size_t)length >= size) {
            errno = ENAMETOOLONG;
            return -1;
        }
        if (!platform_exists(path)) {
            return 0;
        }
    }
    errno = EEXIST;
    return -1;
}
