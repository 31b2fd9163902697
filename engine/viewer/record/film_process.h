/* A child process at the lowest priority that renders a film for the window: start, progress, end.
 * Only film_process_end waits. Main thread only. */
#ifndef ENGINE_VIEWER_RECORD_FILM_PROCESS_H
#define ENGINE_VIEWER_RECORD_FILM_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/process.h"
#include "engine/viewer/record/render_argv.h"

enum { FILM_PROCESS_SAID = 512 };

struct film_process { /* zero-initialise */
    bool runs;
    bool asked; /* to end early */
    struct process process;
    uint64_t frames, all, bytes;  /* rendered; of the whole film, 0 = unknown; bytes written */
    char line[FILM_PROCESS_SAID]; /* start of an incomplete line of its output */
    size_t used;
    char said[2][FILM_PROCESS_SAID]; /* its last two lines that are not progress */
};

enum film_process_state {
    FILM_PROCESS_RUNS,
    FILM_PROCESS_DONE,  /* the film is complete */
    FILM_PROCESS_FAILED /* the reason is in `said` */
};

/* Starts the film; program: its path, NULL = this program. Returns 0, or -1 with errno set. */
int film_process_begin(struct film_process *film, const char *program,
                       const struct render_argv *argv) MUST_CHECK;
/* Reads its output so far. *news: the progress changed. */
enum film_process_state film_process_follow(struct film_process *film, bool *news);
/* Asks it to end with the frames rendered so far; film_process_follow returns the end. */
void film_process_ask_to_end(struct film_process *film);
/* Asks it to end and waits for the end. */
enum film_process_state film_process_end(struct film_process *film);
/* Its last two lines, joined by "; ". */
void film_process_said(const struct film_process *film, char *text, size_t size);

#endif
