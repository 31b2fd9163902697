/* A demo rendered to a Motion JPEG file instead of a window. */
#ifndef ENGINE_CAPTURE_FILM_H
#define ENGINE_CAPTURE_FILM_H

#include "engine/playback/player.h"

/* The part of the demo between two times (seconds; from > to plays backward), `speed` demo seconds
 * a second. Says on stderr what it does, and the path on stdout when all went well. 0, or
 * EXIT_BAD_INPUT after one line on stderr; what was rendered before a failure is kept. */
int film_write(struct player *player, const char *path, double from, double to, double speed);

#endif
