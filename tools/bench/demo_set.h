/* Real demos of one kind, in memory. */
#ifndef TOOLS_BENCH_DEMO_SET_H
#define TOOLS_BENCH_DEMO_SET_H

#include <stdbool.h>

#include "assets/platform.h"

enum { DEMO_SET_FILES = 64, DEMO_SET_PATH = 1024 };

struct demo_set { /* start from {0}; free with demo_set_free */
    char paths[DEMO_SET_FILES][DEMO_SET_PATH];
    struct file_bytes files[DEMO_SET_FILES];
    size_t count, bytes; /* of all */
};

/* Adds the files of a folder that end so (".dm_68"); what cannot be read, and what is too much, is
 * left out. */
void demo_set_add(struct demo_set *set, const char *folder, const char *ending);
void demo_set_free(struct demo_set *set);

#endif
