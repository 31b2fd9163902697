/* Lists of scores in the forms servers have for them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "engine/quake3/match/q3_board.h"

static struct q3_board board;

static bool take(const char *text)
{
    static struct q3_words words;
    q3_words_split(&words, text);
    return q3_board_command(&board, &words);
}

static void expect_row(uint32_t i, int32_t client, int32_t score, int32_t ping, int32_t minutes)
{
    const struct q3_board_row *row = &board.rows[i];
    cr_expect(row->client == client && row->score == score && row->ping == ping &&
                  row->minutes == minutes,
              "%u: %d %d %d %d", i, row->client, row->score, row->ping, row->minutes);
}

Test(q3_board, quake_three)
{
    cr_assert(take("scores 2 5 7 3 20 48 9 0 128 0 0 0 0 0 0 0 0 4 -2 -1 1 0 0 0 0 0 0 0 0 0 0"));
    cr_expect(board.num_rows == 2 && board.teams[0] == 5 && board.teams[1] == 7);
    expect_row(0, 3, 20, 48, 9);
    expect_row(1, 4, -2, -1, 1);
    cr_expect_eq(board.rows[0].powerups, 128);
    cr_assert(take("scores 1 0 0 9 1 2 3 4 5")); /* the first versions: six words each */
    expect_row(0, 9, 1, 2, 3);
    cr_expect_eq(board.rows[0].powerups, 5);
    cr_expect_eq(board.rows[0].accuracy, 0);
    cr_assert(take("scores 0 1 2"));
    cr_expect_eq(board.num_rows, 0u);
}

/* OpenArena has a time before the rows, and a word more in each. */
Test(q3_board, open_arena)
{
    cr_assert(take("scores 2 5 7 7000 3 20 48 9 0 128 0 0 0 0 0 0 0 0 1 "
                   "4 -2 30 1 0 0 0 0 0 0 0 0 0 0 0"));
    expect_row(0, 3, 20, 48, 9);
    expect_row(1, 4, -2, 30, 1);
    cr_expect_eq(board.rows[0].powerups, 128);
    cr_assert(take("scores 1 5 7 7000 3 20 48 9 0 128 0 0 0 0 0 0 0 0 1"));
    expect_row(0, 3, 20, 48, 9);
    static char text[8000];
    size_t used = (size_t)snprintf(text, sizeof(text), "scores 30 1 2 7000");
    for (int i = 0; i < 30; i++) {
        used += (size_t)snprintf(text + used, sizeof(text) - used,
                                 " %d %d 50 5 0 0 0 0 0 0 0 0 0 0 0", i, 100 - i);
    }
    cr_assert(take(text));
    cr_expect_eq(board.num_rows, 16u);
    expect_row(15, 15, 85, 50, 5);
}

Test(q3_board, cpma_and_quake_live)
{
    cr_assert(take("xscores 2 0 10 aabc 7 0 0 0 1 4 aaaZ 7 0 0 0"));
    expect_row(0, 0, 10, 1 * 32 + 2, 7);
    expect_row(1, 1, 4, 51, 7);
    cr_assert(take("scores_ca 1 3 4 6 1 0 33 50 12 0 0 0 0 0 0 0 0 0 0 1"));
    expect_row(0, 6, 33, 50, 12);
    cr_expect_eq(board.teams[1], 4);
    cr_expect_eq(board.rows[0].dead, 0);
    cr_assert(take("scores_ca 2 3 4 6 1 0 33 50 12 0 0 0 0 0 0 0 0 0 0 0 "
                   "7 3 0 0 50 12 0 0 0 0 0 0 0 0 0 0 0"));
    cr_expect_eq(board.rows[0].dead, 1);
    cr_expect_eq(board.rows[1].dead, 0, "who only watches");
    char text[256] = "scores_tdm";
    for (int i = 0; i < 28; i++) {
        snprintf(text + strlen(text), sizeof(text) - strlen(text), " 0");
    }
    snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s",
             " 1 30 40 2 1 0 15 60 3 0 0 0 0 0 0 0 0 0 0");
    cr_assert(take(text));
    expect_row(0, 2, 15, 60, 3);
    cr_expect_eq(board.teams[0], 30);
}

Test(q3_board, quake_lives_free_for_all_and_duel)
{
    cr_assert(take("scores_ffa 2 0 0 3 20 48 9 0 0 0 0 0 0 0 0 0 0 0 0 64 0 "
                   "5 10 30 8 0 0 0 0 0 0 0 0 0 0 0 0 0 0"));
    cr_expect_eq(board.num_rows, 2u);
    expect_row(0, 3, 20, 48, 9);
    expect_row(1, 5, 10, 30, 8);
    cr_expect(board.rows[0].powerups == 64 && board.rows[1].powerups == 0);
    cr_assert(take("scores_duel 2 1 11 40 6 0 2 12 41 7 0"));
    cr_expect_eq(board.num_rows, 2u);
    expect_row(0, 1, 11, 40, 6);
    expect_row(1, 2, 12, 41, 7);
}

/* Freeze Tag and Capture the Flag have 28 and 34 numbers before the count of rows. */
Test(q3_board, quake_lives_team_games)
{
    static const struct {
        const char *name, *row;
        int before;
        int32_t powerups;
    } cases[] = {
        {"scores_ft", "2 1 0 15 60 3 0 0 0 0 0 0 0 0 0 0 0 0", 28, 0},
        {"scores_ctf", "2 1 0 15 60 3 0 0 128 0 0 0 0 0 0 0 0 0 0", 34, 128},
        {"scores_rr", "2 15 0 60 3 0 0 64 0 0 0 0 0 0 0 0 0 0 0", 0, 64},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[256];
        snprintf(text, sizeof(text), "%s", cases[i].name);
        for (int k = 0; k < cases[i].before; k++) {
            snprintf(text + strlen(text), sizeof(text) - strlen(text), " 0");
        }
        snprintf(text + strlen(text), sizeof(text) - strlen(text), " 1 30 40 %s", cases[i].row);
        cr_assert(take(text), "%s", text);
        cr_expect_eq(board.num_rows, 1u);
        expect_row(0, 2, 15, 60, 3);
        cr_expect_eq(board.rows[0].powerups, cases[i].powerups);
        cr_expect(board.teams[0] == 30 && board.teams[1] == 40, "%s", text);
    }
}

Test(q3_board, what_makes_no_sense_changes_nothing)
{
    cr_assert(take("scores 1 0 0 3 20 48 9 0 0 0 0 0 0 0 0 0 0"));
    cr_expect_not(take("scores 2000000000 0 0 1 2 3"));
    cr_expect_not(take("scores -1 0 0"));
    cr_expect_not(take("scores"));
    cr_expect_not(take("scores 3 0 0 1"));
    cr_expect_not(take("print hello"));
    expect_row(0, 3, 20, 48, 9);
}

/* A list that is longer than a command can be: the rows that are whole. */
Test(q3_board, a_list_that_was_cut)
{
    static char text[8000];
    size_t used = (size_t)snprintf(text, sizeof(text), "scores 30 1 2");
    for (int i = 0; i < 30; i++) {
        used += (size_t)snprintf(text + used, sizeof(text) - used,
                                 " %d %d 50 5 0 0 0 0 0 0 0 0 0 0", i, 100 - i);
    }
    cr_assert(take(text));
    cr_expect_eq(board.num_rows, 18u);
    expect_row(17, 17, 83, 50, 5);
}

Test(q3_board, the_team)
{
    cr_assert(take("tinfo 2 1 7 100 50 5 0 3 0 25 0 2 128"));
    cr_expect_eq(board.num_mates, 2u);
    cr_expect(board.mates[0].location == 7 && board.mates[1].health == 25);
    cr_expect(board.mates[0].client == 1 && board.mates[1].client == 3);
    cr_expect(board.mates[0].armor == 50 && board.mates[1].armor == 0);
    cr_expect(board.mates[0].weapon == 5 && board.mates[1].weapon == 2);
    cr_expect(board.mates[0].powerups == 0 && board.mates[1].powerups == 128);
    cr_assert(take("tinfo 9 1 7 100 50 5 0"));
    cr_expect_eq(board.num_mates, 1u);
}

Test(q3_board, scores_seen)
{
    int32_t score = 0;
    cr_expect_not(q3_board_score(&board, 3, &score));
    q3_board_see(&board, 3, -2);
    q3_board_see(&board, 63, 70000);
    q3_board_see(&board, -1, 1);
    q3_board_see(&board, 64, 1);
    cr_expect(q3_board_score(&board, 3, &score) && score == -2);
    cr_expect(q3_board_score(&board, 63, &score) && score == 70000);
    cr_expect_not(q3_board_score(&board, 2, &score));
    cr_expect_not(q3_board_score(&board, -1, &score));
    cr_expect_not(q3_board_score(&board, 64, &score));
    cr_assert(take("scores 1 0 0 3 5 40 5 0 0 0 0 0 0 0 0 0 0 0"));
    cr_expect(q3_board_score(&board, 3, &score) && score == 5, "the list counts");
    cr_expect(q3_board_score(&board, 63, &score) && score == 70000, "who is not in it");
    q3_board_forget(&board, 63);
    q3_board_forget(&board, -1);
    q3_board_forget(&board, 64);
    cr_expect_not(q3_board_score(&board, 63, &score));
}
