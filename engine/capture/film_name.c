#include "engine/capture/film_name.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/saved_name.h"

enum { FILMS_MAX = 9999, SAVED_PATH_MAX = 4096 };

static int check_length(size_t size, int length)
{
    if (length < 0 || (size_t)length >= size) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return 0;
}

int film_name_beside(char *path, size_t size, const char *film, const char *ending)
{
    const size_t length = strlen(film);
    const bool avi = length > 4 && strcmp(film + length - 4, ".avi") == 0;
    return check_length(
        size, snprintf(path, size, "%.*s%s", (int)(avi ? length - 4 : length), film, ending));
}

/* Anything of that film's. */
static bool is_taken(const char *film)
{
    static const char *const endings[] = {".avi", ".avi.part", "-camera.txt"};
    char path[SAVED_PATH_MAX];
    for (size_t i = 0; i < sizeof(endings) / sizeof(endings[0]); i++) {
        if (film_name_beside(path, sizeof(path), film, endings[i]) == 0 && platform_exists(path)) {
            return true;
        }
    }
    return false;
}

int film_name_find(char *path, size_t size, const char *demo, int least)
{
    char folder[SAVED_PATH_MAX], stem[SAVED_NAME_STEM];
    if (saved_name_folder(folder, sizeof(folder)) != 0) {
        return -1;
    }
    saved_name_stem(stem, demo);
    for (int number = least; number <= FILMS_MAX; number++) {
        if (check_length(size, snprintf(path, size, "%s%s%s-%04d.avi", folder, folder[0] ? "/" : "",
                                        stem, number)) < 0) {
            return -1;
        }
        if (!is_taken(path)) {
            return number;
        }
    }
    errno = EEXIST;
    return -1;
}
