/* Cache of directory listings. Private to assets/files. */
#ifndef ASSETS_FOLDERS_H
#define ASSETS_FOLDERS_H

#include <stddef.h>

#include "formats/base/error.h"

struct folder {
    char *path;
    char **names; /* sorted bytewise */
    size_t count; /* 0 also if the folder does not exist or cannot be listed */
    struct folder *next;
};

struct folders { /* initialise to {0} */
    struct folder *first;
    /* Called once for a folder that exists and cannot be listed, with errno set; may be NULL. */
    void (*unreadable)(void *context, const char *path);
    void *context;
};

/* Returns the listing of a folder, read once; NULL if out of memory. */
const struct folder *folders_list(struct folders *folders, const char *path);

/* Finds a file below `root`, ignoring case. Several matches: the first in sorted order, so that
 * the result does not depend on the file system. name: separated by '/'. Returns FORMAT_OK,
 * FORMAT_MISSING or FORMAT_MEMORY. */
int folders_resolve(struct folders *folders, const char *root, const char *name, char *path,
                    size_t size) MUST_CHECK;

void folders_free(struct folders *folders);

#endif
