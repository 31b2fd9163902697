#include "tools/bench/peers/process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "assets/platform.h"

bool process_read(int from, const char *until, int seconds, char *text, size_t size)
{
    const double end = platform_now() + seconds;
    size_t length = 0;
    text[0] = '\0';
    while (platform_now() < end) {
        struct pollfd ready = {.fd = from, .events = POLLIN};
        if (poll(&ready, 1, 1000) <= 0) {
            continue;
        }
        char piece[4096];
        const ssize_t got = read(from, piece, sizeof(piece));
        if (got <= 0) {
            return got == 0 && !until;
        }
        if ((size_t)got < size - length) { /* what is beyond does not matter */
            memcpy(text + length, piece, (size_t)got);
            length += (size_t)got;
            text[length] = '\0';
        }
        if (until && strstr(text, until)) {
            return true;
        }
    }
    return false;
}

pid_t process_start(char **arguments, int out, int *from)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return 0;
    }
    const pid_t child = fork();
    if (child == 0) {
        const int nowhere = open("/dev/null", O_RDWR);
        for (int i = 0; i < 3; i++) {
            dup2(nowhere, i);
        }
        dup2(ends[1], out);
        if (out == STDOUT_FILENO) {
            dup2(ends[1], STDERR_FILENO);
        }
        execv(arguments[0], arguments);
        _exit(127);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return 0;
    }
    *from = ends[0];
    return child;
}

void process_stop(pid_t child)
{
    if (child > 0) {
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
}

static void remove_folder(char *path)
{
    char *arguments[] = {"/bin/rm", "-rf", path, NULL};
    int from;
    const pid_t child = process_start(arguments, STDOUT_FILENO, &from);
    if (child > 0) {
        waitpid(child, NULL, 0);
        close(from);
    }
}

bool process_leash_begin(struct process_leash *leash, pid_t child, char *folder)
{
    int ends[2];
    *leash = (struct process_leash){0};
    if (pipe(ends) != 0) {
        return false;
    }
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    leash->cleaner = fork();
    if (leash->cleaner == 0) {
        char byte;
        close(ends[1]);
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        while (read(ends[0], &byte, 1) > 0) {
        }
        if (child > 0) {
            kill(child, SIGKILL);
        }
        remove_folder(folder);
        _exit(0);
    }
    close(ends[0]);
    leash->end = ends[1];
    if (leash->cleaner < 0) {
        close(ends[1]);
    }
    return leash->cleaner > 0;
}

void process_leash_end(struct process_leash *leash, char *folder)
{
    if (leash->cleaner > 0) {
        close(leash->end);
        waitpid(leash->cleaner, NULL, 0);
    } else if (folder[0] != '\0') {
        remove_folder(folder);
    }
}

bool process_make_folder(char *path, size_t size)
{
    const char *folder = getenv("TMPDIR");
    snprintf(path, size, "%s/quakereel-bench-XXXXXX", folder ? folder : "/tmp");
    if (!mkdtemp(path)) {
        path[0] = '\0';
        return false;
    }
    return true;
}
