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
 * Usage: render_merge_begin; in the process that renders a piece render_merge_aim before and
 * render_merge_mark after it; in the parent render_merge_take repeatedly, then render_merge_end.
 * Errors are reported on stderr; functions return EXIT_GOOD or another exit status. */
#ifndef ENGINE_COMMANDS_RENDER_MERGE_H
#define ENGINE_COMMANDS_RENDER_MERGE_H

#include "engine/capture/film_join.h"
#include "engine/capture/film_layout.h"

struct render_merge {
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

bool render_merge_can(const struct film_format *format);

/* num_pieces: at least 1. If it fails, do not call render_merge_end. */
int render_merge_begin(struct render_merge *merge, const struct film_format *format,
                       struct film_piece whole, unsigned num_pieces, bool resume);
struct film_piece render_merge_piece(const struct render_merge *merge, unsigned i);
/* True if an earlier run finished that piece. */
bool render_merge_has(const struct render_merge *merge, unsigned i);

/* Changes format, the film's, to write piece i. Its pointers are valid as long as merge. */
void render_merge_aim(const struct render_merge *merge, unsigned i, struct film_format *format);
/* Call when the piece is finished and its file closed. */
int render_merge_mark(const struct render_merge *merge, unsigned i);

/* Call when the first `count` pieces are finished. */
int render_merge_take(struct render_merge *merge, unsigned count);
/* whole: all pieces are finished and taken; else frames is the number of frames written so far. */
int render_merge_end(struct render_merge *merge, bool whole, uint64_t frames);

#endif
