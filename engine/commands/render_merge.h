/* The files of a film that is rendered in pieces, by several processes, or as pictures:
 *
 * - y4m, raw frames, WAV: the offset of each frame is known, so all processes write into FILE.part.
 * - AVI: a piece is a file, FILE.piece-3-of-16; pieces are appended to FILE.part in order while
 * later ones are rendered, and are kept until the film is finished.
 * - one picture per file: nothing to join; also for one process.
 *
 * This process holds the lock on FILE.part. Finished pieces stand in FILE.resume
 * (engine/capture/film_journal), by which --resume tells whole pieces of this film from others.
 * After an interruption FILE.part is a playable film: the beginning of the whole.
 *
 * Usage: render_merge_begin; in the process that renders a piece render_merge_aim before and
 * render_merge_mark after it; in the parent render_merge_take repeatedly, then render_merge_end.
 * Errors are reported on stderr; functions return EXIT_GOOD or another exit status. */
#ifndef ENGINE_COMMANDS_RENDER_MERGE_H
#define ENGINE_COMMANDS_RENDER_MERGE_H

#include "engine/capture/film_join.h"
#include "engine/capture/film_journal.h"
#include "engine/capture/film_layout.h"

struct render_merge {
    struct film_format format;
    const char *work_path;   /* FILE of FILE.part and FILE.resume; borrowed */
    struct film_piece whole; /* the frames of all pieces */
    unsigned num_pieces;
    struct output_file file;     /* FILE.part; pictures: their lock */
    struct film_journal journal; /* finished pieces, or pictures */
    struct film_layout layout;   /* offsets of frames */
    struct film_join join;       /* AVI: joins the pieces */
    bool failed;                 /* an error was reported */
    const char **paths;          /* paths of AVI pieces; owned, one block with their text */
};

bool render_merge_can(const struct film_format *format);

/* num_pieces: at least 1; a resumed film keeps the earlier run's number, in merge->num_pieces.
 * format->resume, format->force: what becomes of an earlier run's pieces, see film_journal.
 * work_path: the film's path, or for a part of numbered pictures a name of its own. If it fails, do
 * not call render_merge_end. */
int render_merge_begin(struct render_merge *merge, const struct film_format *format,
                       const char *work_path, const struct film_identity *identity,
                       struct film_piece whole, unsigned num_pieces);
/* For a film that is finished: removes the journal and pieces of a run that was killed when the
 * film had just got its name. They stay if there is a FILE.part, or if they are another film's. */
void render_merge_remove_left(const struct film_format *format, const char *work_path,
                              const struct film_identity *identity, struct film_piece whole);
struct film_piece render_merge_piece(const struct render_merge *merge, unsigned i);
/* True if an earlier run finished that piece, and its bytes are still the same. */
bool render_merge_has(const struct render_merge *merge, unsigned i);

/* Changes format, the film's, to write piece i. Its pointers are valid as long as merge. */
void render_merge_aim(const struct render_merge *merge, unsigned i, struct film_format *format);
/* Call when the piece is finished and its file closed. damaged: game data was, when the piece was
 * drawn; the next run makes it again. */
int render_merge_mark(const struct render_merge *merge, unsigned i, bool damaged);

/* Call when the first `count` pieces are finished. */
int render_merge_take(struct render_merge *merge, unsigned count);
/* whole: all pieces are finished and taken; else frames is the number of frames written so far. */
int render_merge_end(struct render_merge *merge, bool whole, uint64_t frames);

#endif
