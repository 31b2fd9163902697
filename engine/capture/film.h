/* Renders frames and sound of one or several demos into a film output.
 *
 * Usage: film_open; film_add for each stretch (or its part of a piece) in the film's order;
 * film_close. The bytes depend only on demos, game data and settings. Not thread-safe; the output
 * is written by a thread of film_writer. */
#ifndef ENGINE_CAPTURE_FILM_H
#define ENGINE_CAPTURE_FILM_H

#include "engine/capture/film_frames.h"
#include "engine/capture/film_output.h"
#include "engine/capture/film_sound.h"
#include "engine/capture/film_writer.h"

struct film {
    struct film_format format;
    struct film_output output;
    struct film_writer *writer;
    uint64_t first_sample; /* number in the film; sound before it was added or is another piece's */
    uint64_t frame;        /* next frame, numbered in the film */
    uint64_t last;         /* end of the film or piece, exclusive */
    uint64_t kept;         /* frames that an earlier run has written */
    bool spare;            /* an unfinished film keeps the name FILE.part: film_writer_close */
    /* Called before each frame with the amount written. False stops the film. NULL: never stops. */
    bool (*go_on)(void *context, struct film_written written);
    void *context;
    /* Called when a frame and its sound are made: whether game data read so far is damaged. NULL:
     * it is not. */
    bool (*is_damaged)(void *context);
    void *damage_context;
    atomic_bool damaged; /* is_damaged returned true */
    bool stopped;        /* go_on returned false, or writing ended */
};

/* piece: frames that will be added. format->samples must be set. Returns 0 or a negative FORMAT_
 * code; fills err. After a failure nothing needs closing. */
int film_open(struct film *film, const struct film_format *format, struct film_piece piece,
              struct format_error *err) MUST_CHECK;

/* Adds the stretch's frames that belong to the piece. frames, sound: of the same demo; NULL if the
 * output takes none. Returns 0 (also if the film was stopped) or a negative FORMAT_ code; fills err
 * unless the output failed (film_close returns that error). */
int film_add(struct film *film, const struct film_stretch *stretch, struct film_frames *frames,
             struct film_sound *sound, struct format_error *err) MUST_CHECK;

/* Call it after film_open in any case. The frames already written make a valid film. Returns 0 or a
 * negative FORMAT_ code; fills err. talk (or NULL) gets the last lines printed by an encoder that
 * failed. */
int film_close(struct film *film, struct film_written *written, char talk[FILM_OUTPUT_TALK],
               struct format_error *err) MUST_CHECK;

#endif
