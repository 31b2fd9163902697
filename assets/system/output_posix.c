/* system_output.h by POSIX, and by Linux' files without a name. */
#define _GNU_SOURCE /* O_TMPFILE, renameat2 */

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "assets/process.h"
#include "assets/system/system_output.h"

enum {
    WAIT_MS = 100, /* between two looks whether the process was asked to end */
    FD_NAME = 32   /* "/proc/self/fd/2147483647" */
};

/* --- what is there ---------------------------------------------------------------------------- */

int system_look(const char *path, struct system_entry *entry)
{
    struct stat info;
    *entry = (struct system_entry){0};
    if (lstat(path, &info) < 0) {
        return errno == ENOENT ? 0 : -1;
    }
    entry->is_link = S_ISLNK(info.st_mode);
    if (entry->is_link && stat(path, &info) < 0) {
        entry->kind = SYSTEM_BROKEN_LINK;
        return errno == ENOENT ? 0 : -1;
    }
    entry->kind = S_ISDIR(info.st_mode)   ? SYSTEM_FOLDER
                  : S_ISREG(info.st_mode) ? SYSTEM_FILE
                                          : SYSTEM_STREAM;
    entry->mode = info.st_mode & 07777;
    return 0;
}

int system_check_writable(const char *path)
{
    return access(path, W_OK);
}

int64_t system_size(int fd)
{
    struct stat info;
    return fstat(fd, &info) == 0 && S_ISREG(info.st_mode) ? (int64_t)info.st_size : -1;
}

/* True if fd is the file at that path: another process may have renamed it before it was locked.
 * False also if that cannot be known. */
static bool is_at(int fd, const char *path)
{
    struct stat own, named;
    return fstat(fd, &own) == 0 && lstat(path, &named) == 0 && own.st_dev == named.st_dev &&
           own.st_ino == named.st_ino;
}

/* --- opening ---------------------------------------------------------------------------------- */

/* Keeps errno. */
static int close_failed(int fd)
{
    const int reason = errno;
    close(fd);
    errno = reason;
    return -1;
}

/* False if another process takes it for one that was left, and removes it. File systems without
 * locks have none that are removed. */
static bool lock_created(int fd)
{
    struct stat info;
    if (flock(fd, LOCK_EX | LOCK_NB) < 0) {
        return errno != EWOULDBLOCK;
    }
    return fstat(fd, &info) < 0 || info.st_nlink > 0;
}

int system_create(const char *path, unsigned mode)
{
    const int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, (mode_t)mode);
    if (fd >= 0 && !lock_created(fd)) {
        errno = EEXIST;
        return close_failed(fd);
    }
    return fd;
}

enum system_part system_open_part(const char *path, unsigned mode, int *fd)
{
    struct stat info;
    enum system_part result = SYSTEM_PART_LOCKED;
    *fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, (mode_t)mode);
    if (*fd < 0 || fstat(*fd, &info) < 0) {
        result = SYSTEM_PART_FAILED;
    } else if (!S_ISREG(info.st_mode)) {
        result = SYSTEM_PART_OTHER;
    } else if (flock(*fd, LOCK_EX | LOCK_NB) < 0) {
        result = errno == EWOULDBLOCK ? SYSTEM_PART_HELD : SYSTEM_PART_FAILED;
    } else if (!is_at(*fd, path)) {
        result = SYSTEM_PART_MOVED;
    }
    if (result != SYSTEM_PART_LOCKED && *fd >= 0) {
        *fd = close_failed(*fd);
    }
    return result;
}

static void name_descriptor(int fd, char name[FD_NAME])
{
    snprintf(name, FD_NAME, "/proc/self/fd/%d", fd);
}

int system_create_unnamed(const char *folder, unsigned mode)
{
#ifdef O_TMPFILE
    char name[FD_NAME];
    const int fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, (mode_t)mode);
    if (fd >= 0) {
        name_descriptor(fd, name);
        if (access(name, F_OK) == 0) {
            return fd;
        }
        close(fd); /* without /proc it could get no name */
    }
#else
    (void)folder;
    (void)mode;
#endif
    return -1;
}

int system_name(int fd, const char *name)
{
    char descriptor[FD_NAME];
    name_descriptor(fd, descriptor);
    return linkat(AT_FDCWD, descriptor, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

void system_lock(int fd)
{
    (void)flock(fd, LOCK_EX | LOCK_NB);
}

int system_open_inside(const char *path)
{
    return open(path, O_WRONLY | O_CLOEXEC);
}

int system_open_stream(const char *path)
{
    const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
    for (;;) {
        const int fd = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (fd >= 0 || errno != ENXIO) {
            return fd;
        }
        if (process_was_asked_to_end()) {
            errno = EINTR;
            return -1;
        }
        (void)nanosleep(&pause, NULL);
    }
}

/* Others share its description, which therefore stays as it is: a pipe that is ready accepts
 * PIPE_BUF bytes without blocking. */
int system_open_output(size_t *write_max)
{
    struct stat info;
    fflush(stdout);
    const int fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    const int flags = fd < 0 ? -1 : fcntl(fd, F_GETFL);
    if (fd < 0) {
        return -1;
    }
    if (flags < 0 || fstat(fd, &info) < 0) {
        return close_failed(fd);
    }
    if ((flags & O_ACCMODE) == O_RDONLY) {
        errno = EBADF;
        return close_failed(fd);
    }
    *write_max = S_ISREG(info.st_mode) ? SIZE_MAX : PIPE_BUF;
    return fd;
}

void system_close(int fd)
{
    close(fd);
}

void system_set_mode(int fd, unsigned mode)
{
    (void)fchmod(fd, (mode_t)mode);
}

/* --- writing ---------------------------------------------------------------------------------- */

int system_write_at(int fd, const uint8_t *bytes, size_t size, uint64_t at)
{
    while (size > 0) {
        const ssize_t written = pwrite(fd, bytes, size, (off_t)at);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            errno = written < 0 ? errno : EIO;
            return -1;
        }
        bytes += written;
        size -= (size_t)written;
        at += (uint64_t)written;
    }
    return 0;
}

/* Waits until a stream accepts bytes. */
static int wait_for_reader(int fd)
{
    for (;;) {
        struct pollfd poller = {.fd = fd, .events = POLLOUT};
        const int ready = poll(&poller, 1, WAIT_MS);
        if (ready > 0) {
            return 0;
        }
        if (ready < 0 && errno != EINTR) {
            return -1;
        }
        if (process_was_asked_to_end()) {
            errno = EINTR;
            return -1;
        }
    }
}

int system_write_stream(int fd, const uint8_t *bytes, size_t size, size_t write_max)
{
    while (size > 0) {
        if (wait_for_reader(fd) < 0) {
            return -1;
        }
        const ssize_t written = write(fd, bytes, size < write_max ? size : write_max);
        if (written < 0 && (errno == EINTR || errno == EAGAIN)) {
            continue;
        }
        if (written <= 0) {
            errno = written < 0 ? errno : EIO;
            return -1;
        }
        bytes += written;
        size -= (size_t)written;
    }
    return 0;
}

int system_append(const char *path, const void *bytes, size_t size, bool sync)
{
    const int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
    if (fd < 0) {
        return -1;
    }
    errno = 0;
    if (write(fd, bytes, size) != (ssize_t)size || (sync && fsync(fd) < 0)) {
        errno = errno ? errno : EIO;
        return close_failed(fd);
    }
    close(fd);
    return 0;
}

int system_cut(int fd, uint64_t size)
{
    return ftruncate(fd, (off_t)size);
}

FILE *system_stdio(int fd, bool is_stream)
{
    const int flags = is_stream ? fcntl(fd, F_GETFL) : 0;
    if (flags < 0 || (is_stream && fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) < 0)) {
        return NULL;
    }
    const int copy = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    FILE *stream = copy < 0 ? NULL : fdopen(copy, "w");
    if (!stream && copy >= 0) {
        (void)close_failed(copy);
    }
    return stream;
}

int system_sync(int fd)
{
#ifdef F_FULLFSYNC /* macOS: fsync leaves it in the disk's own memory */
    if (fcntl(fd, F_FULLFSYNC) == 0) {
        return 0;
    }
#endif
    return fsync(fd);
}

static int open_folder(const char *folder)
{
    return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

/* Folders of some file systems cannot be synchronised: there it is not known. */
void system_sync_folder(const char *folder)
{
    const int fd = open_folder(folder);
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
}

void system_sync_all(const char *folder)
{
#ifdef __linux__
    const int fd = open_folder(folder);
    if (fd >= 0) {
        (void)syncfs(fd);
        close(fd);
    }
#else
    (void)folder;
    sync();
#endif
}

bool system_can_sync_all(void)
{
    return true;
}

/* --- names ------------------------------------------------------------------------------------ */

/* Renames unless the new name is taken (EEXIST). */
static int rename_to_free_name(const char *from, const char *to)
{
    struct stat info;
#ifdef RENAME_NOREPLACE
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0) {
        return 0;
    }
    if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) {
        return -1;
    }
#endif
    if (link(from, to) == 0) {
        return unlink(from);
    }
    if (errno == EEXIST) {
        return -1;
    }
    if (lstat(to, &info) == 0) { /* no links there: two steps */
        errno = EEXIST;
        return -1;
    }
    return rename(from, to);
}

int system_rename(int fd, const char *from, const char *to, bool force)
{
    (void)fd;
    return force ? rename(from, to) : rename_to_free_name(from, to);
}

int system_remove(int fd, const char *path)
{
    (void)fd;
    return unlink(path);
}

int system_adopt(int *fd, const char *other, const char *part)
{
    const int own = open(other, O_RDWR | O_CLOEXEC);
    if (own < 0) {
        return -1;
    }
    if (flock(own, LOCK_EX | LOCK_NB) < 0 || rename(other, part) < 0) {
        return close_failed(own);
    }
    close(*fd);
    *fd = own;
    return 0;
}

void system_remove_left(const char *path)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd >= 0) {
        if (flock(fd, LOCK_EX | LOCK_NB) == 0 && is_at(fd, path)) {
            (void)unlink(path);
        }
        close(fd);
    }
}
