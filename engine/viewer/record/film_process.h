/* A film being made by a process beside the window, at the lowest priority: starting it, hearing
 * how far it is, ending it. Never waits but in film_process_end. */
#ifndef ENGINE_VIEWER_RECORD_FILM_PROCESS_H
#define ENGINE_VIEWER_RECORD_FILM_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

#include "assets/process.h"
#include "engine/viewer/record/render_argv.h"

enum { FILM_PROCESS_SAID = 512 };

struct film_process { /* start from {0} */
    bool runs;
    bool asked; /* to end */
    struct process process;
    uint64_t frames, all, bytes;  /* done; of the whole film, 0 = not known yet */
    char line[FILM_PROCESS_SAID]; /* the beginning of a line that is not whole yet */
    size_t used;
    char said[2][FILM_PROCESS_SAID]; /* the last lines that were not about that */
};

enum film_process_state {
    FILM_PROCESS_RUNS,
    FILM_PROCESS_DONE,  /* the film is complete */
    FILM_PROCESS_FAILED /* why is in said */
};

/* program: a path, NULL = this program itself. 0, or -1 with errno set. */
int film_process_begin(struct film_process *film, const char *program,
                       const struct render_argv *argv) MUST_CHECK;
/* Hears what there is to hear. *news: how far it is has changed. */
enum film_process_state film_process_follow(struct film_process *film, bool *news);
/* It is to end with what there is of the film; film_process_follow tells when it has. */
void film_process_ask_to_end(struct film_process *film);
/* The same, and waits for that. */
enum film_process_state film_process_end(struct film_process *film);
/* Its last lines in one. */
void film_process_said(const struct film_process *film, char *text, size_t size);

#endif
