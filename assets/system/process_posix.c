/* process.h by POSIX. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */

#include "assets/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define THIS_PROGRAM "/proc/self/exe"

enum { PATIENCE_MS = 2000, HUNGER_MS = 40, MORSEL = 1 << 13, LOWEST = 19 };

/* --- another program -------------------------------------------------------------------------- */

static void close_all(int *files, int count)
{
    for (int i = 0; i < count; i++) {
        if (files[i] >= 0) {
            close(files[i]);
        }
        files[i] = -1;
    }
}

/* Both ends vanish in programs that are started. */
static int make_pipe(int ends[2])
{
    if (pipe(ends) < 0) {
        ends[0] = ends[1] = -1;
        return -1;
    }
    (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    (void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return 0;
}

/* Program to start and its settings. */
struct launch {
    const char *path; /* NULL: words[0], searched in $PATH */
    const char *const *words;
    int pipes;
    bool lowest; /* priority */
};

/* Runs in the child. Moves pipe i to descriptor 3 + i, by way of a higher one. Writes errno to
 * `failure` when the program cannot be started. */
static void exec_child(const struct launch *launch, const int (*ends)[2], int talk, int failure)
{
    const int pipes = launch->pipes;
    char *const *words = (char *const *)(uintptr_t)launch->words;
    int high[PROCESS_PIPES], reason;
    sigset_t mask;
    for (int i = 0; i < pipes; i++) {
        high[i] = fcntl(ends[i][0], F_DUPFD, 64);
    }
    const int high_talk = fcntl(talk, F_DUPFD, 64);
    const int high_failure = fcntl(failure, F_DUPFD, 64);
    const int nothing = open("/dev/null", O_RDONLY);
    bool good = high_talk >= 0 && high_failure >= 0 && nothing >= 0 &&
                fcntl(high_failure, F_SETFD, FD_CLOEXEC) >= 0 && dup2(nothing, 0) == 0 &&
                dup2(high_talk, 1) == 1 && dup2(high_talk, 2) == 2;
    for (int i = 0; good && i < pipes; i++) {
        good = high[i] >= 0 && dup2(high[i], 3 + i) == 3 + i && close(high[i]) == 0;
    }
    sigemptyset(&mask);
    sigaddset(&mask, SIGINT);
    if (launch->lowest) {
        (void)!nice(LOWEST);
    }
    if (good && close(high_talk) == 0 && sigprocmask(SIG_SETMASK, &mask, NULL) == 0) {
        if (launch->path) {
            execv(launch->path, words);
        } else {
            execvp(words[0], words);
        }
    }
    reason = errno;
    (void)!write(high_failure, &reason, sizeof(reason));
    _exit(127);
}

static int start_child(struct process *process, const struct launch *wanted)
{
    const int pipes = wanted->pipes;
    int ends[PROCESS_PIPES + 2][2], reason = 0; /* the last two: output, errno of exec */
    int *talk = ends[PROCESS_PIPES], *failure = ends[PROCESS_PIPES + 1];
    *process = (struct process){.id = -1, .pipes = {-1, -1}, .talk_pipe = -1};
    memset(ends, 0xff, sizeof(ends));
    for (int i = 0; i < PROCESS_PIPES + 2 && reason == 0; i++) {
        if ((i < pipes || i >= PROCESS_PIPES) && make_pipe(ends[i]) < 0) {
            reason = errno;
        }
    }
    if (reason == 0) {
        process->id = fork();
        reason = process->id < 0 ? errno : 0;
    }
    if (process->id == 0) {
        exec_child(wanted, (const int(*)[2])ends, talk[1], failure[1]);
    }
    if (reason == 0) {
        close_all(&failure[1], 1);
        const bool failed = read(failure[0], &reason, sizeof(reason)) == (ssize_t)sizeof(reason);
        if (failed) {
            (void)waitpid((pid_t)process->id, NULL, 0);
        } else {
            reason = 0;
        }
    }
    if (reason == 0) {
        for (int i = 0; i < pipes; i++) {
            process->pipes[i] = ends[i][1];
            ends[i][1] = -1;
            (void)fcntl(process->pipes[i], F_SETFL, O_NONBLOCK);
        }
        process->talk_pipe = talk[0];
        talk[0] = -1;
        (void)fcntl(process->talk_pipe, F_SETFL, O_NONBLOCK);
    }
    close_all(&ends[0][0], 2 * (PROCESS_PIPES + 2));
    errno = reason;
    return reason == 0 ? 0 : -1;
}

int process_launch(struct process *process, const char *const *words, int pipes)
{
    return start_child(process, &(struct launch){.words = words, .pipes = pipes});
}

bool process_is_there(const char *program)
{
    const char *at = getenv("PATH");
    char path[4096];
    while (at && *at) {
        const size_t length = strcspn(at, ":");
        const int written = snprintf(path, sizeof(path), "%.*s/%s", (int)length, at, program);
        if (length > 0 && written < (int)sizeof(path) && access(path, X_OK) == 0) {
            return true;
        }
        at += length + (at[length] == ':');
    }
    return false;
}

int process_launch_behind(struct process *process, const char *path, const char *const *words)
{
    struct launch wanted = {.path = path, .words = words, .lowest = true};
#ifdef __linux__
    if (!path) { /* without /proc it is found by its name */
        wanted.path = access(THIS_PROGRAM, X_OK) == 0 ? THIS_PROGRAM : NULL;
    }
#endif
    return start_child(process, &wanted);
}

long process_listen(struct process *process, char *text, size_t size, bool wait)
{
    ssize_t got = -1;
    bool again = process->talk_pipe >= 0;
    while (again) {
        struct pollfd file = {.fd = process->talk_pipe, .events = POLLIN};
        (void)poll(&file, 1, wait ? -1 : 0);
        got = read(process->talk_pipe, text, size);
        const bool nothing = got < 0 && (errno == EAGAIN || errno == EINTR);
        again = nothing && wait;
        got = nothing ? 0 : got > 0 ? got : -1;
    }
    if (got < 0) {
        close_all(&process->talk_pipe, 1);
    }
    return got;
}

/* Reads the child's output and keeps the last bytes. False: the child closed the pipe. */
static bool listen_to(struct process *process)
{
    char part[512];
    const ssize_t got = read(process->talk_pipe, part, sizeof(part));
    if (got <= 0) {
        return got < 0 && (errno == EAGAIN || errno == EINTR);
    }
    process_keep_talk(process, part, (size_t)got);
    return true;
}

static int feed_one(int file, struct process_feed *feed)
{
    const ssize_t put = write(file, feed->bytes + feed->taken, feed->size - feed->taken);
    if (put < 0) {
        return errno == EAGAIN || errno == EINTR ? 0 : -1;
    }
    feed->taken += (size_t)put;
    return 0;
}

static bool has_spare(const struct process_feed feeds[PROCESS_PIPES])
{
    bool some = false;
    for (int i = 0; i < PROCESS_PIPES; i++) {
        some = some || feeds[i].spare > 0;
    }
    return some;
}

/* Writes spare bytes to pipes whose reader consumed everything. */
static void give_spare(const struct process *process, struct process_feed feeds[PROCESS_PIPES])
{
    for (int i = 0; i < PROCESS_PIPES; i++) {
        const size_t morsel = feeds[i].spare < MORSEL ? feeds[i].spare : MORSEL;
        int unread = 0;
        if (morsel > 0 && feeds[i].taken == feeds[i].size &&
            (ioctl(process->pipes[i], FIONREAD, &unread) < 0 || unread == 0)) {
            feeds[i].size += morsel;
            feeds[i].spare -= morsel;
        }
    }
}

int process_write(struct process *process, struct process_feed feeds[PROCESS_PIPES], int until)
{
    int waited = 0;
    while (feeds[until].taken < feeds[until].size) {
        const int wait = has_spare(feeds) ? HUNGER_MS : PATIENCE_MS;
        struct pollfd files[PROCESS_PIPES + 1];
        for (int i = 0; i < PROCESS_PIPES; i++) {
            const bool wants = process->pipes[i] >= 0 && feeds[i].taken < feeds[i].size;
            files[i] = (struct pollfd){.fd = wants ? process->pipes[i] : -1, .events = POLLOUT};
        }
        files[PROCESS_PIPES] = (struct pollfd){.fd = process->talk_pipe, .events = POLLIN};
        const int ready = poll(files, PROCESS_PIPES + 1, wait);
        if (ready < 0 && errno != EINTR) {
            return -1;
        }
        waited = ready > 0 ? 0 : waited + wait;
        if (waited >= PATIENCE_MS && process_was_asked_to_end()) {
            errno = EINTR;
            return -1;
        }
        if (ready == 0) {
            give_spare(process, feeds);
        }
        if (files[PROCESS_PIPES].revents && !listen_to(process)) {
            close_all(&process->talk_pipe, 1);
        }
        for (int i = 0; i < PROCESS_PIPES; i++) {
            if (files[i].revents && feed_one(process->pipes[i], &feeds[i]) < 0) {
                return -1;
            }
        }
    }
    return 0;
}

void process_end_pipe(struct process *process, int pipe)
{
    close_all(&process->pipes[pipe], 1);
}

bool process_finish(struct process *process)
{
    int status = 0;
    pid_t ended;
    close_all(process->pipes, PROCESS_PIPES);
    while (process->talk_pipe >= 0) {
        struct pollfd file = {.fd = process->talk_pipe, .events = POLLIN};
        if ((poll(&file, 1, -1) < 0 && errno != EINTR) || !listen_to(process)) {
            close_all(&process->talk_pipe, 1);
        }
    }
    do {
        ended = waitpid((pid_t)process->id, &status, 0);
    } while (ended < 0 && errno == EINTR);
    return ended > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* --- signals that end a program --------------------------------------------------------------- */

static const int guarded[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};
enum { GUARDED = sizeof(guarded) / sizeof(guarded[0]) };

void process_guard_begin(struct process_guard *guard)
{
    sigset_t mask, before;
    _Static_assert(sizeof(before) <= sizeof(guard->before), "room for a sigset_t");
    sigemptyset(&mask);
    for (int i = 0; i < GUARDED; i++) {
        sigaddset(&mask, guarded[i]);
    }
    (void)pthread_sigmask(SIG_BLOCK, &mask, &before);
    memcpy(guard->before, &before, sizeof(before));
}

/* A blocked signal is pending even if it is ignored, as SIGHUP is under nohup. */
static bool is_asked_by(const sigset_t *pending, int number)
{
    struct sigaction action;
    return sigismember(pending, number) && sigaction(number, NULL, &action) == 0 &&
           action.sa_handler != SIG_IGN;
}

/* A blocked signal stays pending: there is no handler, and nothing global. */
bool process_was_asked_to_end(void)
{
    sigset_t pending;
    return sigpending(&pending) == 0 &&
           (is_asked_by(&pending, SIGINT) || is_asked_by(&pending, SIGTERM) ||
            is_asked_by(&pending, SIGHUP));
}

void process_guard_end(const struct process_guard *guard)
{
    sigset_t pending, one, before;
    for (int i = 0; i < GUARDED; i++) {
        int taken;
        sigemptyset(&one);
        sigaddset(&one, guarded[i]);
        if (sigpending(&pending) == 0 && sigismember(&pending, guarded[i])) {
            (void)sigwait(&one, &taken); /* takes it at once */
        }
    }
    memcpy(&before, guard->before, sizeof(before));
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* --- copies of this one ----------------------------------------------------------------------- */

void *process_share(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void process_unshare(void *memory, size_t size)
{
    if (memory) {
        munmap(memory, size);
    }
}

/* An orphan would continue and write the same files as the next run. */
static void end_with(pid_t parent)
{
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) {
        _exit(1);
    }
}

long process_copy(int (*run)(void *context), void *context)
{
    fflush(NULL);
    const pid_t parent = getpid(), id = fork();
    if (id == 0) {
        end_with(parent);
        const int status = run(context);
        fflush(NULL);
        _exit(status);
    }
    return id;
}

bool process_copy_ended(int wait_ms, long *id, int *status)
{
    const struct timespec step = {.tv_nsec = 20 * 1000 * 1000};
    for (int waited = 0;; waited += 20) {
        int how = 0;
        const pid_t ended = waitpid(-1, &how, WNOHANG);
        if (ended > 0) {
            *id = ended;
            *status = WIFEXITED(how) ? WEXITSTATUS(how) : -1;
            return true;
        }
        if (waited >= wait_ms) {
            return false;
        }
        (void)nanosleep(&step, NULL);
    }
}

void process_ask_to_end(long id)
{
    (void)kill((pid_t)id, SIGTERM);
}

int process_lines_open(struct process_lines *lines)
{
    *lines = (struct process_lines){.ends = {-1, -1}};
    if (make_pipe(lines->ends) < 0) {
        return -1;
    }
    if (fcntl(lines->ends[0], F_SETFL, O_NONBLOCK) < 0) {
        process_lines_close(lines);
        return -1;
    }
    return 0;
}

void process_lines_enter(const struct process_lines *lines)
{
    if (lines->ends[1] >= 0 && dup2(lines->ends[1], STDERR_FILENO) >= 0) {
        (void)setvbuf(stderr, NULL, _IOLBF, BUFSIZ); /* whole lines, which do not mix in a pipe */
    }
}

const char *process_lines_next(struct process_lines *lines)
{
    for (;;) {
        char *line = lines->text + lines->taken;
        const size_t size = lines->used - lines->taken;
        char *end = memchr(line, '\n', size);
        if (!end && size == sizeof(lines->text) - 1) {
            end = line + size;
        }
        if (end) {
            *end = '\0';
            lines->taken = (size_t)(end - lines->text) + (end < lines->text + lines->used);
            return line;
        }
        memmove(lines->text, line, size);
        lines->used = size;
        lines->taken = 0;
        const ssize_t got = lines->ends[0] < 0 ? 0
                                               : read(lines->ends[0], lines->text + size,
                                                      sizeof(lines->text) - 1 - size);
        if (got <= 0) {
            return NULL;
        }
        lines->used += (size_t)got;
    }
}

void process_lines_close(struct process_lines *lines)
{
    close_all(lines->ends, 2);
}
