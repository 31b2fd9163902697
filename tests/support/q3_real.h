/* The real Quake III demos that are at hand, for tests. */
#ifndef TESTS_SUPPORT_Q3_REAL_H
#define TESTS_SUPPORT_Q3_REAL_H

#include <dirent.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/gunzip.h"

static inline const char *q3_real_root(void)
{
    const char *root = getenv("QUAKEREEL_DATA");
    return root ? root : "../shared/data";
}

/* A demo of one of the folders, to be freed; NULL = not there. */
static inline uint8_t *q3_real_read(const char *folder, const char *name, size_t *size)
{
    char path[512];
    snprintf(path, sizeof(path), "%s/quake3/%s/%s", q3_real_root(), folder, name);
    return gunzip_read(path, size);
}

/* Calls with each of them; how many there were. */
static inline uint32_t q3_real_for_each(void (*check)(const char *folder, const char *name,
                                                      const uint8_t *data, size_t size))
{
    static const char *const folders[] = {"corpus", "recorded", "broken"};
    uint32_t count = 0;
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        char path[512];
        snprintf(path, sizeof(path), "%s/quake3/%s", q3_real_root(), folders[i]);
        DIR *dir = opendir(path);
        for (struct dirent *e; dir && (e = readdir(dir));) {
            size_t size = 0;
            uint8_t *data =
                strstr(e->d_name, ".dm") ? q3_real_read(folders[i], e->d_name, &size) : NULL;
            if (data) {
                check(folders[i], e->d_name, data, size);
                free(data);
                count++;
            }
        }
        if (dir) {
            closedir(dir);
        }
    }
    return count;
}

#endif
