#include "engine/capture/shot_name.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "assets/user_dirs.h"

enum { MOST_OF_DEMO = 60, MOST_TRIES = 10000 };

static bool is_plain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '.';
}

/* Where the name ends without ".gz" and the ending before it. */
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

void shot_name_make(char out[SHOT_NAME], const char *demo, double seconds, unsigned number)
{
    char stem[MOST_OF_DEMO + 1], more[16] = "";
    demo = strcmp(demo, "-") == 0 ? "stdin" : demo;
    for (const char *p = demo; *p; p++) {
        demo = (*p == '/' || *p == ':') && p[1] ? p + 1 : demo;
    }
    size_t length = stem_length(demo);
    length = length < MOST_OF_DEMO ? length : MOST_OF_DEMO;
    for (size_t i = 0; i < length; i++) {
        const bool bad_first = i == 0 && (demo[i] == '.' || demo[i] == '-');
        stem[i] = is_plain(demo[i]) && !bad_first ? demo[i] : '_';
    }
    stem[length] = '\0';
    if (number > 0) {
        snprintf(more, sizeof(more), "-%u", number);
    }
    const double least = seconds > 0.0 ? seconds : 0.0;
    const unsigned long ms = (unsigned long)((least < 1e6 ? least : 1e6) * 1000.0 + 0.5);
    snprintf(out, SHOT_NAME, "%s-%02lu%02lu.%03lu%s.png", length > 0 ? stem : "demo", ms / 60000,
             ms / 1000 % 60, ms % 1000, more);
}

/* The first name in the folder ("" = the current one) that nothing has yet. */
static int find_free(char *path, size_t size, const char *folder, const char *demo, double seconds)
{
    char name[SHOT_NAME];
    for (unsigned number = 0; number < MOST_TRIES; number++) {
        shot_name_make(name, demo, seconds, number > 0 ? number + 1 : 0);
        const int length = snprintf(path, size, "%s%s%s", folder, folder[0] ? "/" : "", name);
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

int shot_name_find(char *path, size_t size, const char *demo, double seconds)
{
    char folder[4096];
    if (platform_can_write(".")) {
        return find_free(path, size, "", demo, seconds);
    }
    if (user_pictures_folder(folder, sizeof(folder)) != 0) {
        errno = EACCES;
        return -1;
    }
    return platform_make_directory(folder) == 0 ? find_free(path, size, folder, demo, seconds) : -1;
}
