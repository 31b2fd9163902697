/* FILE.resume of an unfinished film: what is read of one that a crash left cut or with zeros. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/capture/film_journal.h"
#include "tests/support/scratch.h"

enum { PIECES = 4 };

static const char head[] =
    "quakereel film 1\nversion 1\ndemos 00000000000000ab\nsettings \nframes 0 100\npieces 4\n";

TestSuite(film_journal, .init = scratch_set_up, .fini = scratch_tear_down);

static void continue_journal(struct film_journal *journal)
{
    const struct film_identity identity = {.version = "1", .demos = 0xab, .settings = ""};
    struct format_error err = {0};
    char film[512];
    snprintf(film, sizeof(film), "%s", scratch_at("film"));
    cr_assert_eq(film_journal_open(journal, film, &identity, (struct film_piece){0, 100}, PIECES,
                                   true, false, &err),
                 0, "%s", err.what);
    cr_assert(journal->continued);
}

static void write_journal(const char *lines, size_t size)
{
    char text[512];
    memcpy(text, head, sizeof(head) - 1);
    memcpy(text + sizeof(head) - 1, lines, size);
    scratch_write("film.resume", (const uint8_t *)text, sizeof(head) - 1 + size);
}

static void add_piece(const struct film_journal *journal, uint64_t i, uint64_t size, uint64_t hash,
                      bool done)
{
    const struct film_journal_piece piece = {true, done, size, hash};
    cr_assert_eq(film_journal_add(journal, i, &piece, NULL), 0);
}

/* A piece that is finished after the cut line has a line of its own. */
Test(film_journal, a_cut_line_does_not_take_the_next_one)
{
    static const char lines[] = "piece 1 10 0000000000000001\npiece 2 20 00000";
    struct film_journal journal;
    write_journal(lines, sizeof(lines) - 1);
    continue_journal(&journal);
    cr_assert(journal.pieces[0].done && !journal.pieces[1].done);
    add_piece(&journal, 2, 30, 3, true);
    film_journal_free(&journal);
    continue_journal(&journal);
    cr_assert(journal.pieces[0].done && !journal.pieces[1].done && journal.pieces[2].done);
    cr_assert(journal.pieces[2].size == 30 && journal.pieces[2].hash == 3);
    film_journal_free(&journal);
}

/* File systems may leave zeros where a write before a power cut did not reach the disk. */
Test(film_journal, lines_after_zeros_count)
{
    static const char lines[] =
        "piece 1 10 0000000000000001\n\0\0\0\0\npiece 2 20 0000000000000002\n"
        "piece 3 30 0000000000000003\0\0\n";
    struct film_journal journal;
    write_journal(lines, sizeof(lines) - 1);
    continue_journal(&journal);
    cr_assert(journal.pieces[0].done && journal.pieces[1].done && !journal.pieces[2].done);
    film_journal_free(&journal);
}

/* Of the right length is not enough: every byte counts. */
Test(film_journal, a_piece_with_other_bytes_is_not_there)
{
    struct film_journal journal;
    char path[512];
    uint64_t hash;
    snprintf(path, sizeof(path), "%s", scratch_at("piece"));
    scratch_write_text("piece", "0123456789abcdef+");
    write_journal("", 0);
    continue_journal(&journal);
    cr_assert_eq(film_journal_hash(path, 1, 16, &hash), 0);
    add_piece(&journal, 1, 16, hash, true);
    film_journal_free(&journal);
    continue_journal(&journal);
    cr_expect(film_journal_has(&journal, 1, path, 1));
    cr_expect_not(film_journal_has(&journal, 0, path, 1), "not finished");
    cr_expect_not(film_journal_has(&journal, 1, path, 2), "the file ends before");
    scratch_write_text("piece", "0123456789abcdeg+");
    cr_expect_not(film_journal_has(&journal, 1, path, 1));
    film_journal_free(&journal);
}

/* A piece drawn with damaged game data is this film's, but not done until it is made again. */
Test(film_journal, a_piece_of_damaged_data_is_not_done)
{
    struct film_journal journal;
    char path[512];
    uint64_t hash;
    snprintf(path, sizeof(path), "%s", scratch_at("piece"));
    scratch_write_text("piece", "0123456789abcdef");
    cr_assert_eq(film_journal_hash(path, 0, 16, &hash), 0);
    write_journal("", 0);
    continue_journal(&journal);
    add_piece(&journal, 1, 16, hash, false);
    add_piece(&journal, 2, 16, hash, false);
    add_piece(&journal, 2, 16, hash, true);
    cr_expect_not(film_journal_is_empty(&journal));
    film_journal_free(&journal);
    continue_journal(&journal);
    cr_expect(journal.pieces[1].made && !journal.pieces[1].done);
    cr_expect_not(film_journal_has(&journal, 1, path, 0));
    cr_expect(film_journal_has(&journal, 2, path, 0));
    film_journal_free(&journal);
}

/* Each line of the head has to be the same, and to end where it ends. */
Test(film_journal, only_the_same_film_is_continued)
{
    static const struct {
        const char *version, *settings, *what;
        uint64_t demos, last;
    } others[] = {{"1.1", "--fps 30", "another version of the program", 0xab, 100},
                  {"1", "--fps 30", "another demo or camera path", 0xac, 100},
                  {"1", "--fps 3", "other settings", 0xab, 100},
                  {"1", "--fps 30 --size 320x200", "other settings", 0xab, 100},
                  {"1", "--fps 30", "another range of frames", 0xab, 101}};
    const struct film_identity own = {"1", 0xab, "--fps 30"};
    struct film_journal journal;
    struct format_error err = {0};
    char film[512];
    snprintf(film, sizeof(film), "%s", scratch_at("film"));
    cr_assert_eq(film_journal_open(&journal, film, &own, (struct film_piece){0, 100}, PIECES, false,
                                   false, &err),
                 0, "%s", err.what);
    cr_expect(journal.created && !journal.continued);
    film_journal_free(&journal);
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
        const struct film_identity other = {others[i].version, others[i].demos, others[i].settings};
        cr_expect_lt(film_journal_open(&journal, film, &other,
                                       (struct film_piece){0, others[i].last}, PIECES, true, false,
                                       &err),
                     0, "%zu", i);
        cr_expect_not_null(strstr(err.what, others[i].what), "%s", err.what);
        film_journal_free(&journal);
    }
    cr_expect_lt(film_journal_open(&journal, film, &own, (struct film_piece){0, 100}, PIECES, false,
                                   false, &err),
                 0, "without --resume an unfinished film is not touched");
    film_journal_free(&journal);
    cr_expect_eq(film_journal_open(&journal, film, &own, (struct film_piece){0, 100}, PIECES + 1,
                                   true, false, &err),
                 0);
    cr_expect(journal.continued && journal.num_pieces == PIECES);
    film_journal_free(&journal);
}
