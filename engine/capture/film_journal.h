/* FILE.resume: identifies the film of an unfinished FILE and lists its pieces. --resume
 * continues only the same film.
 *
 * A piece is a part of the film that one process rendered or, of numbered pictures, a picture. Text
 * lines: a head, then a line for each finished piece, which the process that made it appends.
 * A cut last line is ignored. Example:
 *
 *     quakereel film 1
 *     version 0.9
 *     demos 1f0e8ca2b7d3946c
 *     settings --fps 30 --size 640x400
 *     frames 0 1200
 *     pieces 50
 *     piece 3 1843200 05c1a7f09e8d2b64
 *     piece 4 1843200 8e2f04b7d1c95a36 damaged
 *
 * The numbers of a piece: counted from 1, bytes, hash64 of the bytes. `damaged`: a file of the game
 * data was damaged when it was drawn; it is to be made again. */
#ifndef ENGINE_CAPTURE_FILM_JOURNAL_H
#define ENGINE_CAPTURE_FILM_JOURNAL_H

#include <stdbool.h>

#include "assets/output_file.h"
#include "engine/capture/film_plan.h"

/* All that a film's frames and sound depend on. */
struct film_identity {
    const char *version; /* program version; borrowed */
    uint64_t demos; /* hash64 of the demos' bytes, in order, of ghosts, of the second demo and of
                       the camera path */
    const char *settings; /* options that differ from their defaults, one line; borrowed */
};

struct film_journal_piece {
    bool made; /* the bytes are this film's, */
    bool done; /* and need not be made again */
    uint64_t size, hash;
};

struct film_journal {
    char path[OUTPUT_PATH];
    struct film_piece frames; /* frames of the film or of its part */
    uint64_t num_pieces;
    bool continued, created; /* an earlier run's journal is used; this run wrote a new one */
    bool unsynced;           /* lines need not be on the disk at once */
    struct film_journal_piece *pieces; /* pieces of the earlier run; owned */
};

/* Reads or creates the journal of the film at film_path. An earlier run's journal is continued with
 * `resume` if it is of this film; with `force` it is replaced otherwise, without it is an error.
 * journal->num_pieces is set to num_pieces, or to the earlier run's number. Returns 0 or a negative
 * FORMAT_ code; fills err. Free it in any case. */
int film_journal_open(struct film_journal *journal, const char *film_path,
                      const struct film_identity *identity, struct film_piece frames,
                      uint64_t num_pieces, bool resume, bool force,
                      struct format_error *err) MUST_CHECK;

/* True if there is a journal of the film at film_path. */
bool film_journal_is_there(const char *film_path);

/* Appends a line for piece i, counted from 0. Several processes may do so at once. Returns 0, or
 * FORMAT_BAD; fills err. */
int film_journal_add(const struct film_journal *journal, uint64_t i,
                     const struct film_journal_piece *piece, struct format_error *err) MUST_CHECK;

/* True if the journal has piece i as done, and the bytes of the file from byte `at` are still
 * those. */
bool film_journal_has(const struct film_journal *journal, uint64_t i, const char *path,
                      uint64_t at);

/* True if no piece is made, as far as the file can be read. */
bool film_journal_is_empty(const struct film_journal *journal);

/* Deletes the file. Returns 0, or -1 with errno set. */
int film_journal_remove(const struct film_journal *journal) MUST_CHECK;
void film_journal_free(struct film_journal *journal);

/* hash64 of `size` bytes of a file from byte `at`. Returns 0, or FORMAT_BAD if it cannot be read or
 * is shorter. */
int film_journal_hash(const char *path, uint64_t at, uint64_t size, uint64_t *hash) MUST_CHECK;

#endif
