/* Rows of the catalogue from what was read of a file. */
#ifndef ENGINE_LIBRARY_LIBRARY_WRITE_H
#define ENGINE_LIBRARY_LIBRARY_WRITE_H

#include "engine/library/library_db.h"
#include "engine/library/library_record.h"

/* A file on the disk, as it was when it was looked at. */
struct library_stamp {
    int64_t size;  /* bytes; -1 = it is not read to its end */
    int64_t mtime; /* nanoseconds since 1970 */
};

/* Begins a file anew: what the catalogue has of that path is dropped. Its size is -1 until
 * library_end_file. *id is its row. */
int library_begin_file(struct library *library, const char *path, int64_t *id,
                       struct format_error *err) MUST_CHECK;
/* Adds a demo of the file with all that belongs to it. */
int library_add_demo(struct library *library, int64_t file, const struct library_record *record,
                     struct format_error *err) MUST_CHECK;
/* reason: why the file, an archive, cannot be read; NULL = it can. */
int library_end_file(struct library *library, int64_t id, const struct library_stamp *stamp,
                     const struct format_error *reason, struct format_error *err) MUST_CHECK;

enum library_same { LIBRARY_SAME_NONE, LIBRARY_SAME_STAMPED, LIBRARY_SAME_MOVED };

/* A file whose bytes have that hash, which the catalogue has already: under the same path it gets
 * the new time, under one that is gone it is renamed. *id: its row. NONE: it is under paths that
 * exist, all of them; it has to be read. */
int library_take_same(struct library *library, const char *path, const char *hash,
                      const struct library_stamp *stamp, enum library_same *result, int64_t *id,
                      struct format_error *err) MUST_CHECK;

#endif
