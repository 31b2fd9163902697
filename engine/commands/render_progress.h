/* How far a film has come, on stderr: one line that is written over and over on a terminal, a line
 * every ten seconds elsewhere. For programs that want to know, on stdout: a line
 * "progress FRAMES ALL BYTES" several times a second. */
#ifndef ENGINE_COMMANDS_RENDER_PROGRESS_H
#define ENGINE_COMMANDS_RENDER_PROGRESS_H

#include "engine/capture/film_writer.h"

struct render_progress {
    const char *name; /* of the film */
    uint64_t frames;  /* it will have */
    bool terminal, quiet, shown;
    bool counts;                 /* those lines for programs */
    double began, told, counted; /* s of platform_now */
};

void render_progress_begin(struct render_progress *progress, const char *name, uint64_t frames,
                           bool quiet);
void render_progress_tell(struct render_progress *progress, struct film_written written);
/* The last line for programs, where there are such. */
void render_progress_end(struct render_progress *progress, struct film_written written);
/* Takes the terminal's line away: what is said next begins a line. */
void render_progress_clear(struct render_progress *progress);

enum { RENDER_PROGRESS_TEXT = 160 };

/* "film.avi: 120/600 frames (20 %), 47.1 a second, 0:10 left, 3.4 MB"; seconds it took so far. */
void render_progress_text(char text[RENDER_PROGRESS_TEXT], const char *name, uint64_t frames,
                          struct film_written written, double seconds);

#endif
