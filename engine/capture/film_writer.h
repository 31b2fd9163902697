/* A film's output in a thread of its own, so that writing goes on while the next frames are drawn.
 *
 * Usage: film_writer_open; for each frame film_writer_take, fill the slot, film_writer_give;
 * film_writer_close. What is given is written in that order. One thread uses it. */
#ifndef ENGINE_CAPTURE_FILM_WRITER_H
#define ENGINE_CAPTURE_FILM_WRITER_H

#include "engine/capture/film_output.h"

struct film_writer;

/* A frame on its way: sound (which may be ahead) is written before the picture. */
struct film_slot {
    uint64_t frame;   /* its number in the film */
    uint32_t *pixels; /* NULL where the output takes none */
    int16_t *samples; /* room for film_writer_open's; NULL where the output takes none */
    size_t num_samples;
};

/* pixels, samples: room in a slot, 0 = none. output (borrowed) is open; the writer ends it. 0 or
 * FORMAT_MEMORY: the output is then still the caller's. */
int film_writer_open(struct film_writer **writer, struct film_output *output, size_t pixels,
                     size_t samples) MUST_CHECK;

/* An empty slot, waited for where all are on their way. NULL: writing has failed; film_writer_close
 * tells why. */
struct film_slot *film_writer_take(struct film_writer *writer);
void film_writer_give(struct film_writer *writer, struct film_slot *slot);

struct film_written {
    uint64_t frames, bytes; /* so far */
    bool enough;            /* the output wants no more, and is whole */
};
struct film_written film_writer_written(struct film_writer *writer);

/* Waits until all is written and ends the output. whole: all of the film was given. spare: a film
 * that is not whole does not take its name (FILE.part stays); nor does one that failed. 0, or a
 * negative code with one line in err->what; frees the writer in any case. *written: the frames that
 * were. */
int film_writer_close(struct film_writer *writer, bool whole, bool spare,
                      struct film_written *written, struct format_error *err) MUST_CHECK;

#endif
