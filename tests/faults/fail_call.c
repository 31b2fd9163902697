/* Loaded into the program (LD_PRELOAD): counts its system calls by kind, and lets one of them fail
 * (struct fault_plan). Counting begins with main. Not counted: files of the system (/proc, /dev,
 * /usr ...), standard error, and calls that the C library makes by itself. */
#define _GNU_SOURCE /* RTLD_NEXT, renameat2 */

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/faults/fault_plan.h"

enum { FILES_MAX = 1024 };

static struct fault_plan *plan; /* NULL = main did not begin, or nothing is asked */
static bool is_system_file[FILES_MAX];

/* Assigns the next definition of a function to the pointer `original`. */
#define FIND(name)                                                                                 \
    do {                                                                                           \
        if (!original) {                                                                           \
            void *found = dlsym(RTLD_NEXT, name);                                                  \
            memcpy(&original, &found, sizeof(found));                                              \
        }                                                                                          \
    } while (0)

/* --- which calls ------------------------------------------------------------------------------ */

static bool is_system_path(const char *path)
{
    static const char *const folders[] = {"/proc/", "/sys/",       "/usr/",  "/etc/",
                                          "/lib",   "/dev/null",   "/dev/f", "/dev/std",
                                          "/var/",  "/dev/urandom"};
    for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
        if (strncmp(path, folders[i], strlen(folders[i])) == 0) {
            return true;
        }
    }
    return false;
}

static void note_file(int fd, bool system)
{
    if (fd >= 0 && fd < FILES_MAX) {
        is_system_file[fd] = system;
    }
}

static bool is_counted(int fd)
{
    return fd >= 0 && fd != STDERR_FILENO && !(fd < FILES_MAX && is_system_file[fd]);
}

/* True if this call is the one that fails; `kill` is then carried out, except before a write. */
static bool fails(enum fault_kind kind)
{
    if (!plan) {
        return false;
    }
    const unsigned number = atomic_fetch_add(&plan->calls[kind], 1) + 1;
    if (plan->number == 0 || plan->kind != kind || plan->number != number) {
        return false;
    }
    atomic_store(&plan->happened, 1);
    return true;
}

static void end_process(void)
{
    (void)kill(plan->way == FAULT_KILL_ALL ? 0 : getpid(), SIGKILL);
    for (;;) {
        (void)pause();
    }
}

static bool is_kill(void)
{
    return plan->way == FAULT_KILL || plan->way == FAULT_KILL_ALL;
}

/* Sets errno. */
static int fail_now(void)
{
    if (is_kill()) {
        end_process();
    }
    errno = plan->way;
    return -1;
}

/* Bytes of a read or write that is cut: half of them, and 0 for one that fails. */
static size_t cut_size(size_t size)
{
    return plan->way < 0 ? (size + 1) / 2 : 0;
}

/* --- the beginning ---------------------------------------------------------------------------- */

static int (*program_main)(int, char **, char **);

static int begin_main(int argc, char **argv, char **environment)
{
    const char *path = getenv(FAULT_PLAN_VARIABLE);
    const int file = path ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0) {
        void *memory = mmap(NULL, sizeof(*plan), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
        plan = memory == MAP_FAILED ? NULL : memory;
    }
    unsetenv("LD_PRELOAD"); /* programs that this one starts are not meant */
    return program_main(argc, argv, environment);
}

int __libc_start_main(int (*entry)(int, char **, char **), int argc, char **argv,
                      void (*init)(void), void (*fini)(void), void (*rtld_fini)(void), void *stack);

int __libc_start_main(int (*entry)(int, char **, char **), int argc, char **argv,
                      void (*init)(void), void (*fini)(void), void (*rtld_fini)(void), void *stack)
{
    static int (*original)(int (*)(int, char **, char **), int, char **, void (*)(void),
                           void (*)(void), void (*)(void), void *);
    FIND("__libc_start_main");
    program_main = entry;
    return original(begin_main, argc, argv, init, fini, rtld_fini, stack);
}

/* --- opening ---------------------------------------------------------------------------------- */

static bool open_fails(const char *path, int flags)
{
    if (plan && plan->no_unnamed && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return true;
    }
    if (!is_system_path(path) && fails(FAULT_OPEN)) {
        (void)fail_now();
        return true;
    }
    return false;
}

static mode_t mode_of(int flags, va_list rest)
{
    return (flags & O_CREAT) || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(rest, mode_t) : 0;
}

#define WRAP_OPEN(name)                                                                            \
    int name(const char *path, int flags, ...)                                                     \
    {                                                                                              \
        static int (*original)(const char *, int, ...);                                            \
        FIND(#name);                                                                               \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        const mode_t mode = mode_of(flags, rest);                                                  \
        va_end(rest);                                                                              \
        if (open_fails(path, flags)) {                                                             \
            return -1;                                                                             \
        }                                                                                          \
        const int fd = original(path, flags, mode);                                                \
        note_file(fd, is_system_path(path));                                                       \
        return fd;                                                                                 \
    }
WRAP_OPEN(open)
WRAP_OPEN(open64)

#define WRAP_OPENAT(name)                                                                          \
    int name(int folder, const char *path, int flags, ...)                                         \
    {                                                                                              \
        static int (*original)(int, const char *, int, ...);                                       \
        FIND(#name);                                                                               \
        va_list rest;                                                                              \
        va_start(rest, flags);                                                                     \
        const mode_t mode = mode_of(flags, rest);                                                  \
        va_end(rest);                                                                              \
        if (open_fails(path, flags)) {                                                             \
            return -1;                                                                             \
        }                                                                                          \
        const int fd = original(folder, path, flags, mode);                                        \
        note_file(fd, is_system_path(path));                                                       \
        return fd;                                                                                 \
    }
WRAP_OPENAT(openat)
WRAP_OPENAT(openat64)

#define WRAP_FOPEN(name)                                                                           \
    FILE *name(const char *path, const char *mode)                                                 \
    {                                                                                              \
        static FILE *(*original)(const char *, const char *);                                      \
        FIND(#name);                                                                               \
        if (open_fails(path, 0)) {                                                                 \
            return NULL;                                                                           \
        }                                                                                          \
        FILE *file = original(path, mode);                                                         \
        note_file(file ? fileno(file) : -1, is_system_path(path));                                 \
        return file;                                                                               \
    }
WRAP_FOPEN(fopen)
WRAP_FOPEN(fopen64)

int close(int fd)
{
    static int (*original)(int);
    FIND("close");
    const bool counted = is_counted(fd);
    const bool bad = counted && fails(FAULT_CLOSE);
    if (bad && is_kill()) {
        end_process();
    }
    const int result = original(fd);
    note_file(fd, false);
    return bad ? fail_now() : result;
}

DIR *opendir(const char *path)
{
    static DIR *(*original)(const char *);
    FIND("opendir");
    if (!is_system_path(path) && fails(FAULT_FOLDER)) {
        (void)fail_now();
        return NULL;
    }
    return original(path);
}

int mkdir(const char *path, mode_t mode)
{
    static int (*original)(const char *, mode_t);
    FIND("mkdir");
    return fails(FAULT_FOLDER) ? fail_now() : original(path, mode);
}

int pipe(int fds[2])
{
    static int (*original)(int *);
    FIND("pipe");
    return fails(FAULT_PIPE) ? fail_now() : original(fds);
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool read_is_cut(int fd, size_t *size)
{
    if (!is_counted(fd) || !fails(FAULT_READ)) {
        return false;
    }
    *size = cut_size(*size);
    return *size == 0 || is_kill();
}

ssize_t read(int fd, void *bytes, size_t size)
{
    static ssize_t (*original)(int, void *, size_t);
    FIND("read");
    return read_is_cut(fd, &size) ? fail_now() : original(fd, bytes, size);
}

#define WRAP_PREAD(name, offset)                                                                   \
    ssize_t name(int fd, void *bytes, size_t size, offset at)                                      \
    {                                                                                              \
        static ssize_t (*original)(int, void *, size_t, offset);                                   \
        FIND(#name);                                                                               \
        return read_is_cut(fd, &size) ? fail_now() : original(fd, bytes, size, at);                \
    }
WRAP_PREAD(pread, off_t)
WRAP_PREAD(pread64, off64_t)

size_t fread(void *bytes, size_t size, size_t count, FILE *file)
{
    static size_t (*original)(void *, size_t, size_t, FILE *);
    FIND("fread");
    if (is_counted(fileno(file)) && fails(FAULT_READ)) {
        (void)fail_now();
        return 0;
    }
    return original(bytes, size, count, file);
}

#define WRAP_MMAP(name, offset)                                                                    \
    void *name(void *at, size_t size, int access, int flags, int fd, offset from)                  \
    {                                                                                              \
        static void *(*original)(void *, size_t, int, int, int, offset);                           \
        FIND(#name);                                                                               \
        if (fails(FAULT_MAP)) {                                                                    \
            (void)fail_now();                                                                      \
            return MAP_FAILED;                                                                     \
        }                                                                                          \
        return original(at, size, access, flags, fd, from);                                        \
    }
WRAP_MMAP(mmap, off_t)
WRAP_MMAP(mmap64, off64_t)

#define WRAP_STAT(name, info)                                                                      \
    int name(const char *path, struct info *to)                                                    \
    {                                                                                              \
        static int (*original)(const char *, struct info *);                                       \
        FIND(#name);                                                                               \
        return !is_system_path(path) && fails(FAULT_STAT) ? fail_now() : original(path, to);       \
    }
WRAP_STAT(stat, stat)
WRAP_STAT(stat64, stat64)
WRAP_STAT(lstat, stat)
WRAP_STAT(lstat64, stat64)

#define WRAP_FSTAT(name, info)                                                                     \
    int name(int fd, struct info *to)                                                              \
    {                                                                                              \
        static int (*original)(int, struct info *);                                                \
        FIND(#name);                                                                               \
        return is_counted(fd) && fails(FAULT_STAT) ? fail_now() : original(fd, to);                \
    }
WRAP_FSTAT(fstat, stat)
WRAP_FSTAT(fstat64, stat64)

/* --- writing ---------------------------------------------------------------------------------- */

ssize_t write(int fd, const void *bytes, size_t size)
{
    static ssize_t (*original)(int, const void *, size_t);
    FIND("write");
    if (is_counted(fd) && fails(FAULT_WRITE)) {
        size = cut_size(size);
        const ssize_t written = size > 0 ? original(fd, bytes, size) : 0;
        return size > 0 && !is_kill() ? written : fail_now();
    }
    return original(fd, bytes, size);
}

#define WRAP_PWRITE(name, offset)                                                                  \
    ssize_t name(int fd, const void *bytes, size_t size, offset at)                                \
    {                                                                                              \
        static ssize_t (*original)(int, const void *, size_t, offset);                             \
        FIND(#name);                                                                               \
        if (is_counted(fd) && fails(FAULT_WRITE)) {                                                \
            size = cut_size(size);                                                                 \
            const ssize_t written = size > 0 ? original(fd, bytes, size, at) : 0;                  \
            return size > 0 && !is_kill() ? written : fail_now();                                  \
        }                                                                                          \
        return original(fd, bytes, size, at);                                                      \
    }
WRAP_PWRITE(pwrite, off_t)
WRAP_PWRITE(pwrite64, off64_t)

/* Standard output as a stream: a failure is kept in it, as the C library does. */
static bool print_fails(FILE *file)
{
    enum { GLIBC_ERROR = 0x20 };
    if (file != stdout || !fails(FAULT_WRITE) || plan->way == FAULT_HALF || plan->way == EINTR) {
        return false;
    }
    (void)fail_now();
    file->_flags |= GLIBC_ERROR;
    return true;
}

int fflush(FILE *file)
{
    static int (*original)(FILE *);
    FIND("fflush");
    return print_fails(file) ? EOF : original(file);
}

size_t fwrite(const void *bytes, size_t size, size_t count, FILE *file)
{
    static size_t (*original)(const void *, size_t, size_t, FILE *);
    FIND("fwrite");
    if (print_fails(file)) {
        return 0;
    }
    return original(bytes, size, count, file);
}

int fsync(int fd)
{
    static int (*original)(int);
    FIND("fsync");
    return fails(FAULT_SYNC) ? fail_now() : original(fd);
}

#define WRAP_CUT(name, offset)                                                                     \
    int name(int fd, offset size)                                                                  \
    {                                                                                              \
        static int (*original)(int, offset);                                                       \
        FIND(#name);                                                                               \
        return fails(FAULT_CUT) ? fail_now() : original(fd, size);                                 \
    }
WRAP_CUT(ftruncate, off_t)
WRAP_CUT(ftruncate64, off64_t)

int rename(const char *from, const char *to)
{
    static int (*original)(const char *, const char *);
    FIND("rename");
    return fails(FAULT_RENAME) ? fail_now() : original(from, to);
}

int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned flags)
{
    static int (*original)(int, const char *, int, const char *, unsigned);
    FIND("renameat2");
    return fails(FAULT_RENAME) ? fail_now() : original(from_folder, from, to_folder, to, flags);
}

int link(const char *from, const char *to)
{
    static int (*original)(const char *, const char *);
    FIND("link");
    return fails(FAULT_RENAME) ? fail_now() : original(from, to);
}

int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    static int (*original)(int, const char *, int, const char *, int);
    FIND("linkat");
    return fails(FAULT_RENAME) ? fail_now() : original(from_folder, from, to_folder, to, flags);
}

int unlink(const char *path)
{
    static int (*original)(const char *);
    FIND("unlink");
    return fails(FAULT_REMOVE) ? fail_now() : original(path);
}

int flock(int fd, int operation)
{
    static int (*original)(int, int);
    FIND("flock");
    return fails(FAULT_LOCK) ? fail_now() : original(fd, operation);
}

/* --- processes -------------------------------------------------------------------------------- */

pid_t fork(void)
{
    static pid_t (*original)(void);
    FIND("fork");
    return fails(FAULT_FORK) ? fail_now() : original();
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *context)
{
    static int (*original)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    FIND("pthread_create");
    return fails(FAULT_THREAD) ? (fail_now(), plan->way)
                               : original(thread, attributes, run, context);
}
