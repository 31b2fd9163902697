/* Fuzz target: FILE.resume of an unfinished film. Pieces read from it are in range; a piece added
 * to any journal is there when it is read again.
 *
 * Input: a byte; odd: the rest comes after the lines of the same film, else it is the whole file.
 */
#include <string.h>

#include "engine/capture/film_journal.h"
#include "tests/fuzz/stages/temp_folder.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PIECES = 8, LOOKS = 16 };

static const char lines[] =
    "quakereel film 1\nversion 1\ndemos 00000000000000ab\nsettings --fps 30\nframes 0 100\n";
static const struct film_identity identity = {.version = "1", .demos = 0xab, "--fps 30"};

static int open_journal(struct film_journal *journal, const char *film)
{
    const struct film_piece frames = {0, 100};
    struct format_error err = {0};
    const int code = film_journal_open(journal, film, &identity, frames, PIECES, true, false, &err);
    require(code == 0 || err.what[0] != '\0');
    require(code < 0 || (journal->continued && !journal->created && journal->num_pieces > 0));
    return code;
}

/* What the journal says of a piece is compared with the file: here with the journal itself. */
static void check_pieces(const struct film_journal *journal)
{
    for (uint64_t i = 0; i < LOOKS; i++) {
        uint64_t hash;
        if (film_journal_has(journal, i, temp_file, i)) {
            require(i < journal->num_pieces && journal->pieces[i].done);
            require(film_journal_hash(temp_file, i, journal->pieces[i].size, &hash) == 0);
            require(hash == journal->pieces[i].hash);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const bool same = size > 0 && data[0] % 2;
    const size_t head = size > 0;
    struct film_journal journal;
    char film[TEMP_PATH + 8];
    temp_open();
    snprintf(film, sizeof(film), "%s/film", temp_folder);
    snprintf(temp_file, sizeof(temp_file), "%s.resume", film);
    temp_write(lines, same ? sizeof(lines) - 1 : 0, data + head, size - head);
    if (open_journal(&journal, film) == 0) {
        check_pieces(&journal);
        const uint64_t added = size % journal.num_pieces, count = journal.num_pieces;
        journal.unsynced = true;
        const struct film_journal_piece piece = {true, size % 5 != 0, size, size * 3};
        require(film_journal_add(&journal, added, &piece, NULL) == 0);
        film_journal_free(&journal);
        require(open_journal(&journal, film) == 0 && journal.num_pieces == count);
        require(journal.pieces[added].made && journal.pieces[added].done == piece.done &&
                journal.pieces[added].size == size && journal.pieces[added].hash == size * 3);
    }
    film_journal_free(&journal);
    return 0;
}
