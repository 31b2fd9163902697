#include "engine/capture/shot_name.h"

#include <errno.h>
#include <stdio.h>

#include "assets/platform.h"
#include "engine/capture/saved_name.h"

enum { TRIES_MAX = 10000 };

void shot_name_make(char out[SHOT_NAME], const char *demo, double seconds, unsigned number)
{
    char stem[SAVED_NAME_STEM], more[16] = "";
    saved_name_stem(stem, demo);
    if (number > 0) {
        snprintf(more, sizeof(more), "-%u", number);
    }
    const double least = seconds > 0.0 ? seconds : 0.0;
    const unsigned long ms = (unsigned long)((least < 1e6 ? least : 1e6) * 1000.0 + 0.5);
    snprintf(out, SHOT_NAME, "%s-%02lu%02lu.%03lu%s.png", stem, ms / 60000, ms / 1000 % 60,
             ms % 1000, more);
}

/* The first name in the folder ("" = the current one) that nothing has yet. */
static int find_free(char *path, size_t size, const char *folder, const char *demo, double seconds)
{
    char name[SHOT_NAME];
    for (unsigned number = 0; number < TRIES_MAX; number++) {
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
    return saved_name_folder(folder, sizeof(folder)) == 0
               ? find_free(path, size, folder, demo, seconds)
               : -1;
}
