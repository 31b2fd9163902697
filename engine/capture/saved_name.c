#include "engine/capture/saved_name.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/user_dirs.h"

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
}

/* Length without ".gz" and the extension before it. */
static size_t stem_length(const char *name)
{
    size_t length = strlen(name);
    if (length > 3 && strcmp(name + length - 3, ".gz") == 0) {
        length -= 3;
    }
    for (size_t i = length; i > 1 && length - i < 7; i--) {
        if (name[i - 1] == '.') {
            return i - 1;
        }
    }
    return length;
}

void saved_name_stem(char stem[SAVED_NAME_STEM], const char *demo)
{
    demo = strcmp(demo, "-") == 0 ? "stdin" : demo;
    for (const char *p = demo; *p; p++) {
        demo = (*p == '/' || *p == ':') && p[1] ? p + 1 : demo;
    }
    size_t length = stem_length(demo);
    length = length < SAVED_NAME_STEM - 1 ? length : SAVED_NAME_STEM - 1;
    for (size_t i = 0; i < length; i++) {
        const bool bad_first = i == 0 && (demo[i] == '.' || demo[i] == '-');
        stem[i] = is_plain(demo[i]) && !bad_first ? demo[i] : '_';
    }
    stem[length] = '\0';
    if (length == 0) {
        snprintf(stem, SAVED_NAME_STEM, "demo");
    }
}

int saved_name_folder(char *folder, size_t size)
{
    if (platform_can_write(".")) {
        folder[0] = '\0';
        return 0;
    }
    if (user_pictures_folder(folder, size) != 0) {
        errno = EACCES;
        return -1;
    }
    return platform_make_directory(folder);
}
