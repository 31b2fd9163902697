/* The operating system by POSIX. */
#define _XOPEN_SOURCE 700 /* POSIX 2008 with realpath */

#include "assets/platform.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "assets/system/system_input.h"

#ifdef __APPLE__
#define st_mtim st_mtimespec
#endif

/* Allows the process as many open files as the system permits it: an archive stays open, and a game
 * folder may have hundreds. */
static bool raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) {
        return false;
    }
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

int platform_open_file(const char *path, struct disk_file *file)
{
    *file = (struct disk_file){.fd = -1};
    /* O_NONBLOCK: opening a named pipe must not wait for a writer. */
    enum { FLAGS = O_RDONLY | O_CLOEXEC | O_NONBLOCK };
    int fd = open(path, FLAGS);
    if (fd < 0 && errno == EMFILE && raise_file_limit()) {
        fd = open(path, FLAGS);
    }
    if (fd < 0) {
        return -1;
    }
    int failure = 0;
    struct stat info;
    if (fstat(fd, &info) != 0) {
        failure = errno;
    } else if (!S_ISREG(info.st_mode)) {
        failure = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
    }
    if (failure) {
        close(fd);
        errno = failure;
        return -1;
    }
    *file = (struct disk_file){.fd = fd,
                               .size = (uint64_t)info.st_size,
                               .seconds = info.st_mtim.tv_sec,
                               .nanoseconds = info.st_mtim.tv_nsec};
    return 0;
}

void platform_close_file(struct disk_file *file)
{
    if (file->fd >= 0) {
        close(file->fd);
    }
    *file = (struct disk_file){.fd = -1};
}

int platform_read_at(const struct disk_file *file, uint64_t at, void *bytes, size_t size,
                     size_t *got)
{
    *got = 0;
    while (*got < size) {
        const ssize_t count =
            pread(file->fd, (uint8_t *)bytes + *got, size - *got, (off_t)(at + *got));
        if (count == 0) {
            break;
        }
        if (count > 0) {
            *got += (size_t)count;
        } else if (errno != EINTR) {
            return -1;
        }
    }
    return 0;
}

bool platform_file_changed(const struct disk_file *file)
{
    struct stat info;
    return fstat(file->fd, &info) != 0 || (uint64_t)info.st_size != file->size ||
           info.st_mtim.tv_sec != file->seconds || info.st_mtim.tv_nsec != file->nanoseconds;
}

FILE *platform_memory_stream(char **text, size_t *size)
{
    return open_memstream(text, size);
}

long system_read_input(void *bytes, size_t size)
{
    return read(STDIN_FILENO, bytes, size);
}

int system_visit_folder(const char *path, int (*add)(void *context, const char *name),
                        void *context)
{
    DIR *dir = opendir(path);
    if (!dir) {
        return -1;
    }
    int failure = 0;
    while (!failure) {
        errno = 0;
        const struct dirent *entry = readdir(dir);
        if (!entry) {
            failure = errno;
            break;
        }
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) {
            failure = add(context, entry->d_name);
        }
    }
    closedir(dir);
    errno = failure;
    return failure ? -1 : 0;
}

bool platform_is_directory(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool platform_exists(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}

bool platform_can_write(const char *folder)
{
    return access(folder, W_OK | X_OK) == 0;
}

bool platform_is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

int platform_absolute_path(const char *path, char *out, size_t size)
{
    char *absolute = realpath(path, NULL);
    if (!absolute) {
        return -1;
    }
    size_t length = strlen(absolute);
    int code = 0;
    if (length < size) {
        memcpy(out, absolute, length + 1);
    } else {
        errno = ENAMETOOLONG;
        code = -1;
    }
    free(absolute);
    return code;
}

bool platform_is_same_file(const char *a, const char *b)
{
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

static int make_directory(const char *path, mode_t mode)
{
    if (platform_is_directory(path) || mkdir(path, mode) == 0) {
        return 0;
    }
    if (errno == EEXIST && platform_is_directory(path)) {
        return 0; /* someone else was faster */
    }
    return -1;
}

int platform_make_directory(const char *path)
{
    return make_directory(path, 0777);
}

int platform_make_private_directory(const char *path)
{
    return make_directory(path, 0700);
}

int platform_look_at_file(const char *path, struct disk_file *file)
{
    struct stat info;
    *file = (struct disk_file){.fd = -1};
    if (stat(path, &info) != 0) {
        return -1;
    }
    if (!S_ISREG(info.st_mode)) {
        errno = S_ISDIR(info.st_mode) ? EISDIR : EINVAL;
        return -1;
    }
    file->size = (uint64_t)info.st_size;
    file->seconds = info.st_mtim.tv_sec;
    file->nanoseconds = info.st_mtim.tv_nsec;
    return 0;
}

int platform_rename_file(const char *from, const char *to)
{
    return rename(from, to);
}

uint64_t platform_file_size(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
}

int platform_remove_file(const char *path)
{
    return unlink(path);
}

int platform_lock_file(const char *path, double seconds, int *lock)
{
    const double start = platform_now();
    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    while (*lock >= 0 && flock(*lock, LOCK_EX | LOCK_NB) != 0) {
        const int failure = errno;
        if ((failure != EWOULDBLOCK && failure != EINTR) || platform_now() - start >= seconds) {
            platform_unlock_file(lock);
            errno = failure;
        } else {
            platform_sleep(0.005);
        }
    }
    return *lock < 0 ? -1 : 0;
}

void platform_unlock_file(int *lock)
{
    if (*lock >= 0) {
        close(*lock); /* ends the lock */
    }
    *lock = -1;
}

size_t platform_name_at(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) + 1 : 0;
}

bool platform_is_absolute(const char *path)
{
    return path[0] == '/';
}

bool platform_go_to_parent(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || path[1] == '\0') {
        return false;
    }
    slash[slash == path] = '\0';
    return true;
}

void platform_clean_path(char *path)
{
    (void)path;
}

void platform_start(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
}

void platform_sleep(double seconds)
{
    const struct timespec pause = {.tv_sec = (time_t)seconds,
                                   .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    (void)nanosleep(&pause, NULL);
}

bool platform_is_terminal(int stream)
{
    return isatty(stream) == 1;
}

double platform_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

int platform_cpu_count(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 256 ? 256 : (int)count;
}
