/* A film on its way from one or several demos to its output.
 *
 * Usage: film_open; film_add for each stretch, or the part of it that belongs to a piece, in the
 * film's order; film_close. The film depends on the demos, the game data and the settings alone.
 * One thread; writing goes on in another. */
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
    uint64_t first_sample; /* of the film: sound before it was given or belongs to another piece */
    uint64_t frame;        /* the next one, */
    uint64_t last;         /* and the one behind the last: of the film, or of a piece */
    bool spare;            /* what ends early does not take the film's name: film_writer_close */
    bool resume;           /* pictures that are there stay */
    /* Asked before each frame, with what was written so far. False ends the film there. NULL: goes
     * on. */
    bool (*go_on)(void *context, struct film_written written);
    void *context;
    bool stopped; /* go_on said so */
};

/* piece: the frames that will be added. format->samples is set. 0, or a negative code with one line
 * in err->what; nothing is to be closed then. */
int film_open(struct film *film, const struct film_format *format, struct film_piece piece,
              struct format_error *err) MUST_CHECK;

/* The frames of the stretch that belong to the piece. frames, sound: NULL where the output takes
 * none; of the same demo. 0, also when the film was stopped; or a negative code with one line in
 * err->what, where it is not the output that failed. */
int film_add(struct film *film, const struct film_stretch *stretch, struct film_frames *frames,
             struct film_sound *sound, struct format_error *err) MUST_CHECK;

/* Ends it, whatever happened since film_open. What was written stays a film. 0, or a negative code
 * with one line in err->what; talk (or NULL) gets the last lines of an encoder that failed. */
int film_close(struct film *film, struct film_written *written, char talk[FILM_OUTPUT_TALK],
               struct format_error *err) MUST_CHECK;

#endif
