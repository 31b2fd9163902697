/* Watching demos in a window: keys, mouse, the bar, cameras, a playlist. Main thread only. */
#ifndef ENGINE_VIEWER_VIEWER_H
#define ENGINE_VIEWER_VIEWER_H

#include <stdbool.h>
#include <stddef.h>

#include "engine/options/options.h"

struct viewer_options {
    const struct options *asked; /* the command line's; settings.conf has what it does not give */
    const char *const *demos;    /* the playlist, borrowed; none = the built-in demo */
    size_t num_demos;
    bool choose;         /* they are an archive's: show the list to choose from */
    const char *program; /* path of the program that renders films; NULL = this one */
};

enum viewer_end {
    VIEWER_GOOD,
    VIEWER_BAD,      /* something could not be opened, was damaged, or went wrong */
    VIEWER_NO_WINDOW /* nothing was played; why is in reason */
};

struct viewer;

/* Opens the window and the first demo that can be; options must outlive the viewer. Returns NULL if
 * it is over before it began: *end tells how, and reason why for VIEWER_NO_WINDOW. */
struct viewer *viewer_begin(const struct viewer_options *options, enum viewer_end *end,
                            char *reason, size_t reason_size);
/* One turn: takes what the user did, moves everything on to the present, and draws if the picture
 * changes. Never sleeps, but for the screen where the window waits for it. *rest: seconds in which
 * nothing is to be done unless the user does something; 0 while the picture moves. Returns false
 * when it is over. */
bool viewer_step(struct viewer *viewer, double *rest);
/* Saves what is to be kept, and frees the viewer. */
enum viewer_end viewer_finish(struct viewer *viewer);

/* Begin, turns and end, for a program that may sleep: plays until the user leaves, or SIGINT,
 * SIGTERM or SIGHUP asks for it; saves what is to be kept. Main thread only. */
enum viewer_end viewer_run(const struct viewer_options *options, char *reason, size_t reason_size);

#endif
