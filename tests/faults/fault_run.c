#define _GNU_SOURCE /* PR_SET_CHILD_SUBREAPER */

#include "tests/faults/fault_run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "assets/platform.h"
#include "formats/base/hash64.h"

enum { PATIENCE_SECONDS = 40, LEFT_SECONDS = 3 };

static void name_file(char path[TREE_PATH], const char *place, const char *name)
{
    if (snprintf(path, TREE_PATH, "%s/%s", place, name) >= TREE_PATH) {
        errno = ENAMETOOLONG;
        tree_give_up("name", place);
    }
}

void fault_runner_open(struct fault_runner *runner, const struct fault_programs *programs,
                       const char *place)
{
    *runner = (struct fault_runner){0};
    if (mkdir(place, 0777) < 0 && errno != EEXIST) {
        tree_give_up("make", place);
    }
    snprintf(runner->program, TREE_PATH, "%s", programs->program);
    snprintf(runner->library, TREE_PATH, "%s", programs->library);
    snprintf(runner->marks, TREE_PATH, "%s", programs->marks);
    name_file(runner->folder, place, "run");
    name_file(runner->out, place, "out");
    name_file(runner->err, place, "err");
    name_file(runner->plan_path, place, "plan");
    const int fd = open(runner->plan_path, O_RDWR | O_CREAT | O_TRUNC, 0666);
    if (fd < 0 || ftruncate(fd, sizeof(*runner->plan)) < 0) {
        tree_give_up("make", runner->plan_path);
    }
    void *memory = mmap(NULL, sizeof(*runner->plan), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (memory == MAP_FAILED) {
        tree_give_up("map", runner->plan_path);
    }
    close(fd);
    runner->plan = memory;
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* workers of a killed process come to this one */
}

static _Noreturn void exec_program(const struct fault_runner *runner, const char *const *words,
                                   const char *more)
{
    const bool marks = strcmp(words[0], "save_marks") == 0;
    const char *program = marks ? runner->marks : runner->program;
    char *argv[FAULT_WORDS + 3] = {(char *)(uintptr_t)program}, saved[TREE_PATH], tools[TREE_PATH];
    int count = 1;
    for (int i = marks; words[i] && i < FAULT_WORDS; i++) {
        argv[count++] = (char *)(uintptr_t)words[i];
    }
    argv[count] = (char *)(uintptr_t)more;
    const int in = open("/dev/null", O_RDONLY);
    const int out = open(runner->out, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    const int err = open(runner->err, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    name_file(saved, runner->folder, "saved");
    setenv("XDG_STATE_HOME", saved, 1);
    setenv("XDG_CONFIG_HOME", saved, 1);
    name_file(tools, runner->folder, "bin:/usr/bin:/bin");
    setenv("PATH", tools, 1);
    setenv("LD_PRELOAD", runner->library, 1);
    setenv(FAULT_PLAN_VARIABLE, runner->plan_path, 1);
    if (setpgid(0, 0) < 0 || chdir(runner->folder) < 0 || dup2(in, STDIN_FILENO) < 0 ||
        dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0) {
        _exit(126);
    }
    close(in);
    close(out);
    close(err);
    execv(program, argv);
    _exit(127);
}

long fault_start(struct fault_runner *runner, const char *const *words, const char *more,
                 const struct fault *fault)
{
    memset(runner->plan, 0, sizeof(*runner->plan));
    runner->plan->kind = fault->kind;
    runner->plan->number = fault->number;
    runner->plan->way = fault->way;
    runner->plan->no_unnamed = runner->no_unnamed;
    fflush(NULL);
    const pid_t process = fork();
    if (process < 0) {
        tree_give_up("start", runner->program);
    }
    if (process == 0) {
        exec_program(runner, words, more);
    }
    (void)setpgid(process, process);
    return process;
}

static void pause_a_little(void)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    (void)nanosleep(&pause, NULL);
}

/* Waits for a process (>0) or any of a group (<0). False: it took too long. */
static bool wait_for(pid_t which, double seconds, int *status)
{
    const double end = platform_now() + seconds;
    for (;;) {
        const pid_t ended = waitpid(which, status, WNOHANG);
        if (ended > 0 || (ended < 0 && errno == ECHILD)) {
            return true;
        }
        if (platform_now() > end) {
            return false;
        }
        pause_a_little();
    }
}

/* Ends and reaps what is left of the process group. True if some lived on. */
static bool end_group(pid_t group)
{
    const double end = platform_now() + LEFT_SECONDS;
    int status;
    bool left = false;
    for (;;) {
        while (waitpid(-group, &status, WNOHANG) > 0) {
        }
        if (kill(-group, 0) < 0) {
            return left;
        }
        if (platform_now() > end) {
            left = true;
            (void)kill(-group, SIGKILL);
        }
        pause_a_little();
    }
}

void fault_finish(struct fault_runner *runner, long process, struct fault_result *result)
{
    struct file_bytes bytes;
    int status = 0;
    *result = (struct fault_result){0};
    if (!wait_for((pid_t)process, PATIENCE_SECONDS, &status)) {
        result->hung = true;
        (void)kill(-(pid_t)process, SIGKILL);
        (void)waitpid((pid_t)process, &status, 0);
    }
    result->left_behind = end_group((pid_t)process);
    result->status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
    result->happened = atomic_load(&runner->plan->happened) != 0;
    if (platform_read_file(runner->out, &bytes) == 0) {
        result->printed.size = bytes.size;
        result->printed.hash = hash64_add(HASH64_START, bytes.data, bytes.size);
        platform_free_file(&bytes);
    }
    if (platform_read_file(runner->err, &bytes) == 0) {
        snprintf(result->said, sizeof(result->said), "%.*s", (int)bytes.size,
                 (const char *)bytes.data);
        platform_free_file(&bytes);
    }
}

void fault_run(struct fault_runner *runner, const char *const *words, const char *more,
               const struct fault *fault, struct fault_result *result)
{
    fault_finish(runner, fault_start(runner, words, more, fault), result);
}
