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

/* A piece that is finished after the cut line has a line of its own. */
Test(film_journal, a_cut_line_does_not_take_the_next_one)
{
    static const char lines[] = "piece 1 10 0000000000000001\npiece 2 20 00000";
    struct film_journal journal;
    write_journal(lines, sizeof(lines) - 1);
    continue_journal(&journal);
    cr_assert(journal.pieces[0].done && !journal.pieces[1].done);
    cr_assert_eq(film_journal_add(&journal, 2, 30, 3, NULL), 0);
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
