/* Other programs that are measured: started, read from, stopped, and nothing of them left behind,
 * however the bench ends. */
#ifndef TOOLS_BENCH_PEERS_PROCESS_H
#define TOOLS_BENCH_PEERS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Starts arguments[0] with its descriptor `out` as the pipe *from (standard errors go along with
 * standard output), and nothing to read. 0: it cannot be. */
pid_t process_start(char **arguments, int out, int *from);
/* Kills it and waits for its end; 0 is fine. */
void process_stop(pid_t child);

/* Reads into a string up to `until`, or to the end where that is NULL; false when that takes
 * longer, or the end comes before. */
bool process_read(int from, const char *until, int seconds, char *text, size_t size);

/* Creates a temporary folder. */
bool process_make_folder(char *path, size_t size);

/* A process that waits for the end of this one, or of the leash. */
struct process_leash {
    pid_t cleaner;
    int end;
};

/* Then `child` (0: none) is killed and `folder` removed with all in it. */
bool process_leash_begin(struct process_leash *leash, pid_t child, char *folder);
/* Ends it now. A leash that never began: the folder is removed here; "" is none. */
void process_leash_end(struct process_leash *leash, char *folder);

#endif
