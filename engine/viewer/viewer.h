/* Watching demos in a window: keys, mouse, the bar, cameras, a playlist. */
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

/* Plays until the user leaves, or SIGINT, SIGTERM or SIGHUP asks for it; saves what is to be kept.
 * Main thread only. */
enum viewer_end viewer_run(const struct viewer_options *options, char *reason, size_t reason_size);

#endif
