/* Joins the pieces that several processes render to one film, depending on the format:
 *
 * - y4m, raw frames, WAV: the offset of each frame is known, so all processes write into FILE.part.
 *   A finished piece leaves an empty file FILE.piece-3-of-16, which --resume looks for.
 * - AVI: a piece is a file of that name; pieces are appended to FILE.part in order while later ones
 *   are rendered, and are kept until the film is finished.
 * - one picture per file: nothing to join.
 *
 * After an interruption FILE.part is a playable film: the beginning of the whole.
 *
 * Usage: render_gather_begin; in the process that renders a piece render_gather_aim before and
 * render_gather_mark after it; in the parent render_gather_take repeatedly, then render_gather_end.
 * Errors are reported on stderr; functions return EXIT_GOOD or another exit status. */
#ifndef ENGINE_COMMANDS_RENDER_GATHER_H
#define ENGINE_COMMANDS_RENDER_GATHER_H

#include "engine/capture/film_join.h"
#include "engine/capture/film_layout.h"

struct render_gather {
    struct film_format format;
    struct film_piece whole; /* the frames of all pieces */
    unsigned num_pieces;
    bool resumed;              /* pieces of an earlier run are used */
    char part[FILM_FILE_PATH]; /* FILE.part */
    struct film_layout layout; /* offsets of frames */
    struct film_join join;     /* AVI: joins the pieces */
    struct film_file file;     /* output of the join */
    bool failed;               /* an error was reported */
    const char **paths;        /* paths of the pieces; owned, one block with their text */
};

bool render_gather_can(const struct film_format *format);

/* num_pieces: at least 1. If it fails, do not call render_gather_end. */
int render_gather_begin(struct render_gather *gather, const struct film_format *format,
                        struct film_piece whole, unsigned num_pieces, bool resume);
struct film_piece render_gather_piece(const struct render_gather *gather, unsigned i);
/* True if an earlier run finished that piece. */
bool render_gather_has(const struct render_gather *gather, unsigned i);

/* Changes format, the film's, to write piece i. Its pointers are valid as long as gather. */
void render_gather_aim(const struct render_gather *gather, unsigned i, struct film_format *format);
/* Call when the piece is finished and its file closed. */
int render_gather_mark(const struct render_gather *gather, unsigned i);

/* Call when the first `count` pieces are finished. */
int render_gather_take(struct render_gather *gather, unsigned count);
/* whole: all pieces are finished and taken; else frames is the number of frames written so far. */
int render_gather_end(struct render_gather *gather, bool whole, uint64_t frames);

#endif
