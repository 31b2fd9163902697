/* Changing a saved file that several windows may change at once: under a lock, the file is read as
 * it is now, edited and replaced. So no window undoes what another one wrote. All saved files share
 * one lock, the file "lock" in the state folder. One thread. */
#ifndef ENGINE_VIEWER_SAVED_SAVED_FILE_H
#define ENGINE_VIEWER_SAVED_SAVED_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "formats/base/error.h"

enum { SAVED_FILE_MAX = 1024 * 1024 /* bytes; a larger file is something else, and stays */ };

/* Length of the line at the start of `size` bytes, without its line end. */
size_t saved_line_length(const char *text, size_t size);

/* Returns the new content (malloc, of *new_size bytes), or NULL if out of memory. *new_size 0: the
 * file is removed. text: the content now; size 0 = there is no file. */
typedef char *(*saved_edit_fn)(void *context, const char *text, size_t size, size_t *new_size);

enum saved_patience {
    SAVED_WAIT,   /* waits a second for the lock, then goes on without it */
    SAVED_NO_WAIT /* fails with EWOULDBLOCK if another window has the lock */
};

enum { SAVED_WITHOUT_LOCK = 1 };

/* Edits the file at path; creates its folders. A file that cannot be read is not replaced. Returns
 * 0, SAVED_WITHOUT_LOCK (written, but another program held the lock), or -1 with errno set. */
int saved_file_edit(const char *path, enum saved_patience patience, saved_edit_fn edit,
                    void *context) MUST_CHECK;

#endif
