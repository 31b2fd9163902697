/* System calls behind output_file.h.
 *
 * Files are descriptors of the C library, closed by system_close. Functions that return int return
 * 0 or a descriptor, or -1 with errno set. */
#ifndef ASSETS_SYSTEM_SYSTEM_OUTPUT_H
#define ASSETS_SYSTEM_SYSTEM_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/base/error.h"

/* --- what is there ---------------------------------------------------------------------------- */

enum system_kind {
    SYSTEM_NOTHING,
    SYSTEM_FILE,
    SYSTEM_FOLDER,
    SYSTEM_STREAM,     /* a pipe, a device */
    SYSTEM_BROKEN_LINK /* a symbolic link to what does not exist */
};

struct system_entry {
    enum system_kind kind; /* a link's is that of its target */
    bool is_link;
    unsigned mode; /* permissions */
};

/* errno is EINVAL if the system cannot have a file of that name. */
int system_look(const char *path, struct system_entry *entry) MUST_CHECK;
/* Whether an existing file may be written. */
int system_check_writable(const char *path) MUST_CHECK;

/* Bytes of an open file; -1 for a pipe or a device. */
int64_t system_size(int fd);

/* --- opening ---------------------------------------------------------------------------------- */

/* Creates a file, locked. errno is EEXIST if there is one, or another process removed it. */
int system_create(const char *path, unsigned mode) MUST_CHECK;

/* Results of system_open_part. */
enum system_part {
    SYSTEM_PART_LOCKED,
    SYSTEM_PART_HELD,  /* another process has the lock */
    SYSTEM_PART_MOVED, /* it got another name before it was locked */
    SYSTEM_PART_OTHER, /* there is something else than a regular file */
    SYSTEM_PART_FAILED /* errno tells */
};
/* Opens a file, which is created if needed, and locks it. *fd is -1 unless it is locked. */
enum system_part system_open_part(const char *path, unsigned mode, int *fd) MUST_CHECK;

/* Opens a file of a folder that has no name and vanishes if it gets none. -1: there are no such
 * files here. */
int system_create_unnamed(const char *folder, unsigned mode) MUST_CHECK;
/* Gives it a name; errno is EEXIST if that is taken. */
int system_name(int fd, const char *name) MUST_CHECK;
/* Locks it, so that system_remove_left leaves it alone. */
void system_lock(int fd);

/* Opens an existing file for writing; another process may hold its lock. */
int system_open_inside(const char *path) MUST_CHECK;
/* Opens a pipe or a device. Waits for its reader until the process is asked to end (EINTR). */
int system_open_stream(const char *path) MUST_CHECK;
/* Standard output. *write_max: bytes that a write may have without blocking, once it is ready. */
int system_open_output(size_t *write_max) MUST_CHECK;

void system_close(int fd);
/* Permissions, as far as the file system has them. */
void system_set_mode(int fd, unsigned mode);

/* --- writing ---------------------------------------------------------------------------------- */

/* Writes all bytes from byte `at`. */
int system_write_at(int fd, const uint8_t *bytes, size_t size, uint64_t at) MUST_CHECK;
/* Writes all bytes to a stream. errno is EINTR if the process was asked to end meanwhile. */
int system_write_stream(int fd, const uint8_t *bytes, size_t size, size_t write_max) MUST_CHECK;
/* Appends bytes to an existing file with one write. sync: they are on the disk afterwards. */
int system_append(const char *path, const void *bytes, size_t size, bool sync) MUST_CHECK;
int system_cut(int fd, uint64_t size) MUST_CHECK;
/* A stdio stream of a copy of the descriptor, whose writes block. NULL with errno set. */
FILE *system_stdio(int fd, bool is_stream);

/* Waits until the file is on the disk. */
int system_sync(int fd) MUST_CHECK;
/* The same for the names of a folder, and for all files of its file system, where the system can.
 */
void system_sync_folder(const char *folder);
void system_sync_all(const char *folder);
/* False: system_sync_all does nothing. */
bool system_can_sync_all(void);

/* --- names ------------------------------------------------------------------------------------ */

/* Renames the file at `from`, which fd has open, in one step. force: replaces another file; without
 * it errno is EEXIST if there is one. */
int system_rename(int fd, const char *from, const char *to, bool force) MUST_CHECK;
/* Removes the name of the file that fd has open. */
int system_remove(int fd, const char *path) MUST_CHECK;
/* Renames the file at `other` to `part` in place of *fd, which is closed; *fd is then its locked
 * descriptor. */
int system_adopt(int *fd, const char *other, const char *part) MUST_CHECK;
/* Removes a file that no running process holds locked. */
void system_remove_left(const char *path);

#endif
