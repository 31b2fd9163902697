/* What the C library does not give: mapped files, folders, a steady clock. The one file to replace
 * for another operating system.
 *
 * Functions that return int give 0, or -1 with errno set. All are thread-safe and keep no state. */
#ifndef ASSETS_PLATFORM_H
#define ASSETS_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* A file's bytes, read-only. data is never NULL after a successful platform_map_file, even when
 * size is 0. The bytes are the file's own (not a copy): whoever shortens it breaks the reader. */
struct file_bytes {
    const uint8_t *data;
    size_t size;
};

/* Maps a whole regular file. Folders and devices are refused (EISDIR, EINVAL). On failure *out is
 * zeroed. */
int platform_map_file(const char *path, struct file_bytes *out) MUST_CHECK;
/* Gives the bytes back and zeroes *f; a zeroed *f is fine. */
void platform_unmap_file(struct file_bytes *f);

/* What was read of a mapped file need not stay in memory: it comes from the file again when it is
 * looked at. For files that are read once, from one end to the other or here and there. A zeroed *f
 * is fine; other threads may read it meanwhile. */
void platform_unload_file(const struct file_bytes *f);

/* All of standard input up to its end, in memory of its own: free((void *)out->data). EFBIG where
 * there are more than `most` bytes, ENOTTY where a person would have to type them. */
int platform_read_input(size_t most, struct file_bytes *out) MUST_CHECK;

/* The names inside a folder without "." and "..", sorted bytewise so that every system sees the
 * same order. Release with platform_free_names. On failure *names is NULL and *count 0. */
int platform_list_directory(const char *path, char ***names, size_t *count) MUST_CHECK;
void platform_free_names(char **names, size_t count);

bool platform_is_directory(const char *path);
/* Anything at all, also a link that leads nowhere. */
bool platform_exists(const char *path);
/* Whether files can be made in that folder. */
bool platform_can_write(const char *folder);
/* A regular file, or a link to one. */
bool platform_is_file(const char *path);
/* The path from the root without links and dots, NUL-terminated. -1 when there is nothing at path
 * (ENOENT) or it does not fit (ENAMETOOLONG). */
int platform_absolute_path(const char *path, char *out, size_t size) MUST_CHECK;
/* Both are there and lead to the same place. */
bool platform_is_same_file(const char *a, const char *b);
/* One level; a folder that is already there is fine. */
int platform_make_directory(const char *path) MUST_CHECK;
/* Likewise; a new one is open to its owner alone. */
int platform_make_private_directory(const char *path) MUST_CHECK;

/* Puts a whole file with these bytes, readable by its owner alone, in place of what is at path (or
 * of nothing). A reader sees the old file or the new one, never a part; after a failure the old
 * one is as it was. */
int platform_replace_file(const char *path, const void *data, size_t size) MUST_CHECK;
/* The same with the rights a new file of the user's has; what is no regular file is not replaced
 * (EINVAL). */
int platform_write_file(const char *path, const void *data, size_t size) MUST_CHECK;
/* Shortens a file that is there, or lengthens it with zeros. */
int platform_resize_file(const char *path, uint64_t size) MUST_CHECK;
/* Removes a file, or a link and not what it leads to. */
int platform_remove_file(const char *path) MUST_CHECK;

/* Whether a person reads that stream (1 or 2). */
bool platform_is_terminal(int stream);

/* Seconds of a clock that never jumps; only differences mean something. */
double platform_now(void);

/* CPU cores this process may use, at least 1. */
int platform_cpu_count(void);

#endif
