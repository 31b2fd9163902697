/* What lies in folders of the disk, each read once: private to assets/files. */
#ifndef ASSETS_FOLDERS_H
#define ASSETS_FOLDERS_H

#include <stddef.h>

#include "formats/base/error.h"

struct folder {
    char *path;
    char **names; /* sorted bytewise */
    size_t count; /* 0 also where there is no such folder */
    struct folder *next;
};

struct folders { /* start from {0} */
    struct folder *first;
};

/* NULL without memory. */
const struct folder *folders_list(struct folders *folders, const char *path);

/* The path of what is called so below `root`, whatever the case of the names on the way; of several
 * the first in sorted order, so that the answer does not hang on the file system. name: parts
 * between '/'. FORMAT_OK, FORMAT_MISSING or FORMAT_MEMORY. */
int folders_resolve(struct folders *folders, const char *root, const char *name, char *path,
                    size_t size) MUST_CHECK;

void folders_free(struct folders *folders);

#endif
