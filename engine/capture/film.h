/* A demo rendered to a Motion JPEG file instead of a window. */
#ifndef ENGINE_CAPTURE_FILM_H
#define ENGINE_CAPTURE_FILM_H

#include "engine/playback/player.h"

struct film_options {
    double from, to; /* demo seconds; from > to plays backward */
    double speed;    /* demo seconds a second, greater than 0 */
    int width, height;
    int fps;
    int quality; /* of the pictures, 1 .. 100 */
};

struct film_report {
    uint32_t wanted, written; /* frames; fewer are written when the file would be too large */
    bool kept;                /* after a failure: what was written before is a film */
};

/* Frames the film has. */
uint32_t film_frames(const struct film_options *options);

/* Renders to path, piece by piece. 0, or a negative code with one line in err->what. The report is
 * filled in both cases; what was rendered before a failure stays as a film. */
int film_write(struct player *player, const char *path, const struct film_options *options,
               struct film_report *report, struct format_error *err) MUST_CHECK;

#endif
