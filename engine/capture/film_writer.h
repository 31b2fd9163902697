/* Runs a film output in a worker thread, so that encoding overlaps drawing.
 *
 * Usage: film_writer_open; for each frame film_writer_take, fill the slot, film_writer_give;
 * film_writer_close. Slots are written in the order given. One thread calls these functions. */
#ifndef ENGINE_CAPTURE_FILM_WRITER_H
#define ENGINE_CAPTURE_FILM_WRITER_H

#include "engine/capture/film_output.h"

struct film_writer;

/* A queued frame. Its sound, which may belong to later frames, is written before its picture. */
struct film_slot {
    uint64_t frame;   /* number in the film */
    uint32_t *pixels; /* NULL if the output takes none */
    int16_t *samples; /* room for film_writer_open's `samples`; NULL if the output takes none */
    size_t num_samples;
};

/* pixels, samples: capacity of a slot, 0 = none. output: open, borrowed; the writer ends it.
 * Returns 0 or FORMAT_MEMORY; then the caller ends the output. */
int film_writer_open(struct film_writer **writer, struct film_output *output, size_t pixels,
                     size_t samples) MUST_CHECK;

/* Returns an empty slot; waits while all are queued. NULL: writing failed; film_writer_close
 * returns the error. */
struct film_slot *film_writer_take(struct film_writer *writer);
void film_writer_give(struct film_writer *writer, struct film_slot *slot);

struct film_written {
    uint64_t frames, bytes; /* so far */
    bool enough;            /* the output ended the film itself; it is complete */
};
struct film_written film_writer_written(struct film_writer *writer);

/* Waits for queued slots, ends the output and frees the writer. whole: all frames were given.
 * spare: if not whole, the file stays FILE.part, as it does after a failure. Sets *written. Returns
 * 0 or a negative FORMAT_ code; fills err. */
int film_writer_close(struct film_writer *writer, bool whole, bool spare,
                      struct film_written *written, struct format_error *err) MUST_CHECK;

#endif
