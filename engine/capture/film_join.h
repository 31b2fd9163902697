/* Pieces of a film put together: AVI, y4m or WAV, told by their first bytes. What was rendered in
 * pieces becomes, byte for byte, the file it would be rendered as a whole.
 *
 * Usage: film_join_open, which reads through all pieces and writes nothing, film_join_write,
 * film_join_close in any case. Takes memory for a frame or two, whatever the length. */
#ifndef ENGINE_CAPTURE_FILM_JOIN_H
#define ENGINE_CAPTURE_FILM_JOIN_H

#include <stdbool.h>

#include "engine/capture/file_source.h"
#include "formats/media/avi.h"
#include "formats/media/sink.h"

enum film_join_kind { FILM_JOIN_AVI, FILM_JOIN_Y4M, FILM_JOIN_WAV };

/* What all pieces have in common. */
struct film_join_format {
    enum film_join_kind kind;
    struct avi_format avi;
    uint8_t *head; /* y4m: the first line; Motion JPEG: how the first picture begins. Owned */
    size_t head_size;
    uint32_t rate; /* of a WAV */
    int channels;
};

struct film_join {
    const char *const *pieces; /* paths, borrowed */
    size_t count;
    struct film_join_format format;
    uint64_t frames;        /* of pictures, in all pieces; 0 for WAV */
    uint64_t samples;       /* of sound, a channel */
    const char *bad;        /* the piece a failure is about; NULL: none, or the sink */
    size_t appended;        /* pieces, by film_join_append, */
    struct avi_writer *avi; /* and what writes them. Owned */
};

/* 0, or a negative code, join->bad and err filled: a piece that cannot be read, is damaged,
 * unfinished, or of another format than the first. count: at least 1. */
int film_join_open(struct film_join *join, const char *const *pieces, size_t count,
                   struct format_error *err) MUST_CHECK;
/* 0, or a negative code. join->bad is set and err filled when a piece changed meanwhile; otherwise
 * it is memory or the sink. An AVI wants a sink that patches. */
int film_join_write(struct film_join *join, const struct media_sink *sink,
                    struct format_error *err) MUST_CHECK;

/* The same piece by piece, while the later ones are still made: film_join_begin, film_join_append
 * for each, film_join_end after any number of them, at least one, and film_join_close. AVI alone.
 */
void film_join_begin(struct film_join *join, const char *const *pieces, size_t count);
/* Reads through the next piece and then appends it. As film_join_write. */
int film_join_append(struct film_join *join, const struct media_sink *sink,
                     struct format_error *err) MUST_CHECK;
/* 0, or the sink's code. */
int film_join_end(struct film_join *join) MUST_CHECK;

void film_join_close(struct film_join *join);

#endif
