/* Missing pieces of game data: the list, its line, and what of them is logged. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "assets/files.h"
#include "assets/missing_pieces.h"
#include "tests/support/scarce.h"
#include "tests/support/scratch.h"

static void add(struct missing_pieces *pieces, const char *name)
{
    cr_assert_eq(missing_pieces_add(pieces, name), FORMAT_OK);
}

static void expect_line(const struct missing_pieces *pieces, const char *want)
{
    char text[MISSING_PIECES_TEXT];
    missing_pieces_describe(pieces, text);
    cr_expect_str_eq(text, want);
}

Test(missing_pieces, a_line_names_few_and_counts_all)
{
    struct missing_pieces pieces = {0}, others = {0};
    add(&pieces, "poopypants");
    expect_line(&pieces, "1 piece of game data is missing: poopypants (see --verbose)");
    add(&pieces, "null");
    add(&pieces, "poopypants");
    expect_line(&pieces, "2 pieces of game data are missing: poopypants and null (see --verbose)");
    add(&others, "null");
    add(&others, "a");
    add(&others, "b");
    cr_assert_eq(missing_pieces_join(&pieces, &others), FORMAT_OK);
    expect_line(&pieces,
                "4 pieces of game data are missing: poopypants, null, a and b (see --verbose)");
    add(&pieces, "c");
    expect_line(&pieces, "5 pieces of game data are missing: poopypants, null, a and 2 more (see "
                         "--verbose)");
    missing_pieces_free(&pieces);
    missing_pieces_free(&others);
    cr_assert(pieces.count == 0 && pieces.names == NULL);
}

Test(missing_pieces, long_names_are_cut)
{
    struct missing_pieces pieces = {0};
    for (int i = 0; i < 9; i++) {
        char name[300];
        memset(name, 'a' + i, sizeof(name));
        name[sizeof(name) - 1] = '\0';
        add(&pieces, name);
    }
    char text[MISSING_PIECES_TEXT];
    missing_pieces_describe(&pieces, text);
    cr_expect(strstr(text, " and 6 more (see --verbose)"), "%s", text);
    missing_pieces_free(&pieces);
}

Test(missing_pieces, without_memory_the_list_stays)
{
    for (uint64_t from = 1; from <= 2; from++) {
        struct missing_pieces pieces = {0};
        scarce_begin_from(from);
        const int code = missing_pieces_add(&pieces, "x");
        scarce_end();
        cr_expect(code == FORMAT_MEMORY && pieces.count == 0);
        missing_pieces_free(&pieces);
    }
}

Test(missing_pieces, lines_go_to_the_log_or_apart)
{
    for (int apart = 0; apart < 2; apart++) {
        struct scratch_talk talk = {0};
        struct files *files = files_create(apart ? NULL : scratch_hear, &talk);
        if (apart) {
            files_hear_pieces(files, scratch_hear);
        }
        for (int i = 0; i < 2; i++) {
            files_log_piece(files, "x", "x: no shader");
        }
        cr_expect(talk.lines == 1 && strcmp(talk.last, "x: no shader") == 0, "%s", talk.all);
        cr_expect_eq(files_missing_pieces(files)->count, (size_t)apart);
        files_log(files, "maps/x.bsp: not found");
        cr_expect_eq(talk.lines, apart ? 1 : 2, "a level is no piece");
        files_destroy(files);
    }
}
