/* Progress of a film on stderr (engine/report/progress_line.h). For programs, on stdout: "progress
 * FRAMES ALL BYTES" several times per second. */
#ifndef ENGINE_COMMANDS_RENDER_PROGRESS_H
#define ENGINE_COMMANDS_RENDER_PROGRESS_H

#include "engine/capture/film_writer.h"
#include "engine/report/progress_line.h"

struct render_progress {
    const char *name; /* the film's name */
    uint64_t frames;  /* total */
    struct progress_line line;
    bool quiet;
    bool counts;           /* print the lines for programs */
    double began, counted; /* s, platform_now */
};

void render_progress_begin(struct render_progress *progress, const char *name, uint64_t frames,
                           bool quiet);
void render_progress_tell(struct render_progress *progress, struct film_written written);
/* Prints the last line for programs, if enabled. */
void render_progress_end(struct render_progress *progress, struct film_written written);
/* Clears the terminal's line, so that the next message starts a new one. */
void render_progress_clear(struct render_progress *progress);

enum { RENDER_PROGRESS_TEXT = 160 };

/* "film.avi: 120/600 frames (20 %), 47.1 a second, 0:10 left, 3.4 MB". seconds: elapsed. */
void render_progress_text(char text[RENDER_PROGRESS_TEXT], const char *name, uint64_t frames,
                          struct film_written written, double seconds);

#endif
