/* Joins pieces of a film (AVI, y4m, WAV; detected by magic bytes). The bytes are those of a film
 * rendered in one run.
 *
 * Usage: film_join_open reads and checks all pieces and writes nothing; film_join_write;
 * film_join_close in any case. Memory: one or two frames, whatever the length. Not thread-safe. */
#ifndef ENGINE_CAPTURE_FILM_JOIN_H
#define ENGINE_CAPTURE_FILM_JOIN_H

#include <stdbool.h>

#include "formats/media/avi.h"
#include "formats/media/sink.h"

enum film_join_kind { FILM_JOIN_AVI, FILM_JOIN_Y4M, FILM_JOIN_WAV };

/* Format of the first piece; the others must match it. */
struct film_join_format {
    enum film_join_kind kind;
    struct avi_format avi;
    uint8_t *head; /* y4m: stream header; Motion JPEG: header of the first picture. Owned */
    size_t head_size;
    uint32_t rate; /* WAV, samples per second */
    int channels;
};

struct film_join {
    const char *const *pieces; /* paths, borrowed */
    size_t count;
    struct film_join_format format;
    uint64_t frames;        /* pictures in all pieces; 0 for WAV */
    uint64_t samples;       /* samples per channel in all pieces */
    const char *bad;        /* path of the piece that failed; NULL = none, or the sink failed */
    size_t appended;        /* pieces passed to film_join_append */
    struct avi_writer *avi; /* writer of film_join_append. Owned */
};

/* count: at least 1. Returns 0 or a negative FORMAT_ code; fills join->bad and err. Refuses a piece
 * that is unreadable, damaged, unfinished or of another format than the first. */
int film_join_open(struct film_join *join, const char *const *pieces, size_t count,
                   struct format_error *err) MUST_CHECK;
/* Returns 0 or a negative FORMAT_ code; fills join->bad and err if a piece changed since
 * film_join_open, neither if out of memory or the sink failed. AVI needs a sink that can patch. */
int film_join_write(struct film_join *join, const struct media_sink *sink,
                    struct format_error *err) MUST_CHECK;

/* Joins AVI pieces while later ones are rendered: film_join_begin, film_join_append for each,
 * film_join_end after one or more, film_join_close. */
void film_join_begin(struct film_join *join, const char *const *pieces, size_t count);
/* Checks the next piece, then appends it. Returns as film_join_write. */
int film_join_append(struct film_join *join, const struct media_sink *sink,
                     struct format_error *err) MUST_CHECK;
/* Returns 0 or the sink's code. */
int film_join_end(struct film_join *join) MUST_CHECK;

void film_join_close(struct film_join *join);

#endif
