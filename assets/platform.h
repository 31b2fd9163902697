/* Operating system layer: reading files, folders, a monotonic clock. assets/system holds what
 * differs between systems.
 *
 * Names are UTF-8 (on POSIX systems any bytes), with '/' between folders. Windows' own spelling is
 * understood, too: drives, and '\\' where platform_clean_path was there before.
 *
 * Functions that return int return 0, or -1 with errno set. Safe from any thread; no state. */
#ifndef ASSETS_PLATFORM_H
#define ASSETS_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "formats/base/error.h"

enum { PLATFORM_FILE_MAX = 0x7fffffff /* maximum bytes of a file that is read whole */ };

/* A file's bytes, a copy in memory; owned, free with platform_free_file. data is never NULL after a
 * successful read, even when size is 0. */
struct file_bytes {
    const uint8_t *data;
    size_t size;
};

/* Reads a whole regular file. Folders, devices and pipes are refused (EISDIR, EINVAL), also files
 * over PLATFORM_FILE_MAX (EFBIG) and one that gets shorter meanwhile (EIO). On failure *out is
 * zeroed. */
int platform_read_file(const char *path, struct file_bytes *out) MUST_CHECK;
/* As platform_read_file; refuses files over `max` bytes (EFBIG) without reading them. */
int platform_read_small_file(const char *path, size_t max, struct file_bytes *out) MUST_CHECK;
/* Frees the bytes and zeroes *f; *f may be zeroed. */
void platform_free_file(struct file_bytes *f);

/* A regular file that is open for reading. Another program may shorten or change it at any time. */
struct disk_file {
    int fd;                       /* -1: closed */
    uint64_t size;                /* bytes when it was opened */
    int64_t seconds, nanoseconds; /* time of its last change when it was opened */
};

/* Opens a file; refuses what platform_read_file refuses, but no size. On failure the handle is
 * closed. */
int platform_open_file(const char *path, struct disk_file *file) MUST_CHECK;
/* May be called again on a closed handle. */
void platform_close_file(struct disk_file *file);
/* Reads `size` bytes from offset `at`. *got: the bytes read, fewer only if the file ends. */
int platform_read_at(const struct disk_file *file, uint64_t at, void *bytes, size_t size,
                     size_t *got) MUST_CHECK;
/* Reads all bytes; errno is EFBIG for more than `max`. out->size is less than file->size if the
 * file got shorter since it was opened. */
int platform_read_whole(const struct disk_file *file, size_t max,
                        struct file_bytes *out) MUST_CHECK;
/* True if size or time of the last change are not those of its opening. */
bool platform_file_changed(const struct disk_file *file);

/* A stream whose text is in memory once it is closed: *text, freed by the caller. NULL: out of
 * memory, or the system has none (Windows). */
FILE *platform_memory_stream(char **text, size_t *size);

/* Reads standard input to its end; free with platform_free_file. errno is EFBIG for more than
 * `most` bytes, ENOTTY if it is a terminal. */
int platform_read_input(size_t most, struct file_bytes *out) MUST_CHECK;

/* Lists a folder without "." and "..", sorted bytewise so that the order is the same on every
 * system. Free with platform_free_names. On failure *names is NULL and *count 0. */
int platform_list_directory(const char *path, char ***names, size_t *count) MUST_CHECK;
void platform_free_names(char **names, size_t count);

/* Calls visit with each name of the folder but "." and "..", in any order, while they are read.
 * Stops at the first result that is not 0, an errno, and fails with it. */
int platform_visit_directory(const char *path, int (*visit)(void *context, const char *name),
                             void *context) MUST_CHECK;

bool platform_is_directory(const char *path);
/* True if the path exists, also as a dangling link. */
bool platform_exists(const char *path);
/* True if files can be created in the folder. */
bool platform_can_write(const char *folder);
/* True for a regular file, or a link to one. */
bool platform_is_file(const char *path);
/* Absolute path without links and dots, NUL-terminated. errno is ENOENT if path does not exist,
 * ENAMETOOLONG if the result does not fit. */
int platform_absolute_path(const char *path, char *out, size_t size) MUST_CHECK;
/* True if both exist and are the same file, also by symbolic or hard links. */
bool platform_is_same_file(const char *a, const char *b);
/* Creates a folder, one level; it may exist already. */
int platform_make_directory(const char *path) MUST_CHECK;
/* As platform_make_directory; a new folder is accessible to its owner only. */
int platform_make_private_directory(const char *path) MUST_CHECK;

/* Size and time of the last change of a regular file, or of the one a link leads to; *file is
 * closed. */
int platform_look_at_file(const char *path, struct disk_file *file) MUST_CHECK;
/* Bytes of a regular file; 0 if there is none. */
uint64_t platform_file_size(const char *path);
/* Renames a file; one that has the new name is replaced. */
int platform_rename_file(const char *from, const char *to) MUST_CHECK;
/* Removes a file, or a link itself. */
int platform_remove_file(const char *path) MUST_CHECK;

/* Locks a file, which is created if needed, against other programs that lock it; holds until
 * platform_unlock_file or the end of the process, however it ends. Waits at most `seconds`; errno
 * is then EWOULDBLOCK. On failure *lock is -1. */
int platform_lock_file(const char *path, double seconds, int *lock) MUST_CHECK;
/* Also for a lock that was not taken, -1. */
void platform_unlock_file(int *lock);

/* --- names ------------------------------------------------------------------------------------ */

/* Offset of a path's last name: behind the last '/', or a drive. */
size_t platform_name_at(const char *path);
bool platform_is_absolute(const char *path);
/* Cuts the last name off an absolute path; false at the root. */
bool platform_go_to_parent(char *path);
/* On Windows turns each '\\' of a path that the user wrote into '/'. Not for names out of demos or
 * game data. */
void platform_clean_path(char *path);

/* The user's folders, without a slash at the end. -1: there is none, or it does not fit. */
enum platform_folder { PLATFORM_HOME, PLATFORM_CONFIG, PLATFORM_STATE, PLATFORM_PICTURES };
int platform_user_folder(enum platform_folder folder, char *path, size_t size) MUST_CHECK;

/* Value of an environment variable that holds a path, cleaned. -1: it is not set, or does not fit.
 */
int platform_path_variable(const char *name, char *path, size_t size) MUST_CHECK;

/* --- the process ------------------------------------------------------------------------------ */

/* At the start of main: the command line in UTF-8, binary standard streams. What main got is right
 * on other systems than Windows. Main thread only. */
void platform_start(int *argc, char ***argv);

/* True if the stream (0, 1 or 2) is a terminal. */
bool platform_is_terminal(int stream);

/* Seconds of a monotonic clock; only differences are meaningful. */
double platform_now(void);
/* Returns after so many seconds; a signal may cut it short. */
void platform_sleep(double seconds);

/* CPU cores this process may use, at least 1. */
int platform_cpu_count(void);

#endif
