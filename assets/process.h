/* Processes: runs another program with pipes, and forks workers of this one. assets/system holds
 * what differs between systems: Windows has no workers.
 *
 * Functions that return int return 0, or -1 with errno set, unless stated otherwise. */
#ifndef ASSETS_PROCESS_H
#define ASSETS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* --- another program -------------------------------------------------------------------------- */

enum { PROCESS_PIPES = 2, PROCESS_TALK = 1024 };

struct process_system;

struct process {
    long id;
    int pipes[PROCESS_PIPES]; /* write ends; -1 = none */
    int talk_pipe;
    char talk[PROCESS_TALK];       /* the end of its output on stdout and stderr */
    struct process_system *system; /* owned; what Windows needs besides */
};

/* Starts a program found in $PATH, without a shell. words: argv, NULL-terminated. It reads `pipes`
 * pipes as file descriptors 3, 4 ...; its standard input is empty. It does not receive Ctrl+C.
 * errno is ENOENT if there is no such program. */
int process_launch(struct process *process, const char *const *words, int pipes) MUST_CHECK;

/* True if process_launch would find the program, a name without '/', in $PATH. */
bool process_is_there(const char *program);

/* Starts the program at a path without pipes; NULL = this program (on Linux also if its file was
 * replaced). words: argv. It runs at the lowest priority and does not receive Ctrl+C. */
int process_launch_behind(struct process *process, const char *path,
                          const char *const *words) MUST_CHECK;
/* Reads its output since the last call into text and returns the bytes read (`talk` stays empty).
 * wait: blocks until there is output. 0 = none now, -1 = it closed its output and will exit soon.
 */
long process_listen(struct process *process, char *text, size_t size, bool wait);

/* Bytes for one pipe, and how many were written. They are followed by `spare` more, which are
 * written only when the program has read everything on this pipe and reads nothing on the others.
 */
struct process_feed {
    const uint8_t *bytes;
    size_t size, taken, spare;
};

/* Writes to all pipes, as each accepts data, until all bytes of pipe `until` are written. errno is
 * EPIPE if the program stopped reading, EINTR if it read nothing for 2 s and
 * process_was_asked_to_end is true. SIGPIPE has to be blocked or ignored. */
int process_write(struct process *process, struct process_feed feeds[PROCESS_PIPES],
                  int until) MUST_CHECK;
/* Closes a pipe: the program reads end of file. */
void process_end_pipe(struct process *process, int pipe);

/* Appends to `talk`, which keeps the last bytes. */
void process_keep_talk(struct process *process, const char *text, size_t size);

/* Closes the pipes and waits for the program to exit. True: exit status 0. */
bool process_finish(struct process *process);

/* --- signals that end a program --------------------------------------------------------------- */

/* Between begin and end, Ctrl+C (SIGINT), SIGTERM, SIGHUP (its terminal was closed), SIGPIPE and
 * SIGXFSZ do not end this process, nor the threads it starts meanwhile; was_asked returns whether
 * SIGINT, SIGTERM or SIGHUP is pending and not ignored (nohup). */
struct process_guard {
    uint8_t before[128]; /* holds a sigset_t */
};
void process_guard_begin(struct process_guard *guard);
bool process_was_asked_to_end(void);
void process_guard_end(const struct process_guard *guard);

/* --- copies of this one ----------------------------------------------------------------------- */

/* Zeroed memory shared with workers forked later; NULL if out of memory. */
void *process_share(size_t size);
void process_unshare(void *memory, size_t size);

/* Forks a worker that calls run and exits with its result (0..255), without atexit handlers; on
 * Linux it is killed when this process ends. No other thread may be running. Returns its id, or -1;
 * errno is ENOSYS on Windows. */
long process_copy(int (*run)(void *context), void *context);
/* Waits up to wait_ms for a worker to exit: sets *id and *status (run's result, -1 = killed).
 * False: none exited. */
bool process_copy_ended(int wait_ms, long *id, int *status);
void process_ask_to_end(long id);

/* What copies print on standard error, for the process that started them. */
enum { PROCESS_LINE = 1024 };
struct process_lines {
    int ends[2]; /* of a pipe; -1 = closed */
    char text[PROCESS_LINE];
    size_t used, taken; /* bytes in text, and of those that were returned */
};

/* Before copies are started. On failure it is closed, and copies print as this process does. */
int process_lines_open(struct process_lines *lines) MUST_CHECK;
/* In a copy: its standard error goes to the other process from here on. */
void process_lines_enter(const struct process_lines *lines);
/* The next line without its end, valid until the next call; NULL = none now. Does not block. A line
 * of PROCESS_LINE bytes or more comes in parts. */
const char *process_lines_next(struct process_lines *lines);
/* May be called on one that is closed. */
void process_lines_close(struct process_lines *lines);

#endif
