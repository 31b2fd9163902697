#include "engine/capture/film_name.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "assets/platform.h"
#include "engine/capture/film_form.h"
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
    size_t stem = length;
    for (size_t i = 0; i < FILM_FORMS; i++) {
        const size_t own = strlen(film_forms[i].ending);
        if (length > own && strcmp(film + length - own, film_forms[i].ending) == 0) {
            stem = length - own;
        }
    }
    return check_length(size, snprintf(path, size, "%.*s%s", (int)stem, film, ending));
}

/* Anything of that film's. */
static bool is_taken(const char *film)
{
    char path[SAVED_PATH_MAX], part[32];
    for (size_t i = 0; i < FILM_FORMS; i++) {
        snprintf(part, sizeof(part), "%s.part", film_forms[i].ending);
        if ((film_name_beside(path, sizeof(path), film, film_forms[i].ending) == 0 &&
             platform_exists(path)) ||
            (film_name_beside(path, sizeof(path), film, part) == 0 && platform_exists(path))) {
            return true;
        }
    }
    return film_name_beside(path, sizeof(path), film, "-camera.txt") == 0 && platform_exists(path);
}

int film_name_find(char *path, size_t size, const char *demo, const char *ending, int least)
{
    char folder[SAVED_PATH_MAX], stem[SAVED_NAME_STEM];
    if (saved_name_folder(folder, sizeof(folder)) != 0) {
        return -1;
    }
    saved_name_stem(stem, demo);
    for (int number = least; number <= FILMS_MAX; number++) {
        if (check_length(size, snprintf(path, size, "%s%s%s-%04d%s", folder, folder[0] ? "/" : "",
                                        stem, number, ending)) < 0) {
            return -1;
        }
        if (!is_taken(path)) {
            return number;
        }
    }
    errno = EEXIST;
    return -1;
}
