#include "engine/viewer/saved/saved_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "assets/output_file.h"
#include "assets/platform.h"
#include "assets/user_dirs.h"

#define WAIT_SECONDS 1.0

enum { PATH_SIZE = 4096 };

size_t saved_line_length(const char *text, size_t size)
{
    const char *end = size > 0 ? memchr(text, '\n', size) : NULL;
    return end ? (size_t)(end - text) : size;
}

/* Returns 0 with the lock, SAVED_WITHOUT_LOCK, or -1 with errno EWOULDBLOCK. */
static int take_lock(enum saved_patience patience, int *lock)
{
    char path[PATH_SIZE];
    *lock = -1;
    /* Without a state folder, or on a file system without locks, the only loss is that two windows
     * which save in the same moment may undo one another. */
    if (user_state_path(path, sizeof(path), "lock") != 0 || user_make_folders(path) != 0 ||
        platform_lock_file(path, patience == SAVED_WAIT ? WAIT_SECONDS : 0.0, lock) == 0 ||
        errno != EWOULDBLOCK) {
        return 0;
    }
    return patience == SAVED_WAIT ? SAVED_WITHOUT_LOCK : -1;
}

/* Reads the file; a missing one is empty. Returns 0, or -1 with errno set. */
static int read_file(const char *path, struct file_bytes *file)
{
    if (platform_read_small_file(path, SAVED_FILE_MAX, file) == 0) {
        return 0;
    }
    return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
}

static int write_file(const char *path, const char *text, size_t size)
{
    if (size > 0) {
        return user_make_folders(path) == 0 ? output_file_save(path, text, size) : -1;
    }
    return platform_remove_file(path) == 0 || errno == ENOENT || errno == ENOTDIR ? 0 : -1;
}

static int edit_file(const char *path, saved_edit_fn edit, void *context)
{
    struct file_bytes file;
    size_t size = 0;
    if (read_file(path, &file) < 0) {
        return -1;
    }
    const char *now = file.size > 0 ? (const char *)file.data : "";
    char *text = edit(context, now, file.size, &size);
    int status = 0, failure = ENOMEM;
    if (!text) {
        status = -1;
    } else if (size != file.size || memcmp(text, now, size) != 0) {
        status = write_file(path, text, size);
        failure = errno;
    }
    free(text);
    platform_free_file(&file);
    errno = failure;
    return status;
}

int saved_file_edit(const char *path, enum saved_patience patience, saved_edit_fn edit,
                    void *context)
{
    int lock;
    const int locked = take_lock(patience, &lock);
    if (locked < 0) {
        return -1;
    }
    const int status = edit_file(path, edit, context);
    const int failure = errno;
    platform_unlock_file(&lock);
    errno = failure;
    return status < 0 ? status : locked;
}
