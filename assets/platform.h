/* Operating system layer: mapped files, folders, atomic file replacement, a monotonic clock. A port
 * to another operating system replaces this file and process.h.
 *
 * Functions that return int return 0, or -1 with errno set. Safe from any thread; no state. */
#ifndef ASSETS_PLATFORM_H
#define ASSETS_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* A file's bytes, read-only. data is never NULL after a successful platform_map_file, even when
 * size is 0. The bytes are not a copy: a file must not be shortened while it is mapped. */
struct file_bytes {
    const uint8_t *data;
    size_t size;
};

/* Maps a whole regular file. Folders and devices are refused (EISDIR, EINVAL). On failure *out is
 * zeroed. */
int platform_map_file(const char *path, struct file_bytes *out) MUST_CHECK;
/* Unmaps the file and zeroes *f; *f may be zeroed. */
void platform_unmap_file(struct file_bytes *f);

/* Releases the memory pages of a mapped file; they are read again from the file when accessed. For
 * files that are read once. *f may be zeroed; other threads may read the file meanwhile. */
void platform_unload_file(const struct file_bytes *f);

/* Reads standard input to its end; free with free((void *)out->data). errno is EFBIG for more than
 * `most` bytes, ENOTTY if it is a terminal. */
int platform_read_input(size_t most, struct file_bytes *out) MUST_CHECK;

/* Lists a folder without "." and "..", sorted bytewise so that the order is the same on every
 * system. Free with platform_free_names. On failure *names is NULL and *count 0. */
int platform_list_directory(const char *path, char ***names, size_t *count) MUST_CHECK;
void platform_free_names(char **names, size_t count);

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
/* True if both exist and are the same file. */
bool platform_is_same_file(const char *a, const char *b);
/* Creates a folder, one level; it may exist already. */
int platform_make_directory(const char *path) MUST_CHECK;
/* As platform_make_directory; a new folder is accessible to its owner only. */
int platform_make_private_directory(const char *path) MUST_CHECK;

/* Creates or replaces a file atomically, readable by its owner only. A reader sees the old file or
 * the new one, never a part; on failure the old one is unchanged. */
int platform_replace_file(const char *path, const void *data, size_t size) MUST_CHECK;
/* As platform_write_private_file, with the permissions of the user's new files; anything other than
 * a regular file is not replaced (EINVAL). */
int platform_write_file(const char *path, const void *data, size_t size) MUST_CHECK;
/* Truncates an existing file, or extends it with zeros. */
int platform_resize_file(const char *path, uint64_t size) MUST_CHECK;
/* Removes a file, or a link itself. */
int platform_remove_file(const char *path) MUST_CHECK;

/* True if the stream (1 or 2) is a terminal. */
bool platform_is_terminal(int stream);

/* Seconds of a monotonic clock; only differences are meaningful. */
double platform_now(void);

/* CPU cores this process may use, at least 1. */
int platform_cpu_count(void);

#endif
