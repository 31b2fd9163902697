/* Brings the catalogue up to date with a folder: reads what is new or changed, on several threads,
 * recognises what was renamed, drops what is gone. */
#ifndef ENGINE_LIBRARY_LIBRARY_UPDATE_H
#define ENGINE_LIBRARY_LIBRARY_UPDATE_H

#include "engine/library/library.h"

struct library_counts { /* of files, but for `demos` and `damaged` */
    uint64_t unchanged, added, changed, renamed, removed;
    uint64_t demos;   /* that were read */
    uint64_t damaged; /* of these */
    bool was_ended;   /* by `stop`: the rest is as it was */
};

struct library_work {
    int threads;            /* that read demos; 1 = the caller's */
    unsigned shard, shards; /* of the files, part `shard` of `shards`, from 1; 0 of 0 = all */
    void *context;
    /* True: end now, with what is done. */
    bool (*stop)(void *context);
    /* A file that was read and is damaged, or cannot be read; a folder that cannot, is left as the
     * catalogue has it. */
    void (*damaged)(void *context, const char *path, const struct format_error *error);
    /* From time to time. */
    void (*progress)(void *context, const struct library_counts *counts);
};

/* name: a folder, an archive or a demo. What is done is in the catalogue even after a failure;
 * counts say how much. Which part a file belongs to depends on its path below the folder alone. */
int library_update(struct library *library, const char *name, const struct library_work *work,
                   struct library_counts *counts, struct format_error *err) MUST_CHECK;

#endif
