/* Visits the demos and archives of a folder and all its subfolders, without a list of them.
 *
 * Names that begin with a point are passed over, as are folders more than LIBRARY_DEPTH down. A
 * link to a folder is followed once the rest is done, unless its target lies in a folder that is
 * visited anyway, or holds one: so no link visits anything twice, and the paths do not depend on
 * the order of the disk's entries. */
#ifndef ENGINE_LIBRARY_LIBRARY_WALK_H
#define ENGINE_LIBRARY_LIBRARY_WALK_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/error.h"

enum { LIBRARY_DEPTH = 64 };

struct library_visitor {
    void *context;
    /* is_archive: by its name; else it is a demo's. A result that is not 0 ends the walk, which
     * returns it. The path is valid during the call. */
    int (*visit)(void *context, const char *path, bool is_archive);
    /* A folder that cannot be read: its files are not visited. */
    void (*skip)(void *context, const char *path, int reason);
};

/* folder: an absolute path without links (platform_absolute_path). Paths begin with it, or with a
 * link's below it. Returns 0, FORMAT_MEMORY, FORMAT_UNREADABLE if the folder itself cannot be read,
 * or what visit returned. */
int library_walk(const char *folder, const struct library_visitor *visitor,
                 struct format_error *err) MUST_CHECK;

/* True if the name has the ending of an archive that may hold demos. */
bool library_is_archive(const char *name);

#endif
