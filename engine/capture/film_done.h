/* Compares a finished film's file with what a render would make: for --resume. */
#ifndef ENGINE_CAPTURE_FILM_DONE_H
#define ENGINE_CAPTURE_FILM_DONE_H

#include "engine/capture/film_output.h"

/* Returns 0 if format->path is a whole file of that format: picture size, rate, codec, sound and
 * number of frames; FORMAT_BAD with a message if not. Frames are not looked at, and of a film that
 * an encoder made nothing is. */
int film_done_check(const struct film_format *format, struct film_piece piece,
                    struct format_error *err) MUST_CHECK;

#endif
