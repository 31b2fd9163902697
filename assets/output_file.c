#define _GNU_SOURCE /* O_TMPFILE, renameat2 */

#include "assets/output_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "assets/platform.h"
#include "assets/process.h"
#include "formats/base/hash64.h"

enum {
    BUFFER_BYTES = 1 << 16,
    STREAM_BUFFER_BYTES = 1 << 12, /* readers see frames soon */
    WAIT_MS = 100,                 /* between two looks whether the process was asked to end */
    NAMES_MAX = 100,               /* temporary names that are tried */
    LOCK_ATTEMPTS = 10,
    FD_NAME = 32 /* "/proc/self/fd/2147483647" */
};

static int fail_with_reason(struct format_error *err, int reason)
{
    (void)format_fail(err, FORMAT_BAD, 0, "cannot write: %s", strerror(reason));
    errno = reason; /* for callers without err */
    return FORMAT_BAD;
}

/* --- names ------------------------------------------------------------------------------------ */

bool output_file_name_part(const char *path, char part[OUTPUT_PATH])
{
    const int length = snprintf(part, OUTPUT_PATH, "%s.part", path);
    return length > 0 && length < OUTPUT_PATH;
}

/* The folder of a path, with its slash; "./" if the path has none. */
static void name_folder(const char *path, char folder[OUTPUT_PATH])
{
    const char *slash = strrchr(path, '/');
    snprintf(folder, OUTPUT_PATH, "%.*s", slash ? (int)(slash - path + 1) : 2, slash ? path : "./");
}

static void name_descriptor(int fd, char name[FD_NAME])
{
    snprintf(name, FD_NAME, "/proc/self/fd/%d", fd);
}

/* The same for every process that writes this file, so that the next one finds what a killed one
 * left. False: too long. */
static bool name_temporary(const char *path, unsigned i, char name[OUTPUT_PATH])
{
    char folder[OUTPUT_PATH];
    const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
    name_folder(path, folder);
    const int length = snprintf(name, OUTPUT_PATH, "%s.quakereel-%016" PRIx64 "-%u.tmp", folder,
                                hash64_add(HASH64_START, last, strlen(last)), i);
    return length > 0 && length < OUTPUT_PATH;
}

/* True if fd is the file at that path: another process may have renamed it before it was locked.
 * False also if that cannot be known. */
static bool is_at(int fd, const char *path)
{
    struct stat own, named;
    return fstat(fd, &own) == 0 && lstat(path, &named) == 0 && own.st_dev == named.st_dev &&
           own.st_ino == named.st_ino;
}

/* Removes a temporary file whose process has ended, so that nobody holds its lock. */
static bool remove_left_temporary(const char *name)
{
    const int fd = open(name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    const bool removed =
        fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0 && is_at(fd, name) && unlink(name) == 0;
    if (fd >= 0) {
        close(fd);
    }
    return removed;
}

/* A rename is on the disk when its folder is. Folders of some file systems cannot be synchronised:
 * there it is not known. */
static void sync_folder(const char *path)
{
    char folder[OUTPUT_PATH];
    name_folder(path, folder);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)fsync(fd);
        close(fd);
    }
}

void output_file_sync_all(const char *path)
{
#ifdef __linux__
    char folder[OUTPUT_PATH];
    name_folder(path, folder);
    const int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)syncfs(fd);
        close(fd);
    }
#else
    (void)path;
    sync();
#endif
}

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

/* --- opening ---------------------------------------------------------------------------------- */

static void close_fd(struct output_file *file)
{
    if (file->fd >= 0) {
        close(file->fd);
    }
    file->fd = -1;
}

/* Keeps errno. */
static void close_descriptor(struct output_file *file)
{
    const int reason = errno;
    close_fd(file);
    free(file->buffer);
    file->buffer = NULL;
    errno = reason;
}

/* What is at the path before it is written. */
struct target {
    bool exists, is_stream;
    mode_t mode;
};

/* Follows links and looks at the target. */
static int find_target(struct output_file *file, const struct output_request *request,
                       struct target *target, struct format_error *err)
{
    struct stat info;
    const size_t length = strlen(request->path);
    *target = (struct target){0};
    if (length == 0 || length >= sizeof(file->path)) {
        return fail_with_reason(err, length == 0 ? ENOENT : ENAMETOOLONG);
    }
    memcpy(file->path, request->path, length + 1);
    if (lstat(request->path, &info) < 0) {
        return errno == ENOENT ? 0 : fail_with_reason(err, errno);
    }
    if (S_ISLNK(info.st_mode)) {
        if (stat(request->path, &info) < 0) {
            return errno == ENOENT
                       ? format_fail(err, FORMAT_BAD, 0, "is a link to a file that does not exist")
                       : fail_with_reason(err, errno);
        }
        /* A link such as /dev/fd/3 has no path behind it. */
        if (S_ISREG(info.st_mode) &&
            platform_absolute_path(request->path, file->path, sizeof(file->path)) < 0) {
            return fail_with_reason(err, errno);
        }
    }
    if (S_ISDIR(info.st_mode)) {
        return fail_with_reason(err, EISDIR);
    }
    target->exists = true;
    target->is_stream = !S_ISREG(info.st_mode);
    target->mode = info.st_mode & 07777;
    if (S_ISREG(info.st_mode) && !request->force) {
        return format_fail(err, FORMAT_BAD, 0, "is there already; --force replaces it");
    }
    return target->is_stream || access(file->path, W_OK) == 0 ? 0 : fail_with_reason(err, errno);
}

/* A pipe without a reader is waited for: until there is one, or the process is asked to end. */
static int open_stream(struct output_file *file, struct format_error *err)
{
    const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
    for (;;) {
        file->fd = open(file->path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
        if (file->fd >= 0 || errno != ENXIO) {
            break;
        }
        if (process_was_asked_to_end()) {
            errno = EINTR;
            break;
        }
        (void)nanosleep(&pause, NULL);
    }
    file->is_stream = true;
    file->write_max = SIZE_MAX;
    return file->fd < 0 ? fail_with_reason(err, errno) : 0;
}

/* Others share its description, which therefore stays as it is: a pipe that is ready accepts
 * PIPE_BUF bytes without blocking. */
static int open_standard_output(struct output_file *file, struct format_error *err)
{
    struct stat info;
    fflush(stdout);
    file->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
    const int flags = file->fd < 0 ? -1 : fcntl(file->fd, F_GETFL);
    if (flags < 0 || fstat(file->fd, &info) < 0) {
        return fail_with_reason(err, errno);
    }
    if ((flags & O_ACCMODE) == O_RDONLY) {
        return fail_with_reason(err, EBADF);
    }
    file->is_stream = true;
    file->write_max = S_ISREG(info.st_mode) ? SIZE_MAX : PIPE_BUF;
    return 0;
}

static int open_unnamed(struct output_file *file, mode_t mode)
{
#ifdef O_TMPFILE
    char folder[OUTPUT_PATH], name[FD_NAME];
    name_folder(file->path, folder);
    file->fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
    if (file->fd >= 0) {
        name_descriptor(file->fd, name);
        if (access(name, F_OK) == 0) {
            return 0;
        }
        close(file->fd); /* without /proc it could get no name */
        file->fd = -1;
    }
#else
    (void)mode;
#endif
    return -1;
}

/* False if another process takes it for one that was left, and removes it. File systems without
 * locks have none that are removed. */
static bool lock_temporary(const struct output_file *file)
{
    struct stat info;
    if (flock(file->fd, LOCK_EX | LOCK_NB) < 0) {
        return errno != EWOULDBLOCK;
    }
    return fstat(file->fd, &info) < 0 || info.st_nlink > 0;
}

static int open_whole(struct output_file *file, mode_t mode, struct format_error *err)
{
    int reason = EEXIST;
    if (open_unnamed(file, mode) == 0) {
        return 0;
    }
    for (unsigned i = 0; i < NAMES_MAX && reason == EEXIST; i++) {
        if (!name_temporary(file->path, i, file->part)) {
            reason = ENAMETOOLONG;
            break;
        }
        (void)remove_left_temporary(file->part);
        file->fd = open(file->part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (file->fd >= 0 && lock_temporary(file)) {
            return 0;
        }
        reason = file->fd >= 0 ? EEXIST : errno;
        close_fd(file);
    }
    file->part[0] = '\0';
    return fail_with_reason(err, reason);
}

/* Opens or creates FILE.part and locks it. The processes of an ended run hold the lock a moment
 * longer than the one that was waited for. *fresh: it was empty. */
static int lock_part(struct output_file *file, mode_t mode, bool *fresh, struct format_error *err)
{
    const struct timespec pause = {.tv_nsec = WAIT_MS * 1000000L};
    struct stat info;
    for (unsigned i = 0; i < LOCK_ATTEMPTS; i++) {
        file->fd = open(file->part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode);
        if (file->fd < 0 || fstat(file->fd, &info) < 0) {
            return fail_with_reason(err, errno);
        }
        if (!S_ISREG(info.st_mode)) {
            return format_fail(err, FORMAT_BAD, 0, "FILE.part is not a regular file");
        }
        const bool locked = flock(file->fd, LOCK_EX | LOCK_NB) == 0;
        if (!locked && errno != EWOULDBLOCK) {
            return fail_with_reason(err, errno);
        }
        if (locked && is_at(file->fd, file->part)) {
            *fresh = fstat(file->fd, &info) == 0 && info.st_size == 0;
            return 0;
        }
        close(file->fd);
        file->fd = -1;
        if (!locked) {
            (void)nanosleep(&pause, NULL);
        }
    }
    return format_fail(err, FORMAT_BAD, 0, "is being written by another process");
}

static int open_part(struct output_file *file, const struct output_request *request, mode_t mode,
                     struct format_error *err)
{
    bool fresh = false;
    struct stat info;
    if (!output_file_name_part(file->path, file->part)) {
        file->part[0] = '\0';
        return fail_with_reason(err, ENAMETOOLONG);
    }
    int code = lock_part(file, mode, &fresh, err);
    if (code == 0 && fresh && !request->force && lstat(file->path, &info) == 0) {
        (void)unlink(file->part); /* the process that held the lock has finished FILE */
        code = format_fail(err, FORMAT_BAD, 0, "is there already; --force replaces it");
    }
    if (code == 0 && !fresh && !request->force && !request->replace_part) {
        code = format_fail(err, FORMAT_BAD, 0,
                           "its unfinished FILE.part of an earlier run is there; --resume or "
                           "--force replaces that");
    }
    if (code == 0 && !request->keep_part && ftruncate(file->fd, 0) < 0) {
        code = fail_with_reason(err, errno);
    }
    if (code < 0) {
        file->part[0] = '\0'; /* it is not ours */
    }
    return code;
}

int output_file_open(struct output_file *file, const struct output_request *request,
                     struct format_error *err)
{
    const mode_t mode = request->only_for_owner ? 0600 : 0666;
    struct target target = {0};
    int code;
    *file = (struct output_file){.fd = -1, .force = request->force, .unsynced = request->unsynced};
    file->keeps_part = request->way == OUTPUT_PART;
    file->buffer = malloc(BUFFER_BYTES);
    if (!file->buffer) {
        return format_fail(err, FORMAT_MEMORY, 0, "out of memory");
    }
    if (strcmp(request->path, "-") == 0) {
        code = open_standard_output(file, err);
    } else {
        code = find_target(file, request, &target, err);
        if (code == 0) {
            code = target.is_stream   ? open_stream(file, err)
                   : file->keeps_part ? open_part(file, request, mode, err)
                                      : open_whole(file, mode, err);
        }
    }
    file->room = file->is_stream ? STREAM_BUFFER_BYTES : BUFFER_BYTES;
    if (code < 0) {
        close_descriptor(file);
    } else if (!file->is_stream && target.exists && !request->only_for_owner) {
        (void)fchmod(file->fd, target.mode); /* as far as the file system has permissions */
    }
    return code;
}

int output_file_check(const struct output_request *request, struct format_error *err)
{
    struct output_file file = {.fd = -1};
    struct target target = {0};
    int code = 0;
    if (strcmp(request->path, "-") != 0) {
        code = find_target(&file, request, &target, err);
    }
    if (code == 0 && file.path[0] && !target.is_stream) {
        code = open_whole(&file, 0600, err);
        if (code == 0 && file.part[0]) {
            (void)unlink(file.part);
        }
    }
    close_descriptor(&file);
    return code;
}

int output_file_open_inside(struct output_file *file, const char *path, uint64_t at,
                            struct format_error *err)
{
    *file = (struct output_file){.fd = open(path, O_WRONLY | O_CLOEXEC), .at = at};
    return file->fd < 0 ? fail_with_reason(err, errno) : 0;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Waits until a stream accepts bytes. */
static int wait_for_reader(const struct output_file *file)
{
    for (;;) {
        struct pollfd poller = {.fd = file->fd, .events = POLLOUT};
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

/* Writes bytes; a stream appends them, `at` is for files. */
static int write_all(const struct output_file *file, const uint8_t *bytes, size_t size, uint64_t at)
{
    while (size > 0) {
        ssize_t written;
        if (file->is_stream) {
            if (wait_for_reader(file) < 0) {
                return -1;
            }
            written = write(file->fd, bytes, size < file->write_max ? size : file->write_max);
        } else {
            written = pwrite(file->fd, bytes, size, (off_t)at);
        }
        if (written < 0 && (errno == EINTR || (file->is_stream && errno == EAGAIN))) {
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

static int note_result(struct output_file *file, bool good)
{
    if (!good && file->reason == 0) {
        file->reason = errno;
    }
    file->failed = !good;
    return good ? 0 : FORMAT_BAD;
}

/* What was buffered and cannot be written stays lost: after a failure only a cut helps. */
static int flush_buffer(struct output_file *file)
{
    const size_t used = file->used;
    if (file->failed || used == 0) {
        return file->failed ? FORMAT_BAD : 0;
    }
    file->used = 0;
    const int code = note_result(file, write_all(file, file->buffer, used, file->at) == 0);
    file->at += used;
    return code;
}

int output_file_append(struct output_file *file, const void *bytes, size_t size)
{
    if (file->failed) {
        return FORMAT_BAD;
    }
    if (file->buffer && size <= file->room - file->used) {
        if (size > 0) {
            memcpy(file->buffer + file->used, bytes, size);
        }
        file->used += size;
        return 0;
    }
    int code = flush_buffer(file);
    if (code == 0) {
        code = note_result(file, write_all(file, bytes, size, file->at) == 0);
        file->at += size;
    }
    return code;
}

static int append_bytes(void *context, const uint8_t *bytes, size_t size)
{
    return output_file_append(context, bytes, size);
}

static int patch_bytes(void *context, uint64_t at, const uint8_t *bytes, size_t size)
{
    struct output_file *file = context;
    const int code = flush_buffer(file);
    return code < 0 ? code : note_result(file, write_all(file, bytes, size, at) == 0);
}

static uint64_t count_held(void *context)
{
    struct output_file *file = context;
    struct stat info;
    (void)flush_buffer(file);
    return fstat(file->fd, &info) == 0 && S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
}

static int cut_file(void *context, uint64_t size)
{
    struct output_file *file = context;
    file->used = 0;
    file->at = size;
    return note_result(file, ftruncate(file->fd, (off_t)size) == 0);
}

struct media_sink output_file_sink(struct output_file *file)
{
    return (struct media_sink){.context = file,
                               .append = append_bytes,
                               .patch = patch_bytes,
                               .held = count_held,
                               .cut = cut_file};
}

FILE *output_file_stdio(const struct output_file *file)
{
    const int flags = file->is_stream ? fcntl(file->fd, F_GETFL) : 0;
    if (flags < 0 || (file->is_stream && fcntl(file->fd, F_SETFL, flags & ~O_NONBLOCK) < 0)) {
        return NULL;
    }
    const int fd = fcntl(file->fd, F_DUPFD_CLOEXEC, 0);
    FILE *stream = fd < 0 ? NULL : fdopen(fd, "w");
    if (!stream && fd >= 0) {
        const int reason = errno;
        close(fd);
        errno = reason;
    }
    return stream;
}

void output_file_explain(const struct output_file *file, struct format_error *err)
{
    if (file->reason != 0) {
        (void)fail_with_reason(err, file->reason);
    }
}

/* --- the end ---------------------------------------------------------------------------------- */

int output_file_adopt(struct output_file *file, const char *other, struct format_error *err)
{
    const int fd = open(other, O_RDWR | O_CLOEXEC);
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) < 0 || rename(other, file->part) < 0) {
        const int code = fail_with_reason(err, errno);
        if (fd >= 0) {
            close(fd);
        }
        return code;
    }
    close(file->fd);
    file->fd = fd;
    file->used = 0;
    return 0;
}

/* Gives a name to the file without one. */
static int link_descriptor(const struct output_file *file, const char *name)
{
    char descriptor[FD_NAME];
    name_descriptor(file->fd, descriptor);
    return linkat(AT_FDCWD, descriptor, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

/* A file without a name cannot replace another: it gets a temporary one before. */
static int replace_by_unnamed(const struct output_file *file)
{
    char name[OUTPUT_PATH];
    (void)flock(file->fd, LOCK_EX | LOCK_NB); /* nobody else has it; see remove_left_temporary */
    for (unsigned i = 0; i < NAMES_MAX && name_temporary(file->path, i, name); i++) {
        (void)remove_left_temporary(name);
        if (link_descriptor(file, name) == 0) {
            const int renamed = rename(name, file->path), reason = errno;
            if (renamed < 0) {
                (void)unlink(name);
            }
            errno = reason;
            return renamed;
        }
        if (errno != EEXIST) {
            return -1;
        }
    }
    return -1;
}

static int give_name(const struct output_file *file, struct format_error *err)
{
    const int code = file->part[0] ? (file->force ? rename(file->part, file->path)
                                                  : rename_to_free_name(file->part, file->path))
                                   : (file->force ? replace_by_unnamed(file)
                                                  : link_descriptor(file, file->path));
    if (code == 0) {
        if (!file->unsynced) {
            sync_folder(file->path);
        }
        return 0;
    }
    return errno == EEXIST ? format_fail(err, FORMAT_BAD, 0,
                                         "appeared while it was written; --force replaces it%s",
                                         file->keeps_part ? "; the new file is FILE.part" : "")
                           : fail_with_reason(err, errno);
}

static bool is_empty(const struct output_file *file)
{
    struct stat info;
    return fstat(file->fd, &info) == 0 && info.st_size == 0;
}

int output_file_close(struct output_file *file, enum output_end end, struct format_error *err)
{
    const bool keeps = end == OUTPUT_DONE || (end == OUTPUT_PARTLY && file->keeps_part);
    int code = 0;
    if (keeps || file->is_stream) {
        (void)flush_buffer(file);
    }
    if (keeps && !file->is_stream && !file->unsynced && file->reason == 0 && fsync(file->fd) < 0) {
        file->reason = errno;
    }
    if (file->reason != 0) {
        code = fail_with_reason(err, file->reason);
    }
    if (code == 0 && end == OUTPUT_DONE && !file->is_stream && file->path[0]) {
        code = give_name(file, err);
    }
    const bool stays = file->keeps_part && end != OUTPUT_NONE && !is_empty(file);
    if (file->part[0] && !stays && !(end == OUTPUT_DONE && code == 0)) {
        const int reason = unlink(file->part) < 0 ? errno : 0;
        if (reason != 0 && reason != ENOENT && code == 0) {
            code = format_fail(err, FORMAT_BAD, 0, "its unfinished %s cannot be removed: %s",
                               file->keeps_part ? "FILE.part" : "temporary file", strerror(reason));
        }
    }
    close_descriptor(file);
    return code;
}

int output_file_write(const struct output_request *request, const void *data, size_t size,
                      struct format_error *err)
{
    struct output_file file;
    int code = output_file_open(&file, request, err);
    if (code == 0) {
        code = output_file_append(&file, data, size);
        code = output_file_close(&file, code == 0 ? OUTPUT_DONE : OUTPUT_NONE, err);
    }
    return code;
}

int output_file_save(const char *path, const void *data, size_t size)
{
    const struct output_request request = {.path = path, .force = true, .only_for_owner = true};
    return output_file_write(&request, data, size, NULL) < 0 ? -1 : 0;
}
