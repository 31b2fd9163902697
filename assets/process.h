/* Processes: another program fed through pipes, and copies of this one that share work. Beside
 * platform.h the other file to replace for another operating system.
 *
 * Functions that return int give 0, or -1 with errno set, unless told otherwise. */
#ifndef ASSETS_PROCESS_H
#define ASSETS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "formats/base/error.h"

/* --- another program -------------------------------------------------------------------------- */

enum { PROCESS_PIPES = 2, PROCESS_TALK = 1024 };

struct process {
    long id;
    int pipes[PROCESS_PIPES]; /* our ends; -1 = none */
    int talk_pipe;
    char talk[PROCESS_TALK]; /* the last of what it said on stdout and stderr */
};

/* Starts a program found in $PATH, without a shell. words: its name first, NULL behind the last.
 * It reads `pipes` pipes as files 3, 4 ..., and nothing from standard input. It hears no Ctrl+C.
 * errno is ENOENT when there is no such program. */
int process_launch(struct process *process, const char *const *words, int pipes) MUST_CHECK;

/* The same, without pipes, with a program at a path, or NULL: this very one (on Linux whatever has
 * become of its file since). words: the first is what it is called. It runs at the lowest priority,
 * and hears no Ctrl+C. */
int process_launch_behind(struct process *process, const char *path,
                          const char *const *words) MUST_CHECK;
/* What it has said since, for who wants all of it (`talk` stays empty): so many bytes into text.
 * wait: until there is something. 0 = nothing now, -1 = it says no more: process_finish does not
 * wait for long then. */
long process_listen(struct process *process, char *text, size_t size, bool wait);

/* Bytes for one pipe, and how many of them it has taken. Behind them are `spare` more, which go
 * only when the program has read all it got there and takes nothing elsewhere, either. */
struct process_feed {
    const uint8_t *bytes;
    size_t size, taken, spare;
};

/* Writes to all pipes, as each takes it, until the one called `until` has taken everything. -1: the
 * program reads no more (EPIPE); it reads nothing for 2 s and process_was_asked_to_end (EINTR); or
 * another failure. SIGPIPE has to be blocked or ignored. */
int process_write(struct process *process, struct process_feed feeds[PROCESS_PIPES],
                  int until) MUST_CHECK;
/* Nothing more goes to that pipe: the process reads its end there. */
void process_end_pipe(struct process *process, int pipe);

/* Closes the pipes and waits for its end. True: its exit status was 0. */
bool process_finish(struct process *process);

/* --- signals that end a program --------------------------------------------------------------- */

/* From `begin` to `end` Ctrl+C (SIGINT), SIGTERM, and writing to a closed pipe or beyond a limit do
 * not end this process and the threads it starts meanwhile; was_asked tells whether it was to end.
 */
struct process_guard {
    uint8_t before[128]; /* a sigset_t */
};
void process_guard_begin(struct process_guard *guard);
bool process_was_asked_to_end(void);
void process_guard_end(const struct process_guard *guard);

/* --- copies of this one ----------------------------------------------------------------------- */

/* Memory that copies made later share, all zero; NULL = none. */
void *process_share(size_t size);
void process_unshare(void *memory, size_t size);

/* A copy of this process that calls run and ends with what it returns (0 .. 255), without anything
 * else; on Linux it ends with this process. No other thread may be running. Its id, or -1. */
long process_copy(int (*run)(void *context), void *context);
/* Whether a copy has ended (wait: within so many ms): *id, and *status: what run gave, or -1 when a
 * signal ended it. False: none has. */
bool process_copy_ended(int wait_ms, long *id, int *status);
void process_ask_to_end(long id);

#endif
