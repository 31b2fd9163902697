/* How the pieces that several processes make come together as one film, by its kind:
 *
 * - y4m, raw pictures, WAV: each frame has its place in the file from the start, so all processes
 *   write into FILE.part, each where its piece lies. A piece that is done leaves an empty file
 *   beside it (FILE.piece-3-of-16), by which --resume knows it.
 * - AVI: a piece is a file beside the film (likewise called); those at the film's front are
 *   appended to FILE.part while others are still made, and stay until it is finished.
 * - pictures: files of their own. There is nothing to gather.
 *
 * Whatever happens, FILE.part ends as a film: the beginning of this one.
 *
 * Usage: render_gather_begin; in the process that makes a piece render_gather_aim before and
 * render_gather_mark after it; in the one that waits render_gather_take now and then, and
 * render_gather_end. They say on stderr what goes wrong, and return EXIT_GOOD or another status. */
#ifndef ENGINE_COMMANDS_RENDER_GATHER_H
#define ENGINE_COMMANDS_RENDER_GATHER_H

#include "engine/capture/film_join.h"
#include "engine/capture/film_layout.h"

struct render_gather {
    struct film_format format;
    struct film_piece whole; /* the frames of all pieces */
    unsigned num_pieces;
    bool resumed;              /* pieces of an earlier run may be there */
    char part[FILM_FILE_PATH]; /* FILE.part */
    struct film_layout layout; /* where frames have their places */
    struct film_join join;     /* AVI: of the pieces */
    struct film_file file;     /* and where they go */
    bool failed;               /* which was told */
    const char **paths;        /* of the pieces. Owned, with the names behind them */
};

bool render_gather_can(const struct film_format *format);

/* Nothing is to be ended where it fails. num_pieces: at least 1. */
int render_gather_begin(struct render_gather *gather, const struct film_format *format,
                        struct film_piece whole, unsigned num_pieces, bool resume);
struct film_piece render_gather_piece(const struct render_gather *gather, unsigned i);
/* Whether an earlier run has made that piece. */
bool render_gather_has(const struct render_gather *gather, unsigned i);

/* Where the piece goes. format: the film's at first; what it points at lasts as long as gather. */
void render_gather_aim(const struct render_gather *gather, unsigned i, struct film_format *format);
/* The piece is made, and closed. */
int render_gather_mark(const struct render_gather *gather, unsigned i);

/* The first `count` pieces are made. */
int render_gather_take(struct render_gather *gather, unsigned count);
/* whole: all pieces are made, and taken. Else: how many of the first frames are written. */
int render_gather_end(struct render_gather *gather, bool whole, uint64_t frames);

#endif
