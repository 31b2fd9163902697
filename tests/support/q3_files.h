/* Real Quake III demos for the tests; where there are none, tests say "skipped". */
#ifndef TESTS_SUPPORT_Q3_FILES_H
#define TESTS_SUPPORT_Q3_FILES_H

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/gunzip.h"

static inline const char *q3_files_root(void)
{
    const char *root = getenv("QUAKEREEL_DATA");
    return root ? root : "../shared/data";
}

/* NULL = not there. Free it. */
static inline uint8_t *q3_files_read(const char *folder, const char *name, size_t *size)
{
    char path[512];
    snprintf(path, sizeof(path), "%s/%s/%s", q3_files_root(), folder, name);
    return gunzip_read(path, size);
}

typedef void q3_files_check(const char *name, const uint8_t *data, size_t size);

/* Calls with each file of a folder whose name has `part` in it; how many there were. */
static inline uint32_t q3_files_each_in(const char *folder, const char *part, q3_files_check *check)
{
    uint32_t count = 0;
    char path[512];
    snprintf(path, sizeof(path), "%s/%s", q3_files_root(), folder);
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        size_t size = 0;
        uint8_t *data = strstr(e->d_name, part) ? q3_files_read(folder, e->d_name, &size) : NULL;
        if (data) {
            check(e->d_name, data, size);
            free(data);
            count++;
        }
    }
    if (dir) {
        closedir(dir);
    }
    return count;
}

/* All Quake III demos but those that are broken. */
static inline uint32_t q3_files_each(q3_files_check *check)
{
    return q3_files_each_in("quake3/corpus", ".dm", check) +
           q3_files_each_in("quake3/recorded", ".dm", check);
}

#endif
